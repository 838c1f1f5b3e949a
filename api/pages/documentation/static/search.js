// The search box. It loads the index, and the code that searches it, when it is first needed.

const ROOT = new URL("../..", import.meta.url); // of the server
let loading;

/** Return a function from a question to results; a failed load is tried again. */
function finding() {
  const index = new URL("../search.json", import.meta.url);
  loading ??= Promise.all([import("./finder.js"), fetch(index).then((answer) => answer.json())])
    .then(([{ finder }, rows]) => finder(rows))
    .catch((failed) => { loading = undefined; throw failed; });
  return loading;
}

function entry({ url, page, heading, excerpt }, index) {
  const item = document.createElement("li");
  item.id = `found-${index}`;
  item.setAttribute("role", "option");
  const link = document.createElement("a");
  link.href = new URL(`.${url}`, ROOT).href;
  link.tabIndex = -1;
  const title = document.createElement("b");
  title.textContent = heading ? `${page} › ${heading}` : page;
  const text = document.createElement("span");
  text.append(...excerpt.map(([words, found]) => {
    if (!found) return words;
    const mark = document.createElement("mark");
    mark.textContent = words;
    return mark;
  }));
  link.append(title, text);
  item.append(link);
  return item;
}

function notice(sentence) {
  const item = document.createElement("li");
  item.className = "none";
  item.textContent = sentence;
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
    const question = input.value;
    if (!question.trim()) return show(false);
    const search = await finding().catch(() => undefined);
    if (question !== input.value) return undefined; // a later call shows the results
    const items = (search?.(question) ?? []).map(entry);
    const none = search ? "No page has these words." : "The search could not be loaded. Try again.";
    list.replaceChildren(...(items.length ? items : [notice(none)]));
    show(true);
    return choose(items.length ? 0 : -1);
  }

  input.addEventListener("input", find);
  input.addEventListener("focus", () => {
    if (input.value) find();
    else finding().catch(() => {}); // the first letters then find it loaded
  });
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
