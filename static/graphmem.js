// Small comforts on top of pages that work without them: keys, menus, toasts.
"use strict";
document.documentElement.classList.add("has-js");

const typing = (element) => element && (element.matches("input, textarea, select") || element.isContentEditable);

document.addEventListener("keydown", (event) => {
  if (event.key === "/" && !typing(document.activeElement) && !event.ctrlKey && !event.metaKey && !event.altKey) {
    const field = document.querySelector("[data-search]");
    if (field) { event.preventDefault(); field.focus(); field.select(); }
  }
  if (event.key === "Escape") {
    for (const menu of document.querySelectorAll("details.menu[open]")) { menu.open = false; menu.querySelector("summary").focus(); }
  }
});

// Search: arrows walk through the hits while the text keeps the focus.
const hitsOf = (field) => [...document.getElementById(field.getAttribute("aria-controls")).querySelectorAll(".hit")];
const choose = (field, hits, index) => {
  hits.forEach((hit, place) => hit.setAttribute("aria-selected", String(place === index)));
  if (index >= 0) { field.setAttribute("aria-activedescendant", hits[index].id); hits[index].scrollIntoView({ block: "nearest" }); }
  else field.removeAttribute("aria-activedescendant");
};
document.addEventListener("keydown", (event) => {
  const field = event.target;
  if (!field.matches || !field.matches("[data-search]")) return;
  const hits = hitsOf(field);
  const now = hits.findIndex((hit) => hit.getAttribute("aria-selected") === "true");
  if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    if (!hits.length) return;
    event.preventDefault();
    const step = event.key === "ArrowDown" ? 1 : -1;
    choose(field, hits, now < 0 && step < 0 ? hits.length - 1 : (now + step + hits.length) % hits.length);
  } else if (event.key === "Enter" && now >= 0) {
    event.preventDefault();
    hits[now].click();
  } else if (event.key === "Escape") {
    document.getElementById(field.getAttribute("aria-controls")).replaceChildren();
    field.setAttribute("aria-expanded", "false");
    field.blur();
  }
});
document.addEventListener("htmx:afterSwap", (event) => {
  const field = document.querySelector(`[data-search][aria-controls="${event.target.id}"]`);
  if (field) field.setAttribute("aria-expanded", String(hitsOf(field).length > 0));
  const first = event.target.querySelector && event.target.querySelector("[autofocus]");
  if (first) first.focus();
});

// What is open closes when the next thing is clicked.
document.addEventListener("click", (event) => {
  for (const menu of document.querySelectorAll("details.menu[open]")) if (!menu.contains(event.target)) menu.open = false;
  for (const search of document.querySelectorAll(".search")) if (!search.contains(event.target)) search.querySelector(".results").replaceChildren();
  const close = event.target.closest("[data-close]");
  if (close) close.closest("[data-toast]").remove();
});

// A toast goes by itself, unless somebody is about to use it.
for (const toast of document.querySelectorAll("[data-toast]")) {
  let timer = 0;
  const start = () => { timer = window.setTimeout(() => toast.remove(), 12000); };
  toast.addEventListener("mouseenter", () => window.clearTimeout(timer));
  toast.addEventListener("mouseleave", start);
  toast.addEventListener("focusin", () => window.clearTimeout(timer));
  start();
}
