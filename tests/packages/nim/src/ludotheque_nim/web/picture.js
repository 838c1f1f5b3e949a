// The picture of Nim: seven sticks.
import { html } from "#preact";

export function picture() {
  const stick = (n) => html`<rect x=${22 + n * 18} y="22" width="8" height="56" rx="4" fill="var(--wood)" />`;
  return html`<svg viewBox="0 0 160 100" aria-hidden="true"><rect width="160" height="100" rx="8" fill="var(--grass)" />${[0, 1, 2, 3, 4, 5, 6].map(stick)}</svg>`;
}
