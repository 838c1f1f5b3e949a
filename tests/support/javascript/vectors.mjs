// Prints what the JavaScript verifier makes of the inputs of the test vectors.

import { readFileSync } from "node:fs";

const verifier = new URL("../../../api/pages/web/verify/", import.meta.url);
const { decoded } = await import(new URL("canonical.js", verifier).href);
const { drawer, mixedKey } = await import(new URL("draws.js", verifier).href);
const { hex } = await import(new URL("hashes.js", verifier).href);
const seals = await import(new URL("seals.js", verifier).href);

const given = JSON.parse(readFileSync(0, "utf8"));
const key = mixedKey(given.table, given.seed, given.shares);
const draw = drawer(key);
const salts = seals.salts(given.seed);
const [salt, command] = [salts.event(1), salts.command(1)];
const leaf = seals.eventLeaf(salt, decoded(given.event_1));
const commandLeaf = seals.commandLeaf(command, decoded(given.record));
const head = seals.firstHead(given.table);
const first = seals.nextHead(head, leaf, commandLeaf);
const second = seals.nextHead(first, seals.eventLeaf(salts.event(2), decoded(given.event_2)), null);
const made = {
  commitment: seals.seedCommitment(given.table, given.seed),
  sealed_luck: seals.shareCommitment(given.table, given.player, given.share),
  mixed_key: key,
  command_salt_1: command,
  command_leaf_1: commandLeaf,
  salt_1: salt,
  salt_300: salts.event(300),
  leaf_1: leaf,
  head_0: head,
  head_1: first,
  head_2: second,
};
const told = Object.fromEntries(Object.entries(made).map(([name, bytes]) => [name, hex(bytes)]));
const draws = given.draws.map((each) => ({ ...each, got: draw(each) }));
console.log(JSON.stringify({ ...given, ...told, draws }));
