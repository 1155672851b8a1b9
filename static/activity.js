// Runs as they begin and end: each event has the page's own list fetched again, at most once a second.
"use strict";
const place = document.querySelector("[data-stream]");
const live = document.querySelector("[data-live]");
let waiting = 0;
const refresh = () => {
  if (waiting) return;
  waiting = window.setTimeout(() => { waiting = 0; window.htmx.trigger("#work", "work"); }, 1000);
};
if (place && window.EventSource) {
  const stream = new EventSource(place.dataset.stream);
  let lost = false;
  stream.addEventListener("open", () => { live.hidden = false; place.dataset.open = "true"; if (lost) refresh(); lost = false; });
  stream.addEventListener("error", () => { live.hidden = true; lost = true; });
  stream.addEventListener("extraction", refresh);
  window.addEventListener("pagehide", () => stream.close());
}
for (const form of document.querySelectorAll("[data-now]")) form.addEventListener("change", () => form.requestSubmit());
