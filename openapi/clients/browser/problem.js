// What can go wrong with a request.
// @ts-check

/** @typedef {{ status: number, code: string, title: string, rule?: string | null, detail: string, retryAfter: number }} Failure */

/** An answer of the server that is not a success; `code` is the last part of the problem's `type`. */
export class Problem extends Error {
  /** @param {Failure} failure */
  constructor(failure) {
    super(failure.detail || failure.title);
    this.name = "Problem";
    this.status = failure.status;
    this.code = failure.code;
    this.title = failure.title;
    /** The rule of the game that it follows from, if any. @type {string | null} */
    this.rule = failure.rule ?? null;
    this.retryAfter = failure.retryAfter;
  }

  /** Whether the same request may succeed later: too many requests, or the store is away. */
  get temporary() {
    return this.status === 429 || this.status >= 500;
  }
}

/** The server could not be reached. */
export class Unreachable extends Error {
  constructor() {
    super("The server could not be reached.");
    this.name = "Unreachable";
  }
}

/** Return the problem that a response describes. @param {Response} response */
export async function problemOf(response) {
  const retryAfter = Number(response.headers.get("Retry-After") ?? 0) || 0;
  /** @type {any} */
  const problem = await response.json().catch(() => ({}));
  const code = String(problem.type ?? "").split("/").pop() || String(response.status);
  const title = problem.title ?? response.statusText;
  return new Problem({ status: response.status, code, title, detail: problem.detail ?? "", rule: problem.rule, retryAfter });
}

/** @param {number} milliseconds */
export const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
