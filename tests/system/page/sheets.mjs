// Reads finished tables, one per line, and writes what the board of their game makes of them: score sheets and callouts.
import { createInterface } from "node:readline";
import { board } from "../../support/javascript/page.mjs";

for await (const line of createInterface({ input: process.stdin })) {
  const { game, view, events, components } = JSON.parse(line);
  const { marks, sheet } = await board(game, "board.js");
  const made = { rows: [sheet(view, events, "en"), sheet(view, events, "fr")], marks: events.flatMap((event) => marks(event, components)) };
  console.log(JSON.stringify(made));
}
