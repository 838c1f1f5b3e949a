// Searches the index of all sections that the server built; it is loaded when it is first needed.

const MOST = 12;
const ROOT = new URL("../..", import.meta.url); // of the server
let loading;

/** Return the sections, each with its words in lower case. */
function sections() {
  loading ??= fetch(new URL("../search.json", import.meta.url))
    .then((answer) => answer.json())
    .then((rows) => rows.map(([url, page, heading, text]) => ({
      url, page, heading, text,
      title: `${page} ${heading}`.toLowerCase(), lower: text.toLowerCase(),
    })));
  return loading;
}

/** Return how well a section answers the words: titles count most; 0 if a word is missing. */
function score(section, words) {
  let sum = 0;
  for (const word of words) {
    const inTitle = section.title.includes(word);
    const at = section.lower.indexOf(word);
    if (!inTitle && at < 0) return 0;
    if (inTitle) sum += section.title.split(/\W+/).some((each) => each === word) ? 30 : 15;
    if (section.heading === "" && inTitle) sum += 5;
    if (at >= 0) sum += 3 + Math.min(section.lower.split(word).length - 1, 5);
  }
  return section.url.startsWith("/docs/problems/") ? sum / 2 : sum; // there are many of them
}

/** Return the text around the first word. */
function excerpt(section, words) {
  const at = Math.max(0, ...words.map((word) => section.lower.indexOf(word)).slice(0, 1));
  const start = Math.max(0, at - 50);
  return (start ? "…" : "") + section.text.slice(start, start + 150) + "…";
}

function entry(section, words, index) {
  const item = document.createElement("li");
  item.id = `found-${index}`;
  item.setAttribute("role", "option");
  const link = document.createElement("a");
  link.href = new URL(`.${section.url}`, ROOT).href;
  link.tabIndex = -1;
  const title = document.createElement("b");
  title.textContent = section.heading ? `${section.page} › ${section.heading}` : section.page;
  const text = document.createElement("span");
  text.textContent = excerpt(section, words);
  link.append(title, text);
  item.append(link);
  return item;
}

/** Make the search box of the header work. */
export function search(box) {
  const input = box.querySelector("input");
  const list = box.querySelector("ul");
  let chosen = -1;
  box.hidden = false;

  function show(open) {
    list.hidden = !open;
    input.setAttribute("aria-expanded", String(open));
    if (!open) choose(-1);
  }

  function choose(index) {
    const items = [...list.querySelectorAll("[role=option]")];
    chosen = items.length ? Math.max(-1, Math.min(index, items.length - 1)) : -1;
    items.forEach((item, at) => item.setAttribute("aria-selected", String(at === chosen)));
    if (chosen < 0) return input.removeAttribute("aria-activedescendant");
    input.setAttribute("aria-activedescendant", items[chosen].id);
    items[chosen].scrollIntoView({ block: "nearest" });
  }

  async function find() {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    if (!words.length) return show(false);
    const found = (await sections())
      .map((section) => ({ section, points: score(section, words) }))
      .filter((each) => each.points > 0)
      .sort((one, other) => other.points - one.points)
      .slice(0, MOST);
    list.replaceChildren(...found.map((each, index) => entry(each.section, words, index)));
    if (!found.length) {
      const none = document.createElement("li");
      none.className = "none";
      none.textContent = "No page has all of these words.";
      list.append(none);
    }
    show(true);
    choose(found.length ? 0 : -1);
  }

  input.addEventListener("input", find);
  input.addEventListener("focus", () => { if (input.value) find(); });
  input.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) { event.preventDefault(); choose(Math.max(0, chosen + step)); }
    if (event.key === "Escape") show(false);
    if (event.key === "Enter") {
      const link = list.querySelector('[aria-selected="true"] a');
      if (link) { show(false); location.assign(link.href); }
    }
  });
  list.addEventListener("click", () => show(false));
  document.addEventListener("click", (event) => { if (!box.contains(event.target)) show(false); });
  document.addEventListener("keydown", (event) => {
    const typing = event.target.matches("input, textarea, select");
    if (event.key === "/" && !typing) { event.preventDefault(); input.focus(); }
  });
}
