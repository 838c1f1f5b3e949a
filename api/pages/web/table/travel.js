// Pieces travel: a card that is elsewhere after a step flies there from where it was, or from the player who brought it.
// @ts-check
import { speed } from "../lib/settings.js";
import { useLayoutEffect, useRef } from "../vendor/preact.js";

const MOVE = 420; // milliseconds at speed 1, as in theme.css
const NEAR = 6; // pixels that nobody sees
const EASE = "cubic-bezier(0.3, 0, 0.2, 1)";

/** @typedef {{ x: number, y: number }} Point */

/** @param {Element} element @returns {Point} */
function centre(element) {
  const box = element.getBoundingClientRect();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** The pieces of a board by their names; of equal ones nobody can say which went where. @param {Element | null} frame */
function pieces(frame) {
  /** @type {Map<string, Element | null>} */
  const found = new Map();
  for (const element of /** @type {NodeListOf<HTMLElement>} */ (frame?.querySelectorAll("[data-piece]") ?? [])) {
    const name = element.dataset.piece ?? "";
    found.set(name, found.has(name) ? null : element);
  }
  return found;
}

/** The seat of the event that brought a piece to where all see it. @param {string} name @param {any[]} events */
function bringer(name, events) {
  const seat = events.find(({ data }) => data?.seat !== undefined && JSON.stringify(data).includes(`"${name}"`))?.data.seat;
  return seat === undefined ? null : document.querySelector(`.seats [data-seat="${seat}"]`);
}

/** Move an element from a point to where it is drawn; units inside of a drawing may be larger than pixels. @param {Element} element @param {Point} from */
function fly(element, from) {
  const to = centre(element);
  const [x, y] = [from.x - to.x, from.y - to.y];
  if (Math.abs(x) + Math.abs(y) < NEAR) return;
  const scale = element instanceof SVGGraphicsElement && !(element instanceof SVGSVGElement) ? (element.getScreenCTM()?.a ?? 1) : 1;
  element.animate([{ translate: `${x / scale}px ${y / scale}px` }, { translate: "0 0" }], { duration: MOVE / (speed() || 1), easing: EASE });
}

/**
 * Let the pieces of a board travel when it shows another version.
 * @param {{ current: any }} frame @param {number} version @param {any[]} events @param {boolean} animate
 */
export function useTravel(frame, version, events, animate) {
  const shown = useRef({ version, places: /** @type {Map<string, Point>} */ (new Map()) });
  if (animate && shown.current.version !== version) // what is drawn now is still the position before
    shown.current.places = new Map([...pieces(frame.current)].flatMap(([name, element]) => (element ? [[name, centre(element)]] : [])));
  useLayoutEffect(() => {
    const before = shown.current;
    shown.current = { version, places: new Map() };
    if (!animate || before.version === version || !before.places.size) return;
    for (const [name, element] of pieces(frame.current)) {
      const origin = before.places.has(name) ? null : bringer(name, events);
      const from = before.places.get(name) ?? (origin && centre(origin));
      if (element && from) fly(element, from);
    }
  }, [version, animate]);
}
