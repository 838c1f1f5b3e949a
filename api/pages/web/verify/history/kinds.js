// Kinds of values: each returns nothing for a value of its kind, else what is wrong and where.

/** @typedef {{field: string, why: string}} Fault */
/** @typedef {(value: unknown, field: string) => Fault | null} Kind */
/** @typedef {{kind: Kind, usual: unknown}} Optional a field that is absent if it has its usual value */

/**
 * @param {string} field
 * @param {string} why
 * @returns {Fault}
 */
const fault = (field, why) => ({ field, why });

/**
 * @param {RegExp} pattern
 * @param {string} name
 * @returns {Kind}
 */
const text = (pattern, name) => (value, field) =>
  typeof value === "string" && pattern.test(value) ? null : fault(field, `is not ${name}`);

export const HASH = text(/^[0-9a-f]{64}$/, "64 lower-case hex digits");
export const SIGNATURE = text(/^[0-9a-f]{128}$/, "128 lower-case hex digits");
export const ID = text(/^[a-z2-7]{26}$/, "an id of 26 characters");
export const NAME = text(/^[a-z][a-z0-9_]*$/, "a name");
export const TYPE = text(/^[a-z][a-z0-9_]*\.[a-z][a-z0-9_]*$/, "a type");
export const TEXT = text(/[^]*/, "a text");
export const PIECE = text(/^[^]{1,24}$/u, "a text of 1 to 24 characters");

/** @type {Kind} */
export const FLAG = (value, field) =>
  typeof value === "boolean" ? null : fault(field, "is neither true nor false");

/** @type {Kind} */
export const TIME = (value, field) =>
  typeof value === "string" && isTime(value) ? null : fault(field, "is not a time that exists");

/** @type {Kind} */
export const OBJECT = (value, field) =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? null
    : fault(field, "is not an object");

const TIME_FORM = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** @param {string} value */
function isTime(value) {
  if (!TIME_FORM.test(value)) return false;
  const moment = new Date(value); // 30 February becomes 2 March here, and another text below
  return !Number.isNaN(moment.getTime()) && moment.toISOString() === value;
}

/**
 * @param {number} least
 * @param {number} most
 * @returns {Kind}
 */
export const whole =
  (least, most = Number.MAX_SAFE_INTEGER) =>
  (value, field) =>
    typeof value === "number" && Number.isSafeInteger(value) && value >= least && value <= most
      ? null
      : fault(field, `is not a whole number from ${least} to ${most}`);

export const SEAT = whole(0, 7);
export const VERSION = whole(1);

/**
 * @param {...(string | boolean | null)} allowed
 * @returns {Kind}
 */
export const oneOf =
  (...allowed) =>
  (value, field) =>
    allowed.some((choice) => choice === value)
      ? null
      : fault(field, `is not one of ${allowed.join(", ")}`);

/**
 * @param {...Kind} kinds
 * @returns {Kind}
 */
export const either =
  (...kinds) =>
  (value, field) => {
    const faults = kinds.map((kind) => kind(value, field));
    return faults.includes(null) ? null : (faults.at(-1) ?? null);
  };

export const NULL = oneOf(null);

/**
 * @param {Kind} kind
 * @returns {Kind}
 */
export const orNull = (kind) => (value, field) => (value === null ? null : kind(value, field));

/**
 * @param {Kind} kind
 * @param {number} [most]
 * @returns {Kind}
 */
export const list =
  (kind, most = Number.MAX_SAFE_INTEGER) =>
  (value, field) => {
    if (!Array.isArray(value)) return fault(field, "is not a list");
    if (value.length > most) return fault(field, `has more than ${most} entries`);
    for (const [place, entry] of value.entries()) {
      const wrong = kind(entry, `${field}[${place}]`);
      if (wrong !== null) return wrong;
    }
    return null;
  };

/**
 * Return the kind of an object with exactly these fields.
 *
 * @param {Record<string, Kind>} required
 * @param {Record<string, Optional>} [optional]
 * @returns {Kind}
 */
export const fields =
  (required, optional = {}) =>
  (value, field) => {
    const wrong = OBJECT(value, field);
    if (wrong !== null) return wrong;
    const given = /** @type {Record<string, unknown>} */ (value);
    const inside = (/** @type {string} */ name) => (field === "" ? name : `${field}.${name}`);
    for (const name of Object.keys(required)) {
      if (!Object.hasOwn(given, name)) return fault(inside(name), "is missing");
    }
    for (const [name, entry] of Object.entries(given)) {
      const known = Object.hasOwn(required, name) ? required[name] : undefined;
      const extra = Object.hasOwn(optional, name) ? optional[name] : undefined;
      const kind = known ?? extra?.kind;
      if (kind === undefined) return fault(inside(name), "is not a field of the format");
      const bad = kind(entry, inside(name));
      if (bad !== null) return bad;
      if (extra !== undefined && JSON.stringify(entry) === JSON.stringify(extra.usual)) {
        return fault(inside(name), "must be absent with this value");
      }
    }
    return null;
  };

/**
 * @param {Kind} kind
 * @param {unknown} usual
 * @returns {Optional}
 */
export const optional = (kind, usual) => ({ kind, usual });
