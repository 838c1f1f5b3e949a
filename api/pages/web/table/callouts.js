// Callouts on the board: what an event has changed and where, with the rule behind it.
// @ts-check
import { speed } from "../lib/settings.js";
import { showRules } from "../learning/rule_links.js";
import { html, useEffect, useState } from "../vendor/preact.js";
import { beatsOf } from "./timeline.js";

const MOVE = 420; // milliseconds at speed 1, as in theme.css: callouts come when the pieces are where they belong

/** @typedef {{ at: string, text: string, rule: string | null, x: number, y: number }} Placed */

/**
 * Returns where the callouts of events are; those of one part of the board become one.
 * @param {HTMLElement} frame @param {any} module @param {any[]} events @param {any} components @returns {Placed[]}
 */
function placed(frame, module, events, components) {
  /** @type {Map<string, Placed>} */
  const found = new Map();
  const origin = frame.getBoundingClientRect();
  for (const beat of beatsOf(events, module)) {
    for (const { at, text } of module.marks(beat, components)) {
      const box = frame.querySelector(at)?.getBoundingClientRect();
      const before = found.get(at);
      const both = before ? `${before.text} · ${text}` : text;
      if (box) found.set(at, { at, text: both, rule: beat.rule, x: box.x + box.width / 2 - origin.x, y: Math.max(box.y, origin.y + 18) - origin.y });
    }
  }
  return [...found.values()];
}

export function Callouts({ frame, module, game, version, events, components }) {
  const [shown, setShown] = useState(/** @type {Placed[]} */ ([]));
  useEffect(() => {
    setShown([]);
    if (!module?.marks || !events.length) return undefined;
    const timer = setTimeout(() => frame.current && setShown(placed(frame.current, module, events, components)), speed() ? MOVE / speed() : 0);
    return () => clearTimeout(timer);
  }, [version, module]);
  return shown.map(({ at, text, rule, x, y }) => html`<button key=${`${version} ${at}`} type="button" class="callout" tabindex="-1" aria-hidden="true"
    style=${{ left: `${x}px`, top: `${y}px` }} onClick=${() => rule && showRules(game, rule)}>${text}</button>`);
}
