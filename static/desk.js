// The desk on top of a form that works without it: an editor, sorting in place, a picture.
"use strict";
(() => {
  const form = document.querySelector("[data-desk]");
  const field = document.querySelector("[data-query]");
  if (!form || !field) return;
  const run = () => { form.requestSubmit(); return true; };
  field.addEventListener("keydown", (event) => { if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) { event.preventDefault(); run(); } });

  // The editor lives in a shadow root: there its styles are adopted sheets, which the page's policy allows.
  const words = "MATCH OPTIONAL WHERE RETURN WITH UNWIND ORDER BY LIMIT SKIP DISTINCT UNION CALL YIELD EXISTS COUNT COLLECT NOT AND OR IS NULL STARTS ENDS CONTAINS CASE WHEN THEN ELSE END SHOW INDEXES CONSTRAINTS count collect labels type keys properties datetime duration date.truncate coalesce".split(" ");
  const names = new Set([...words, ...[...document.querySelectorAll("[data-complete]")].map((item) => item.dataset.complete)]);
  const KEYWORDS = /^(match|optional|where|return|with|unwind|order|by|asc|desc|limit|skip|offset|distinct|union|all|any|none|single|call|yield|exists|count|collect|not|and|or|xor|is|null|true|false|in|starts|ends|contains|case|when|then|else|end|as|show|indexes|constraints|functions|procedures|cypher|next|let|filter|create|merge|set|delete|detach|remove|foreach|shortestpath)$/i;
  const cypher = {
    startState: () => ({ comment: false, before: "" }),
    token(stream, state) {
      if (state.comment || stream.match("/*")) { state.comment = !stream.match(/^.*?\*\//) && (stream.skipToEnd(), true); return "comment"; }
      if (stream.match(/^\/\/.*/)) return "comment";
      if (stream.eatSpace()) return null;
      const before = state.before;
      if (stream.match(/^'(?:\\.|[^'\\])*'?/) || stream.match(/^"(?:\\.|[^"\\])*"?/)) { state.before = "text"; return "string"; }
      if (stream.match(/^\$\w+/)) { state.before = "word"; return "atom"; }
      if (stream.match(/^(?:`[^`]*`?|[^\W\d]\w*)/)) {
        state.before = "word";
        const word = stream.current();
        if (before === ":" || before === "|" || before === "!") return "typeName";
        if (before === ".") return "propertyName";
        return KEYWORDS.test(word) ? "keyword" : null;
      }
      if (stream.match(/^\d[\w.]*/)) { state.before = "number"; return "number"; }
      state.before = stream.next();
      return null;
    },
    languageData: { commentTokens: { line: "//", block: { open: "/*", close: "*/" } }, closeBrackets: { brackets: ["(", "[", "{", "'", '"', "`"] } },
  };
  let editor = null;
  const mount = () => {
    const cm = window.CodeMirror;
    const host = document.createElement("div");
    host.className = "editor-host";
    field.parentElement.classList.add("awake");
    field.parentElement.append(host);
    const root = host.attachShadow({ mode: "open" });
    const suggest = (context) => {
      const before = context.matchBefore(/[\w.]+/);
      if (!before && !context.explicit) return null;
      return { from: before ? before.from : context.pos, options: [...names].map((label) => ({ label })), validFor: /^[\w.]*$/ };
    };
    const look = cm.EditorView.theme({
      "&": { color: "var(--ink)", backgroundColor: "transparent", fontSize: "0.9rem" },
      "&.cm-focused": { outline: "none" },
      ".cm-scroller": { fontFamily: "ui-monospace, SFMono-Regular, 'JetBrains Mono', Menlo, Consolas, monospace", lineHeight: "1.6", minHeight: "9.5rem", maxHeight: "50vh" },
      ".cm-content": { padding: "0.6rem 0", caretColor: "var(--accent)" },
      ".cm-line": { padding: "0 0.8rem" },
      ".cm-cursor": { borderLeftColor: "var(--accent)", borderLeftWidth: "2px" },
      "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": { backgroundColor: "color-mix(in srgb, var(--accent) 25%, transparent)" },
      ".cm-gutters": { backgroundColor: "transparent", color: "var(--quiet)", border: "0", paddingLeft: "0.35rem" },
      ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "color-mix(in srgb, var(--tint) 40%, transparent)" },
      ".cm-placeholder": { color: "var(--quiet)" },
      ".cm-matchingBracket": { backgroundColor: "var(--tint) !important", outline: "1px solid var(--line-strong)" },
      ".cm-tooltip": { backgroundColor: "var(--raised)", border: "1px solid var(--line)", borderRadius: "8px", boxShadow: "var(--lifted)", overflow: "hidden" },
      ".cm-tooltip-autocomplete > ul > li": { padding: "0.15rem 0.6rem !important", color: "var(--ink)" },
      ".cm-tooltip-autocomplete > ul > li[aria-selected]": { backgroundColor: "var(--tint) !important", color: "var(--ink) !important" },
    });
    const t = cm.tags;
    const colours = cm.HighlightStyle.define([
      { tag: t.keyword, color: "var(--c0)", fontWeight: "600" },
      { tag: t.string, color: "var(--c6)" },
      { tag: t.comment, color: "var(--quiet)", fontStyle: "italic" },
      { tag: t.number, color: "var(--c3)" },
      { tag: t.typeName, color: "var(--c1)" },
      { tag: t.atom, color: "var(--c2)" },
      { tag: t.propertyName, color: "var(--c4)" },
    ]);
    editor = new cm.EditorView({
      doc: field.value,
      parent: root,
      root,
      extensions: [
        cm.keymap.of([{ key: "Mod-Enter", run }]),
        cm.lineNumbers(), cm.highlightActiveLine(), cm.highlightActiveLineGutter(), cm.drawSelection(), cm.history(), cm.bracketMatching(), cm.closeBrackets(),
        cm.autocompletion({ override: [suggest], icons: false }),
        cm.keymap.of([...cm.closeBracketsKeymap, ...cm.defaultKeymap, ...cm.historyKeymap, ...cm.completionKeymap]),
        cm.StreamLanguage.define(cypher), cm.syntaxHighlighting(colours), look, cm.EditorView.lineWrapping, cm.placeholder(field.placeholder),
        cm.EditorView.contentAttributes.of({ "aria-label": "Query", spellcheck: "false", autocapitalize: "off" }),
        // Typing over a selection is done by the editor: the browser's own way leaves inline styles, which the policy forbids.
        cm.EditorView.domEventHandlers({
          beforeinput(event, view) {
            if (event.inputType !== "insertText" || !event.data || view.composing || view.state.selection.main.empty || "([{'\"`".includes(event.data)) return false;
            event.preventDefault();
            view.dispatch({ ...view.state.replaceSelection(event.data), userEvent: "input.type", scrollIntoView: true });
            return true;
          },
        }),
        cm.EditorView.updateListener.of((update) => { if (update.docChanged) field.value = update.state.doc.toString(); }),
      ],
    });
    host.editor = editor;
  };

  // Saving takes what stands in the editor, not what was run last.
  for (const save of document.querySelectorAll("[data-save]")) save.addEventListener("submit", () => { save.elements.query.value = field.value; });

  const sort = (head) => {
    const link = head.querySelector("[data-sort]"), place = Number(link.dataset.sort);
    const down = head.getAttribute("aria-sort") === "ascending";
    for (const other of head.parentElement.children) other.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", down ? "descending" : "ascending");
    const body = head.closest("table").tBodies[0];
    const cell = (row) => row.cells[place];
    const absent = (row) => cell(row).classList.contains("is-nothing");
    const number = (row) => cell(row).classList.contains("is-number");
    const order = (a, b) => {
      if (absent(a) || absent(b)) return absent(a) - absent(b);
      const turn = down ? -1 : 1;
      if (number(a) && number(b)) return turn * (Number(cell(a).textContent) - Number(cell(b).textContent));
      if (number(a) !== number(b)) return turn * (number(a) ? -1 : 1);
      return turn * cell(a).textContent.localeCompare(cell(b).textContent);
    };
    body.replaceChildren(...[...body.rows].sort(order));
  };
  document.addEventListener("click", (event) => {
    const link = event.target.closest && event.target.closest("[data-sort]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    sort(link.closest("th"));
  });

  const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  const draw = (box) => {
    const data = JSON.parse(box.dataset.drawing);
    const groups = [...new Set(data.nodes.map((node) => node.group))].sort();
    const hue = (group) => `--c${groups.indexOf(group) % 8}`;
    const style = () => [
      { selector: "node", style: { label: "data(label)", color: colour("--ink"), "font-size": 10, "font-family": "system-ui, sans-serif", "text-valign": "bottom", "text-margin-y": 4, "text-max-width": 110, "text-wrap": "ellipsis", width: 20, height: 20, "background-color": (node) => colour(hue(node.data("group"))), "min-zoomed-font-size": 7, "overlay-opacity": 0 } },
      { selector: "node[[degree >= 3]]", style: { width: 28, height: 28, "font-size": 15, "font-weight": 600 } },
      { selector: "edge", style: { width: 1.2, "line-color": colour("--line-strong"), "target-arrow-color": colour("--line-strong"), "target-arrow-shape": "triangle", "arrow-scale": 0.7, "curve-style": "bezier", label: "data(label)", "font-size": 8, color: colour("--quiet"), "text-background-color": colour("--sheet"), "text-background-opacity": 1, "text-background-padding": 1, "min-zoomed-font-size": 9, "overlay-opacity": 0 } },
    ];
    const elements = [...data.nodes.map((node) => ({ data: node })), ...data.edges.map((edge, place) => ({ data: { id: `e${place}`, ...edge } }))];
    const layout = data.edges.length ? { name: "cose", animate: false, padding: 24, nodeRepulsion: () => 12000, idealEdgeLength: () => 70 } : { name: "grid", padding: 24, avoidOverlapPadding: 40 };
    const cy = window.cytoscape({ container: box, elements, style: style(), layout, minZoom: 0.05, maxZoom: 2.5, pixelRatio: "auto" });
    window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => cy.style(style()));
    const legend = box.parentElement.querySelector("[data-legend]");
    legend.replaceChildren(...groups.map((group) => {
      const item = document.createElement("span"), dot = document.createElement("i");
      dot.className = `dot h${groups.indexOf(group) % 8}`;
      item.append(dot, group || "no label");
      return item;
    }));
    box.picture = cy;
    box.dataset.drawn = String(data.nodes.length);
  };
  const arrived = () => {
    for (const box of document.querySelectorAll("[data-drawing]:not([data-drawn])")) if (window.cytoscape) draw(box);
    const wrong = document.querySelector("#answer [data-line]");
    if (wrong && editor) {
      const line = editor.state.doc.line(Math.min(Number(wrong.dataset.line), editor.state.doc.lines));
      editor.dispatch({ selection: { anchor: Math.min(line.from + Number(wrong.dataset.column) - 1, line.to) }, scrollIntoView: true });
    }
    document.querySelector(".starters")?.classList.toggle("gone", Boolean(document.querySelector("#answer").children.length));
  };
  document.addEventListener("htmx:afterSwap", arrived);
  if (window.CodeMirror) mount();
  arrived();
})();
