// What is sent without a choice of the player: forced moves, and passes in reactions.
// @ts-check

const QUICK = 15; // seconds: kinds of decisions that the rules give less than this are reactions
const FORCED = 1000; // milliseconds before a forced move is sent
const PASS = 3000; // before a pass is sent: always the same, so that it says nothing about the hand

/** @param {any} game @param {any} decision */
export const isReaction = (game, decision) => Boolean(decision) && (game.clocks[decision.kind] ?? Infinity) <= QUICK;

/**
 * Return what is sent by itself, and after how many milliseconds. In a reaction this is the pass, whether or not there is another choice:
 * otherwise the others would learn from the time what is in the hand.
 * @param {any} game @param {any} state of a seat that must decide
 */
export function automatic(game, { decision, actions, open_parameters: open }) {
  const pass = isReaction(game, decision) && actions.find((action) => action.command.type.endsWith(".pass"));
  if (pass) return { command: pass.command, delay: PASS };
  return actions.length === 1 && !open?.length ? { command: actions[0].command, delay: FORCED } : null;
}
