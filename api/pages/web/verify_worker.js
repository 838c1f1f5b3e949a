// Verifies a history away from the page, so that the page stays responsive.
// @ts-check
import { unpacked } from "./verify/unpacked.js";
import { verify } from "./verify/verify.js";

addEventListener("message", async ({ data }) => {
  const began = performance.now();
  try {
    const source = await unpacked(new Uint8Array(data));
    const verdict = verify(source, { onProgress: (progress) => postMessage({ progress }) });
    postMessage({ verdict, took: performance.now() - began });
  } catch (failure) {
    postMessage({ failure: failure instanceof Error ? failure.message : String(failure) });
  }
});
