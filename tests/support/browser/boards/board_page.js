/** Draws one board with the given props and keeps what a reader does with it. */
import { h, render } from "/vendor/preact.js";

const root = /** @type {HTMLElement} */ (document.querySelector("#board_page"));
/** @type {any} */ (window).board_page = {
  chosen: [],
  pointed: [],
  motions: 0,
  async draw(game, props) {
    const board = await loaded(game);
    const onChoose = (chosen) => window.board_page.chosen.push(...[chosen].flat().map((each) => each.command ?? each)); // the page asks which
    const onPoint = (action) => window.board_page.pointed.push(action);
    render(h(board.Board, { ...props, onChoose, onPoint }), root);
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  },
  clear() {
    render(null, root);
    window.board_page.chosen = [];
    window.board_page.pointed = [];
    window.board_page.motions = 0;
  },
  async picture(game) {
    const board = await loaded(game);
    render(board.picture(), root);
  },
  async chart(game, views) {
    const board = await loaded(game);
    return board.chart(views);
  },
};

for (const started of ["transitionrun", "animationstart"]) {
  document.addEventListener(started, ({ target }) => {
    if (target.closest(".board-piece, .board-appear, .bug_race-leg")) window.board_page.motions += 1;
  });
}

async function loaded(game) {
  await styled("/kit/kit.css");
  await styled(`/games/${game}/now/board.css`);
  return import(`/games/${game}/now/board.js`);
}

async function styled(address) {
  if (document.querySelector(`link[href="${address}"]`)) return;
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = address;
  await new Promise((loaded) => {
    link.onload = loaded;
    document.head.append(link);
  });
}
