// Emblems drawn by code, each in a box of 40 × 40 around the origin.
import { html } from "#preact";

const wings = () => html`<g class="asterix-outline">
  <path d="M-9 6 Q-10 -8 0 -10 Q10 -8 9 6 Z" fill="var(--yellow)" />
  <path d="M-9 0 Q-20 -4 -17 -17 Q-10 -13 -7 -6 Z" fill="var(--white)" />
  <path d="M9 0 Q20 -4 17 -17 Q10 -13 7 -6 Z" fill="var(--white)" />
  <path d="M-11 6 H11 V11 H-11 Z" fill="var(--orange)" />
</g>`;
const menhir = () => html`<g class="asterix-outline">
  <path d="M-9 17 Q-14 -4 -3 -18 Q6 -19 9 -4 Q13 10 9 17 Z" fill="var(--stone)" />
  <path d="M-4 -8 L1 -3 M2 6 L6 10" fill="none" />
</g>`;
const shield = () => html`<g class="asterix-outline">
  <ellipse rx="18" ry="12" fill="var(--blue)" />
  <ellipse rx="12" ry="7" fill="var(--yellow)" /><circle r="3.5" fill="var(--red)" />
</g>`;
const lyre = () => html`<g class="asterix-outline">
  <path d="M-4 15 Q-18 0 -10 -16 Q-14 2 0 6 Q14 2 10 -16 Q18 0 4 15 Z" fill="var(--yellow)" />
  <path d="M-11 -9 H11 M-4 -8 V8 M0 -8 V9 M4 -8 V8" fill="none" />
</g>`;
const cauldron = () => html`<g class="asterix-outline">
  <path d="M-14 -4 Q-17 16 0 16 Q17 16 14 -4 Z" fill="var(--black)" />
  <ellipse cy="-4" rx="15" ry="4.5" fill="var(--green)" />
  <path d="M-6 -10 q-3 -4 0 -8 M3 -9 q3 -5 0 -9" fill="none" stroke="var(--green)" stroke-width="2.5" />
</g>`;
const star = () => html`<path class="asterix-outline" fill="var(--yellow)" d="M0 -15 L4 -5 L15 -5 L6 2 L10 13 L0 6 L-10 13 L-6 2 L-15 -5 L-4 -5 Z" />`;

/** @type {Record<string, () => any>} */
const CHARACTERS = { AST: wings, OBE: menhir, ABR: shield, ASS: lyre, PAN: cauldron };

/**
 * Draws the emblem of a character; a star for one without a drawing.
 * @param {string} character
 */
export function emblem(character) {
  return (CHARACTERS[character] ?? star)();
}

/** A small white dog. */
export function dog() {
  return html`<g class="asterix-outline">
    <path d="M-12 -4 Q-16 -16 -8 -16 L-4 -9 H4 L8 -16 Q16 -16 12 -4 Q13 10 0 13 Q-13 10 -12 -4 Z" fill="var(--white)" />
    <circle cx="-5" cy="-2" r="1.8" fill="var(--black)" /><circle cx="5" cy="-2" r="1.8" fill="var(--black)" />
    <path d="M-3.5 3 H3.5 L0 7 Z" fill="var(--black)" />
  </g>`;
}

/**
 * A Roman helmet; officers wear a wide crest.
 * @param {number} value
 */
export function helmet(value) {
  const crest = value > 7
    ? html`<path d="M-15 -6 Q-14 -20 0 -20 Q14 -20 15 -6 Q8 -13 0 -13 Q-8 -13 -15 -6 Z" fill="var(--red)" />`
    : html`<path d="M-2 -11 V-17 H2 V-11 Z" fill="var(--red)" />`;
  return html`<g class="asterix-outline">
    ${crest}
    <path d="M-12 2 Q-12 -12 0 -12 Q12 -12 12 2 Z" fill="var(--grey)" />
    <path d="M-12 2 H12 V6 H-12 Z" fill="var(--yellow)" />
    <path d="M-12 6 V16 L-5 14 V6 Z M12 6 V16 L5 14 V6 Z" fill="var(--grey)" />
  </g>`;
}

/** A black sail. */
export function sail() {
  return html`<g class="asterix-outline">
    <path d="M-14 10 Q0 18 14 10 L11 16 Q0 20 -11 16 Z" fill="var(--brown)" />
    <path d="M0 10 V-18" fill="none" stroke-width="2.5" />
    <path d="M1 -16 Q14 -8 9 6 H1 Z" fill="var(--black)" /><path d="M-1 -14 Q-12 -6 -8 6 H-1 Z" fill="var(--black)" />
  </g>`;
}

/** A potion in a box of 8 × 14 around the origin. */
export function potion() {
  return html`<path d="M-1.5 -7 H1.5 V-2 Q5 1 4 5 Q3 7 0 7 Q-3 7 -4 5 Q-5 1 -1.5 -2 Z" fill="var(--green)" stroke="var(--ink)" />`;
}
