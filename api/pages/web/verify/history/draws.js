// The luck of a table: the mixed key, and what every label draws under it.

import { keyed, tag, u64, unhex, utf8 } from "./hashes.js";

/** @typedef {{got: number | number[], label: string, of: number}} Draw */
/** @typedef {{purpose: string, decision: number, seat: number | null, count: number}} Label */

const DRAW = tag("draw");
const LABEL = /^([a-z][a-z0-9_]*):(0|[1-9][0-9]*):(-|[0-7]):([1-9][0-9]*)$/;
const RANGE = 1n << 64n;

/**
 * Return the parts of a label, or null if it is none.
 *
 * @param {string} label
 * @returns {Label | null}
 */
export function labelParts(label) {
  const found = LABEL.exec(label);
  if (found === null) return null;
  const [, purpose = "", decision, seat, count] = found;
  return {
    purpose,
    decision: Number(decision),
    seat: seat === "-" ? null : Number(seat),
    count: Number(count),
  };
}

/**
 * Return K, the key of all draws; an absent share is an empty text.
 *
 * @param {string} table
 * @param {string} seed
 * @param {string[]} shares
 */
export function mixedKey(table, seed, shares) {
  const mixed = shares.map(unhex).flatMap((share) => [u64(share.length), share]);
  return keyed(unhex(seed))(tag("mix"), table, ...mixed);
}

/**
 * Return what a draw must have got under the key K.
 *
 * @param {Uint8Array} key
 * @returns {(draw: Draw) => number | number[]}
 */
export function drawer(key) {
  const under = keyed(key);
  return ({ got, label, of }) => {
    const below = belowOf(numbers(under, label));
    return Array.isArray(got) ? order(below, of) : below(of);
  };
}

/**
 * Yield the numbers of eight bytes that a label draws from.
 *
 * @param {ReturnType<typeof keyed>} under
 * @param {string} label
 * @returns {Generator<bigint, never, undefined>}
 */
function* numbers(under, label) {
  const name = utf8(label);
  for (let count = 0; ; count++) {
    const view = new DataView(under(DRAW, u64(name.length), name, u64(count)).buffer);
    for (let at = 0; at < 32; at += 8) yield view.getBigUint64(at);
  }
}

/** @param {Generator<bigint, never, undefined>} source */
function belowOf(source) {
  /** @param {number} limit */
  return (limit) => {
    const size = BigInt(limit);
    const fair = RANGE - (RANGE % size);
    for (;;) {
      const drawn = source.next().value;
      if (drawn < fair) return Number(drawn % size);
    }
  };
}

/**
 * @param {(limit: number) => number} below
 * @param {number} size
 */
function order(below, size) {
  const places = Array.from({ length: size }, (_, place) => place);
  for (let last = size - 1; last > 0; last--) {
    const other = below(last + 1);
    [places[last], places[other]] = [Number(places[other]), Number(places[last])];
  }
  return places;
}
