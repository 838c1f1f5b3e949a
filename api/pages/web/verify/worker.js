// A module worker that verifies a history, so that the page stays responsive.
//
// Send { source, others? }: texts, or bytes that may be gzipped. It answers { progress } some times
// and at last { verdict, took } or { error }; `took` is in milliseconds.

import { unpacked } from "./history/unpacked.js";
import { verify } from "./verify.js";

/** @typedef {import("./verify.js").Source} Source */
/** @typedef {{source: Source, others?: Source[]}} Job */

addEventListener("message", async (/** @type {MessageEvent<Job>} */ { data }) => {
  const began = performance.now();
  try {
    const others = await Promise.all((data.others ?? []).map(plain));
    const source = await plain(data.source);
    const verdict = verify(source, { others, onProgress: (progress) => postMessage({ progress }) });
    postMessage({ verdict, took: performance.now() - began });
  } catch (error) {
    postMessage({ error: error instanceof Error ? error.message : String(error) });
  }
});

/** @param {Source} source @returns {Promise<Source>} */
async function plain(source) {
  return typeof source === "string" ? source : unpacked(source);
}
