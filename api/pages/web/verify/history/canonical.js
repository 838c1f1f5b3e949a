// Canonical JSON (RFC 8785 on the values of a history): one spelling for every value.

/** A lone surrogate cannot be written in UTF-8, so no canonical text holds one. */
const LONE = /[\ud800-\udbff](?![\udc00-\udfff])|(?:^|[^\ud800-\udbff])[\udc00-\udfff]/;

/**
 * Return the canonical text of a decoded value; throw a TypeError if it has none.
 *
 * @param {unknown} value
 * @returns {string}
 */
export function canonical(value) {
  if (value === null || value === true || value === false) return String(value);
  if (typeof value === "string") return text(value);
  if (typeof value === "number") return whole(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value === "object") return members(/** @type {Record<string, unknown>} */ (value));
  throw new TypeError(`no JSON value: ${typeof value}`);
}

/** @param {string} value */
function text(value) {
  if (LONE.test(value)) throw new TypeError("a text with half of a surrogate pair");
  return JSON.stringify(value);
}

/** @param {number} value */
function whole(value) {
  if (!Number.isSafeInteger(value))
    throw new TypeError(`${value} is not a whole number below 2^53`);
  return String(value);
}

/** @param {Record<string, unknown>} value */
function members(value) {
  const keys = Object.keys(value).sort(); // by UTF-16 code units
  return `{${keys.map((key) => `${text(key)}:${canonical(value[key])}`).join(",")}}`;
}

/**
 * Decode canonical JSON; throw a SyntaxError or TypeError if the text is anything else.
 *
 * @param {string} line
 * @returns {unknown}
 */
export function decoded(line) {
  const value = JSON.parse(line);
  if (canonical(value) !== line) throw new SyntaxError("not canonical JSON");
  return value;
}

/**
 * Return whether two decoded values are equal; undefined stands for one that is absent.
 *
 * @param {unknown} one
 * @param {unknown} other
 * @returns {boolean}
 */
export function same(one, other) {
  if (one === undefined || other === undefined) return one === other;
  return one === other || canonical(one) === canonical(other);
}
