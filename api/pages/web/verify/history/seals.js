// Commitments, salts, leaves and heads: the formulas of the chapter "Hashes".

import { canonical } from "./canonical.js";
import { hash, keyed, tag, u32, u64, unhex } from "./hashes.js";

const [EVENT_LEAF, COMMAND_LEAF, HEAD, FURTHER_HEAD] = [0x10, 0x12, 0x20, 0x21].map((byte) =>
  Uint8Array.of(byte),
);
const [SALT, COMMAND_SALT] = [tag("salt"), tag("command-salt")];
const MOST_EVENTS = 256; // of an entry; a longer commit is hashed in several

/**
 * Return the commitment to the seed of a table.
 *
 * @param {string} table
 * @param {string} seed
 */
export const seedCommitment = (table, seed) => hash(tag("seed"), table, unhex(seed));

/**
 * Return the commitment to the share of a player at a table.
 *
 * @param {string} table
 * @param {string} player
 * @param {string} share
 */
export const shareCommitment = (table, player, share) =>
  hash(tag("share"), table, player, unhex(share));

/**
 * Return the salts of a table, of its events and of its commands, by version.
 *
 * @param {string} seed
 */
export function salts(seed) {
  const under = keyed(unhex(seed));
  return {
    /** @param {number} version */
    event: (version) => under(SALT, u64(version)),
    /** @param {number} first */
    command: (first) => under(COMMAND_SALT, u64(first)),
  };
}

/**
 * @param {Uint8Array} salt
 * @param {unknown} event
 */
export const eventLeaf = (salt, event) => hash(bytes(EVENT_LEAF), salt, canonical(event));

/**
 * @param {Uint8Array} salt
 * @param {unknown} record
 */
export const commandLeaf = (salt, record) => hash(bytes(COMMAND_LEAF), salt, canonical(record));

/** @param {string} table */
export const firstHead = (table) => hash(tag("chain"), table);

/**
 * Return the head after a commit, from the leaves of its command and of its events.
 *
 * @param {Uint8Array} previous
 * @param {Uint8Array} command
 * @param {Uint8Array[]} leaves
 */
export function nextHead(previous, command, leaves) {
  let head = previous;
  for (let start = 0; start < leaves.length; start += MOST_EVENTS) {
    const part = leaves.slice(start, start + MOST_EVENTS);
    const own = start === 0 ? [command] : [];
    head = hash(bytes(start === 0 ? HEAD : FURTHER_HEAD), head, u32(part.length), ...own, ...part);
  }
  return head;
}

/** @param {Uint8Array | undefined} byte */
const bytes = (byte) => /** @type {Uint8Array} */ (byte);
