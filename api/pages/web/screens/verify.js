// Verify: the whole history of a table, or of a file, checked in this browser.
// @ts-check
import { t } from "../lib/i18n.js";
import { Failure } from "../lib/notices.js";
import { client } from "../lib/session.js";
import { startWorker } from "../lib/trusted_types.js";
import { html, useEffect, useState } from "../vendor/preact.js";
import { reported } from "./verify_texts.js";

/**
 * Check the bytes of a history in a worker.
 * @param {ArrayBuffer} bytes @param {(share: number) => void} onProgress @returns {Promise<{ verdict: any, took: number }>}
 */
function check(bytes, onProgress) {
  return new Promise((done, failed) => {
    const worker = startWorker("verify/worker.js");
    const end = (/** @type {() => void} */ then) => {
      worker.terminate();
      then();
    };
    worker.addEventListener("message", ({ data }) => {
      if (data.progress) onProgress(data.progress.done / Math.max(1, data.progress.total));
      else if (data.verdict) end(() => done(data));
      else end(() => failed(new Error(data.error)));
    });
    worker.addEventListener("error", (event) => end(() => failed(new Error(event.message))));
    worker.postMessage({ source: new Uint8Array(bytes) }, [bytes]);
  });
}

/** @param {string} id */
async function history(id) {
  const response = await client.fetch("GET", `/v1/tables/${id}/history`, undefined, { accept: "application/x-ndjson" });
  return response.arrayBuffer();
}

export function Screen({ id }) {
  const [share, setShare] = useState(/** @type {number | null} */ (null));
  const [found, setFound] = useState(/** @type {any} */ (null));
  const [failure, setFailure] = useState(null);
  useEffect(() => void (document.title = `${t("verify_title")} · Ludothèque`), []);

  /** @param {() => Promise<ArrayBuffer>} read */
  async function run(read) {
    setFound(null);
    setFailure(null);
    setShare(0);
    try {
      setFound(await check(await read(), setShare));
    } catch (problem) {
      setFailure(problem);
    }
    setShare(null);
  }

  return html`<div class="narrow verify">
    <h1>${t("verify_title")}</h1>
    <p class="quiet">${t("verify_lead")}</p>
    <p class="row">
      ${id && html`<button type="button" class="primary" disabled=${share !== null} onClick=${() => run(() => history(id))}>${t("verify_table")}</button>`}
      <label>${t("verify_file")}<input type="file" accept=".ndjson,.json,.gz" onChange=${(event) => run(() => event.currentTarget.files[0].arrayBuffer())} /></label>
    </p>
    <div role="status" aria-live="polite">
      ${share !== null && html`<p>${t("verifying")}</p><progress max="1" value=${share}></progress>`}
      ${found && html`<${Verdict} verdict=${found.verdict} took=${found.took} />`}
    </div>
    ${failure && html`<${Failure} failure=${failure} />`}
    ${id && html`<p><a class="button plain" href=${`#/replay/${id}`}>${t("replay_it")}</a></p>`}
  </div>`;
}

function Verdict({ verdict, took }) {
  const bad = verdict.result === "FAIL";
  return html`<section class=${bad ? "panel verdict red" : "panel verdict green"} data-result=${verdict.result}>
    <h2><span aria-hidden="true">${bad ? "✗" : "✓"}</span> ${t(bad ? "verify_bad" : verdict.result === "PASS" ? "verify_good" : "verify_open")}</h2>
    <p class="quiet">${t("verify_events", { n: verdict.events, ms: Math.round(took) })}</p>
    ${bad && html`<ol class="findings">${verdict.findings.map((each) => html`<li><strong>${place(each)}</strong> <span lang="en">${each.message}</span></li>`)}
      ${verdict.more > 0 && html`<li>+ ${verdict.more}</li>`}</ol>`}
    <${Lines} title=${t("verify_checked")} lines=${verdict.checked} />
    <${Lines} title=${t("verify_unchecked")} lines=${verdict.unchecked} />
  </section>`;
}

/** @param {{ line: number | null, version: number | null, field: string }} finding */
function place({ line, version, field }) {
  const parts = [line !== null && t("verify_line", { n: line }), version !== null && t("verify_version", { n: version }), field];
  return parts.filter(Boolean).join(", ");
}

function Lines({ title, lines }) {
  return lines.length > 0 && html`<h3>${title}</h3><ul class="bullets">${lines.map((each) => html`<li>${reported(each)}</li>`)}</ul>`;
}
