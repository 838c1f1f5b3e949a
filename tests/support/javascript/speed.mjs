// Prints how long the JavaScript verifier takes for a bundle, and the progress that it reports.

import { readFileSync } from "node:fs";

const { verify } = await import(
  new URL("../../../api/pages/web/verify/verify.js", import.meta.url).href
);

const bytes = new Uint8Array(readFileSync(process.argv[2]));
const steps = [];
const began = process.cpuUsage();
const { result, events } = verify(bytes, { onProgress: (step) => steps.push(step) });
const { user, system } = process.cpuUsage(began);
const { done, total } = steps.at(-1);
console.log(
  JSON.stringify({
    result,
    events,
    progress: steps.length,
    last: done / total,
    seconds: (user + system) / 1e6,
  }),
);
