// Prints what the JavaScript verifier makes of the inputs of the test vectors.

import { readFileSync } from "node:fs";

const verifier = new URL("../../../api/pages/web/verify/", import.meta.url);
const { decoded } = await import(new URL("history/canonical.js", verifier).href);
const { drawer, mixedKey } = await import(new URL("history/draws.js", verifier).href);
const { hex } = await import(new URL("history/hashes.js", verifier).href);
const seals = await import(new URL("history/seals.js", verifier).href);

const given = JSON.parse(readFileSync(0, "utf8"));
const key = mixedKey(given.table, given.seed, given.shares);
const draw = drawer(key);
const salts = seals.salts(given.seed);
const event = decoded(given.event_1);
const record = decoded(given.record);
const head = seals.firstHead(given.table);
const command = salts.command(1);
const commandLeaf = seals.commandLeaf(command, record);
const own = [salts.event(1), salts.event(2)];
const leaves = [seals.eventLeaf(own[0], event), seals.eventLeaf(own[1], decoded(given.event_2))];
const long = given.long_commits.map(({ events }) => {
  const places = Array.from({ length: events }, (_, place) => salts.event(place + 1));
  const all = places.map((salt) => seals.eventLeaf(salt, event));
  const last = hex(seals.nextHead(head, commandLeaf, all));
  return { events, last_salt: hex(places.at(-1)), head: last };
});
const made = {
  commitment: seals.seedCommitment(given.table, given.seed),
  sealed_luck: seals.shareCommitment(given.table, given.player, given.share),
  mixed_key: key,
  command_salt_1: command,
  command_leaf_1: commandLeaf,
  salt_1: own[0],
  salt_2: own[1],
  leaf_1: leaves[0],
  leaf_2: leaves[1],
  head_0: head,
  head_2: seals.nextHead(head, commandLeaf, leaves),
};
const signedCommand = seals.commandLeaf(salts.command(3), decoded(given.signed.record));
const signedEvent = seals.eventLeaf(salts.event(3), decoded(given.signed.event_3));
const signed = {
  ...given.signed,
  command_leaf_3: hex(signedCommand),
  leaf_3: hex(signedEvent),
  head_3: hex(seals.nextHead(made.head_2, signedCommand, [signedEvent])),
};
const told = Object.fromEntries(Object.entries(made).map(([name, bytes]) => [name, hex(bytes)]));
const draws = given.draws.map((each) => ({ ...each, got: draw(each) }));
console.log(JSON.stringify({ ...given, ...told, draws, long_commits: long, signed }));
