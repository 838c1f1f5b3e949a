// The hashes of the format: SHA-256 and HMAC-SHA-256 over tagged bytes, synchronous.

import { hmac } from "../../vendor/noble-hashes/hmac.js";
import { sha256 } from "../../vendor/noble-hashes/sha2.js";

const ENCODER = new TextEncoder();

/** @typedef {Uint8Array | string} Part bytes, or a text in UTF-8 */

/** @param {string} text */
export const utf8 = (text) => ENCODER.encode(text);

/** @param {string} name */
export const tag = (name) => utf8(`ludotheque/${name}/1\0`);

/**
 * Return eight bytes, big end first.
 *
 * @param {number} value
 */
export function u64(value) {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(value));
  return bytes;
}

/**
 * Return four bytes, big end first.
 *
 * @param {number} value
 */
export const u32 = (value) => u64(value).slice(4);

/**
 * @param {...Part} parts
 * @returns {Uint8Array}
 */
export function hash(...parts) {
  const running = sha256.create();
  for (const part of parts) running.update(bytesOf(part));
  return running.digest();
}

/**
 * Return HMAC-SHA-256 under this key, as a function; the two blocks of the key are hashed once.
 *
 * @param {Uint8Array} key
 * @returns {(...parts: Part[]) => Uint8Array}
 */
export function keyed(key) {
  const start = hmac.create(sha256, key);
  return (...parts) => {
    const running = start.clone();
    for (const part of parts) running.update(bytesOf(part));
    return running.digest();
  };
}

/** @param {Part} part */
function bytesOf(part) {
  return typeof part === "string" ? utf8(part) : part;
}

const DIGITS = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

/** @param {Uint8Array} bytes */
export function hex(bytes) {
  let digits = "";
  for (const byte of bytes) digits += DIGITS[byte];
  return digits;
}

/** @param {string} digits lower-case hex, as the shapes have checked */
export function unhex(digits) {
  const bytes = new Uint8Array(digits.length / 2);
  for (let at = 0; at < bytes.length; at++) {
    bytes[at] = Number.parseInt(digits.slice(2 * at, 2 * at + 2), 16);
  }
  return bytes;
}
