// The one place where an address becomes a script: only modules of this page may run as workers.
// @ts-check
import { ROOT } from "../root.js";

const OWN = ROOT.href;

/** @param {string} address */
function own(address) {
  const whole = new URL(address, OWN).href;
  if (!whole.startsWith(OWN)) throw new TypeError("Only modules of this page may run.");
  return whole;
}

/** @type {any} */
const types = /** @type {any} */ (globalThis).trustedTypes;
const policy = types?.createPolicy("ludo", { createScriptURL: own }) ?? { createScriptURL: own };

/** Start a module of this page as a worker. @param {string} name */
export const startWorker = (name) => new Worker(policy.createScriptURL(name), { type: "module" });
