// Draws people and facts with cytoscape: around one person, or everything through time.
"use strict";
(() => {
  const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  const HUES = 8;
  const KINDS = { profile: "--c0", preference: "--c2", fact: "--c4", task: "--c3", note: "--quiet", summary: "--c5", event: "--c1" };
  const table = Array.from({ length: 256 }, (_, n) => { let c = n; for (let k = 0; k < 8; k += 1) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1; return c >>> 0; });
  const crc = (text) => { let c = 0xffffffff; for (const byte of new TextEncoder().encode(text)) c = table[(c ^ byte) & 255] ^ (c >>> 8); return (c ^ 0xffffffff) >>> 0; };
  const hue = (id) => colour(`--c${crc(id) % HUES}`);

  const style = () => [
    { selector: "node", style: { label: "data(label)", color: colour("--ink"), "font-size": 11, "font-family": "system-ui, sans-serif", "text-valign": "bottom", "text-margin-y": 5, "text-max-width": 120, "text-wrap": "ellipsis", "background-color": "data(colour)", "border-width": 0, width: 26, height: 26, "min-zoomed-font-size": 7, "overlay-opacity": 0 } },
    { selector: "node[type = 'me']", style: { width: 34, height: 34, "background-color": colour("--ink"), "font-weight": 700 } },
    { selector: "node[type = 'fact']", style: { width: 9, height: 9, shape: "round-rectangle", label: "" } },
    { selector: "node.centre", style: { width: 38, height: 38, "font-weight": 700, "font-size": 13 } },
    { selector: "edge", style: { width: 1, "line-color": colour("--line-strong"), "curve-style": "haystack", "overlay-opacity": 0 } },
    { selector: "edge[kind != 'about'][kind != 'knows']", style: { label: "data(kind)", "font-size": 9, color: colour("--quiet"), "text-background-color": colour("--sheet"), "text-background-opacity": 1, "text-background-padding": 2, "min-zoomed-font-size": 8 } },
    { selector: ".dim", style: { opacity: 0.12 } },
    { selector: ".lit", style: { label: "data(label)", "border-width": 3, "border-color": colour("--accent"), "text-wrap": "wrap", "z-index": 9 } },
    { selector: ".hidden", style: { display: "none" } },
  ];

  const GOLDEN = 2.399963; // an angle that never repeats: each next one finds room
  const onSpiral = (from, place, distance) => ({ x: from.x + Math.cos(place * GOLDEN) * distance, y: from.y + Math.sin(place * GOLDEN) * distance });
  const besides = (home, place) => onSpiral(home, place, 26 + 9 * Math.sqrt(place));

  // Everybody has a place of their own on a sunflower; their facts stand around them. It takes no time at 2,000 nodes.
  const places = (data, centre) => {
    const at = {}, around = {};
    for (const edge of data.edges) if (edge.kind === "about" && !(edge.source in around)) around[edge.source] = edge.target;
    const counts = {};
    for (const home of Object.values(around)) counts[home] = (counts[home] || 0) + 1;
    const people = data.nodes.filter((node) => node.type === "person" && node.id !== centre);
    people.sort((a, b) => (counts[b.id] || 0) - (counts[a.id] || 0));
    const first = centre || "me";
    at[first] = { x: 0, y: 0 };
    if (centre) people.push(...data.nodes.filter((node) => node.type === "me"));
    const radius = (id) => 34 + 11 * Math.sqrt(counts[id] || 0);
    let far = radius(first) + 70;
    people.forEach((node, place) => {
      const distance = Math.max(far, (radius(first) + 46) + 58 * Math.sqrt(place));
      at[node.id] = onSpiral(at[first], place, distance);
      far = distance + 2;
    });
    const placed = {};
    for (const node of data.nodes) {
      if (node.type !== "fact") continue;
      const home = at[around[node.id]] ? around[node.id] : first;
      const index = (placed[home] = (placed[home] || 0) + 1);
      at[node.id] = besides(at[home], index);
    }
    return at;
  };

  const dot = (node, position, classes) => ({ data: { ...node, colour: node.type === "fact" ? colour(KINDS[node.kind] || "--quiet") : hue(node.id) }, position, classes });
  const line = (edge) => ({ data: { id: `${edge.source} ${edge.target} ${edge.kind}`, ...edge } });

  const elements = (data, centre) => {
    const at = places(data, centre);
    const known = new Set(data.nodes.map((node) => node.id));
    const drawn = centre ? data.edges.filter((edge) => edge.kind === "about" || edge.target === centre || edge.source === centre || edge.source !== "me") : data.edges;
    return [
      ...data.nodes.map((node) => dot(node, at[node.id], node.id === centre ? "centre" : "")),
      ...drawn.filter((edge) => known.has(edge.source) && known.has(edge.target)).map(line),
    ];
  };

  // Adds what stands around somebody and is not drawn yet: their facts beside them, other people further out.
  const expand = (cy, person, data) => {
    const absent = (element) => cy.getElementById(element.data.id).empty();
    const home = person.position();
    let facts = person.neighborhood("[type = 'fact']").length;
    const reach = 110 + 9 * Math.sqrt(facts + data.nodes.length);
    const nodes = data.nodes.filter((node) => cy.getElementById(node.id).empty());
    cy.add(nodes.map((node, place) => dot(node, node.type === "fact" ? besides(home, (facts += 1)) : onSpiral(home, place, reach), "")));
    cy.add(data.edges.map(line).filter(absent));
  };

  const page = (node) => (node.data("type") === "person" ? `/people/${node.id()}` : node.data("type") === "fact" ? `/memories/${node.id()}` : "/");

  const draw = (box, data) => {
    const centre = box.dataset.centre || null;
    const cy = window.cytoscape({ container: box, elements: elements(data, centre), style: style(), layout: { name: "preset" }, minZoom: 0.05, maxZoom: 3, textureOnViewport: data.nodes.length > 800, hideEdgesOnViewport: data.nodes.length > 800, pixelRatio: "auto" });
    cy.fit(undefined, 24);
    if (!centre && data.nodes.length < 140) cy.layout({ name: "cose", animate: false, fit: true, padding: 24, nodeRepulsion: () => 9000, idealEdgeLength: (edge) => (edge.data("kind") === "about" ? 26 : 90), randomize: false }).run();
    window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
      cy.nodes().forEach((node) => node.data("colour", node.data("type") === "fact" ? colour(KINDS[node.data("kind")] || "--quiet") : hue(node.id())));
      cy.style(style());
    });
    const count = () => { box.dataset.drawn = String(cy.nodes().length); };
    cy.on("add", "node", count);
    count();
    box.picture = cy;
    return cy;
  };

  const load = async (address) => {
    const answer = await fetch(address, { headers: { Accept: "application/json" }, credentials: "same-origin" });
    if (!answer.ok) throw new Error(String(answer.status));
    return answer.json();
  };

  const save = (content, name) => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(content);
    link.download = name;
    link.click();
    URL.revokeObjectURL(link.href);
  };

  const escaped = (text) => text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
  const asSvg = (cy) => {
    const box = cy.elements(":visible").boundingBox();
    const lines = cy.edges(":visible").map((edge) => { const a = edge.source().position(), b = edge.target().position(); return `<line x1="${a.x}" y1="${a.y}" x2="${b.x}" y2="${b.y}" stroke="${colour("--line-strong")}"/>`; });
    const dots = cy.nodes(":visible").map((node) => {
      const { x, y } = node.position();
      const words = node.data("type") === "fact" ? `<title>${escaped(node.data("label"))}</title>` : "";
      const label = node.data("type") === "fact" ? "" : `<text x="${x}" y="${y + node.height() / 2 + 13}" text-anchor="middle" font-family="system-ui, sans-serif" font-size="11" fill="${colour("--ink")}">${escaped(node.data("label"))}</text>`;
      return `<g><circle cx="${x}" cy="${y}" r="${node.width() / 2}" fill="${node.style("background-color")}">${words}</circle>${label}</g>`;
    });
    return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box.x1 - 20} ${box.y1 - 20} ${box.w + 40} ${box.h + 40}"><rect x="${box.x1 - 20}" y="${box.y1 - 20}" width="${box.w + 40}" height="${box.h + 40}" fill="${colour("--sheet")}"/>${lines.join("")}${dots.join("")}</svg>`;
  };

  const explore = async (box) => {
    const note = document.querySelector("[data-note]");
    const knobs = document.querySelector("[data-knobs]");
    const slider = document.querySelector("[data-slider]");
    const failed = () => { note.textContent = "The picture could not be loaded. Try again in a moment."; };
    let cy = null;
    try { cy = draw(box, await load(box.dataset.web)); } catch { return failed(); }
    const born = Math.min(...cy.nodes().map((node) => Date.parse(node.data("since") || "") || Date.now()));
    const moment = () => (Number(slider.value) >= 100 ? null : new Date(born + (Date.now() - born) * (Number(slider.value) / 100)));
    const known = () => { const then = moment(); return then ? `${box.dataset.web}&as_of=${encodeURIComponent(then.toISOString())}` : box.dataset.web; };

    const filter = () => {
      const kinds = new Set([...knobs.querySelectorAll("[name=kind]:checked")].map((field) => field.value));
      const facts = knobs.querySelector("[name=facts]").checked;
      cy.batch(() => cy.nodes("[type = 'fact']").forEach((node) => node.toggleClass("hidden", !facts || !kinds.has(node.data("kind")))));
    };
    const show = (node) => {
      const near = node.closedNeighborhood();
      cy.batch(() => { cy.elements().addClass("dim").removeClass("lit"); near.removeClass("dim"); node.addClass("lit"); });
      const link = document.createElement("a");
      link.href = page(node);
      link.textContent = node.data("label");
      const facts = near.nodes("[type = 'fact']").length;
      note.replaceChildren(link, node.data("type") === "fact" ? ` · ${node.data("kind")}` : ` · ${facts} ${facts === 1 ? "fact" : "facts"}`);
      if (node.data("type") !== "fact" && cy.nodes().length > 140) cy.animate({ fit: { eles: near, padding: 60 } }, { duration: 300 });
    };
    const open = async (node) => {
      show(node);
      if (node.data("type") !== "person" || node.data("open")) return;
      node.data("open", true);
      try {
        const drawn = cy, around = await load(`${known()}&person=${node.id()}`);
        if (drawn !== cy) return;
        expand(cy, node, around);
        filter();
        if (node.hasClass("lit")) show(node);
      } catch { node.data("open", false); failed(); }
    };
    const listen = () => {
      cy.on("tap", "node", (event) => open(event.target));
      cy.on("tap", (event) => { if (event.target === cy) { cy.elements().removeClass("dim lit"); note.replaceChildren(); } });
      cy.on("dbltap", "node", (event) => { window.location.assign(page(event.target)); });
    };
    listen();
    knobs.addEventListener("change", filter);
    let waiting = 0;
    slider.addEventListener("input", () => {
      const then = moment();
      document.querySelector("[data-moment]").textContent = then ? `on ${then.toLocaleDateString(undefined, { day: "numeric", month: "long", year: "numeric" })}` : "now";
      window.clearTimeout(waiting);
      waiting = window.setTimeout(async () => {
        let data = null;
        try { data = await load(known()); } catch { return failed(); }
        cy.destroy();
        cy = draw(box, data);
        listen();
        filter();
      }, 180);
    });
    document.querySelector("[data-fit]").addEventListener("click", () => cy.animate({ fit: { padding: 24 } }, { duration: 250 }));
    for (const button of document.querySelectorAll("[data-export]")) {
      button.addEventListener("click", () => (button.dataset.export === "png"
        ? save(cy.png({ output: "blob", full: true, scale: 2, bg: colour("--sheet") }), "graphmem.png")
        : save(new Blob([asSvg(cy)], { type: "image/svg+xml" }), "graphmem.svg")));
    }
  };

  for (const box of document.querySelectorAll("[data-web]")) {
    if ("explore" in box.dataset) explore(box);
    else load(box.dataset.web).then((data) => draw(box, data).on("tap", "node", (event) => window.location.assign(page(event.target))));
  }
})();
