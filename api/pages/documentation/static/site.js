// Search, copy buttons, links to headings and the menu of small screens. The pages work without it.
import { search } from "./search.js";

const page = document.documentElement;
page.classList.add("scripted");

const menu = document.querySelector(".menu");
menu.setAttribute("role", "button");
menu.setAttribute("aria-controls", "pages");
menu.setAttribute("aria-expanded", "false");
menu.addEventListener("click", (event) => {
  event.preventDefault();
  const open = page.classList.toggle("open");
  menu.setAttribute("aria-expanded", String(open));
  if (open) document.querySelector("#pages a").focus();
});

document.querySelector('.pages [aria-current="page"]')?.scrollIntoView({ block: "nearest" });
scrollTo({ top: location.hash ? scrollY : 0 });

for (const heading of document.querySelectorAll("article h2[id], article h3[id]")) {
  const anchor = document.createElement("a");
  anchor.className = "anchor";
  anchor.href = `#${heading.id}`;
  anchor.textContent = "#";
  anchor.setAttribute("aria-label", `Link to ${heading.textContent}`);
  heading.append(anchor);
}

/** Copy text; pages on plain HTTP of another machine have no clipboard object. */
async function copy(text) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const area = document.createElement("textarea");
  area.value = text;
  document.body.append(area);
  area.select();
  document.execCommand("copy");
  area.remove();
}

for (const pre of document.querySelectorAll("article pre")) {
  const block = document.createElement("div");
  block.className = "block";
  pre.replaceWith(block);
  const button = document.createElement("button");
  button.className = "copy";
  button.type = "button";
  button.textContent = "Copy";
  button.addEventListener("click", async () => {
    await copy(pre.textContent);
    button.textContent = "Copied";
    setTimeout(() => { button.textContent = "Copy"; }, 1500);
  });
  block.append(pre, button);
}

const entries = new Map();
for (const link of document.querySelectorAll(".toc a")) entries.set(link.hash.slice(1), link);
const seen = new IntersectionObserver((changes) => {
  for (const change of changes) {
    if (!change.isIntersecting) continue;
    for (const link of entries.values()) link.classList.remove("here");
    entries.get(change.target.id)?.classList.add("here");
  }
}, { rootMargin: "-60px 0px -70% 0px" });
for (const id of entries.keys()) {
  const heading = document.getElementById(decodeURIComponent(id));
  if (heading) seen.observe(heading);
}

search(document.querySelector(".search"));
