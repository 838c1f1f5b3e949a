/** Presses everything on the board that can be pressed, and returns the commands it sends. */
(() => {
  const all = (selector) => [...document.querySelectorAll(selector)];
  const settled = () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  const press = async (element) => {
    element.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    await settled();
  };
  const pressNumbers = async (choice) => {
    const field = choice.querySelector("input");
    for (let number = Number(field.min); number <= Number(field.max); number += 1) {
      field.value = number;
      field.dispatchEvent(new Event("change", { bubbles: true }));
      await settled();
      await press(choice.querySelector("[data-action]"));
    }
  };
  const pressActions = async () => {
    for (const element of all("[data-action]")) if (!element.closest("[data-number]")) await press(element);
    for (const choice of all("[data-number]")) await pressNumbers(choice);
  };
  return (async () => {
    window.board_page.chosen.length = 0;
    await pressActions();
    for (const element of all("[data-toggle]")) {
      await press(element);
      await pressActions();
      if (element.getAttribute("aria-pressed") === "true") await press(element);
    }
    return window.board_page.chosen;
  })();
})();
