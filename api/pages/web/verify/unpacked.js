// Unpacks a gzipped history, with the limit of the format.

import { MOST_BYTES } from "./bundle.js";

/**
 * Return the bytes of a history, unpacked if they are gzipped; throw a RangeError above 32 MiB.
 *
 * @param {Uint8Array} bytes
 * @returns {Promise<Uint8Array>}
 */
export async function unpacked(bytes) {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  const stream = new Blob([new Uint8Array(bytes)]).stream().pipeThrough(new DecompressionStream("gzip"));
  const [chunks, reader] = [/** @type {Uint8Array[]} */ ([]), stream.getReader()];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > MOST_BYTES) {
      await reader.cancel();
      throw new RangeError("larger than 32 MiB when unpacked");
    }
    chunks.push(value);
  }
  return new Uint8Array(await new Blob(chunks.map((chunk) => new Uint8Array(chunk))).arrayBuffer());
}
