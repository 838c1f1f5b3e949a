// What one seat's view has and the public view has not: the part that was hidden from others.
// @ts-check

/**
 * Return the parts of `own` that differ from `shared`, as a smaller view; undefined if nothing does.
 * @param {any} own @param {any} shared @returns {any}
 */
export function hiddenPart(own, shared) {
  if (JSON.stringify(own) === JSON.stringify(shared)) return undefined;
  if (!isObject(own) || !isObject(shared)) return own;
  const parts = Object.keys(own).flatMap((key) => {
    const part = partOf(own[key], shared[key]);
    return part === undefined ? [] : [[key, part]];
  });
  return parts.length ? Object.fromEntries(parts) : undefined;
}

/** @param {any} own @param {any} shared */
function partOf(own, shared) {
  if (own === null || (Array.isArray(own) && own.length === 0)) return undefined; // the seat does not know more
  if (!Array.isArray(own) || !Array.isArray(shared) || own.length !== shared.length || !own.every(isObject)) return hiddenPart(own, shared);
  const rows = own.map((row, n) => hiddenPart(row, shared[n])).filter((row) => row !== undefined);
  return rows.length ? rows : undefined;
}

/** @param {any} value */
const isObject = (value) => value !== null && typeof value === "object" && !Array.isArray(value);
