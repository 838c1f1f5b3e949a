// Damages a bundle in many ways and prints those that the JavaScript verifier does not notice.
// node damages.mjs bundle step: every byte flipped, cut off, and every line dropped, doubled, swapped

import { readFileSync } from "node:fs";

const { verify } = await import(
  new URL("../../../api/pages/web/verify/verify.js", import.meta.url).href
);

const [, , name, step] = process.argv;
const honest = new Uint8Array(readFileSync(name));
const unseen = [];
let tried = 0;

const attempt = (what, bytes) => {
  tried += 1;
  const { result, findings } = verify(bytes);
  if (result !== "FAIL" || findings.length === 0 || !findings[0].field) unseen.push(what);
};

for (let at = 0; at < honest.length; at += Number(step)) {
  const changed = Uint8Array.from(honest);
  changed[at] ^= 1 << (at % 7);
  attempt(`byte ${at}`, changed);
  attempt(`cut at ${at}`, honest.subarray(0, at));
}
const lines = new TextDecoder().decode(honest).split(/(?<=\n)/);
const joined = (parts) => new TextEncoder().encode(parts.join(""));
if (lines.length > 1) {
  for (const at of lines.keys()) {
    attempt(`line ${at} dropped`, joined([...lines.slice(0, at), ...lines.slice(at + 1)]));
    attempt(`line ${at} doubled`, joined([...lines.slice(0, at + 1), ...lines.slice(at)]));
    if (at > 0) {
      const swapped = [...lines.slice(0, at - 1), lines[at], lines[at - 1], ...lines.slice(at + 1)];
      attempt(`line ${at} swapped`, joined(swapped));
    }
  }
}
console.log(JSON.stringify({ honest: verify(honest).result, tried, unseen }));
