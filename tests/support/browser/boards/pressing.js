/** Presses everything on the board that can be pressed, and returns the commands it sends. */
(() => {
  const all = (selector) => [...document.querySelectorAll(selector)];
  const settled = () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  const press = async (element) => {
    element.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    await settled();
  };
  const pressActions = async () => {
    for (const element of all("[data-action]")) await press(element);
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
