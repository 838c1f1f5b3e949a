// What the cells of a circuit mean.
import { html, nameOf, textOf } from "#kit";
import { things } from "./things.js";

/**
 * Lists the special cells of this circuit with their drawings and effects.
 * @param {any} components
 * @param {{ id: string, map: string[] }} circuit
 * @param {"fr" | "en"} lang
 */
export function legend(components, circuit, lang) {
  const glyphs = [...new Set(circuit.map.join(""))].filter((glyph) => !"#.SF".includes(glyph));
  const kind = nameOf(components, "obstacles", circuit.id, "en");
  const one = (/** @type {string} */ glyph) => {
    const name = glyph === "O" ? nameOf(components, "obstacles", circuit.id, lang) : nameOf(components, "legend", glyph, lang);
    const text = glyph === "O" ? "" : textOf(components, "legend", glyph, lang);
    return html`<li key=${glyph}>
      <svg viewBox="-20 -20 40 40" width="24" height="24" aria-hidden="true">${things(glyph, 0, kind)}</svg>
      <span><strong>${name}</strong>${text && ` — ${text}`}</span>
    </li>`;
  };
  return html`<ul class="gasterospeed-legend">${glyphs.map(one)}</ul>`;
}
