// Unpacks a gzipped history, with the limit of the format.

import { MOST_BYTES } from "./bundle.js";

/** The bytes cannot be unpacked: they are damaged, or too many. */
export class Damaged extends Error {}

/**
 * Return the bytes of a history, unpacked if they are gzipped.
 *
 * @param {Uint8Array} bytes
 * @returns {Promise<Uint8Array>}
 */
export async function unpacked(bytes) {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  const packed = new Blob([new Uint8Array(bytes)]).stream();
  const reader = packed.pipeThrough(new DecompressionStream("gzip")).getReader();
  const chunks = /** @type {Uint8Array[]} */ ([]);
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read().catch((error) => {
      throw new Damaged(error instanceof Error ? error.message : "damaged");
    });
    if (done) return joined(chunks, size);
    size += value.length;
    chunks.push(value);
    if (size > MOST_BYTES) {
      await reader.cancel();
      throw new Damaged("larger than 32 MiB");
    }
  }
}

/**
 * @param {Uint8Array[]} chunks
 * @param {number} size
 */
function joined(chunks, size) {
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}
