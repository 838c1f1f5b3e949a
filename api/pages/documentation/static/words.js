// What the words of a search mean: stems, words that say nothing, other words for the same thing,
// and misspelled ones.
import { SYNONYMS } from "./synonyms.js";
import { stemmer } from "./vendor/stemmer/index.js";

// Questions are full of these words, and so are the pages.
const EMPTY = new Set(words(`
  a about all am an and another any api apis are as at be been being but by can cannot come comes
  could did do does doing each every exist exists for from get gets getting go goes got had has
  have having here how http i if in instead into is it its just keep know let like made make makes
  may me mean means might mine more must my need needed no not of on onto or our own please
  possible s shall should so some somebody someone something such support t than that the their
  them then there these they thing this those to too us use used using want was way we were what
  when where which while who whose why will with without work works would you your
  au aux avec c ce ces cette comment d dans de des du elle en est et faire fait il ils j je l la
  le les leur m ma mes moi mon n ne nos notre ou par pas peut peux pour pourquoi qu quand que quel
  quelle qui sa se ses si son sont sur tous tout toute toutes un une vos votre y
`));

// Several words that are one.
const JOINED = Object.entries({
  "web sockets?": "websocket", "server sent events?": "sse", "real time": "realtime",
  "(log|sign)(ged|ging|ned|ning)? in": "login", "mots? de passe": "password",
  "tim(e|ed|ing) out": "timeout", "back(ed|ing)? up": "backup", "(mise|mettre) a jour": "upgrade",
  "base de donnees": "database",
}).map(([several, one]) => [new RegExp(`\\b(?:${several})\\b`, "g"), one]);

// The weight of other words for a word that the pages use.
const OUR_WORD = 0.7;
const SAME = SYNONYMS.trim().split("\n").map((line) => line.split(":").map(words));

function words(text) {
  return text.trim().split(/\s+/);
}

export const WORD = /[\p{L}\p{N}]+(_[\p{L}\p{N}]+)*/gu; // names such as `too_late` are one word
export const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
// The stemmer takes the first words for `rate`, `page`, `contain`, and the last for `ad`.
const remembered = new Map(Object.entries({
  rating: "rating", ratings: "rating", paging: "paging", container: "container",
  containers: "container", added: "add", adding: "add",
}));

/** Return a word, and the words that a name consists of. */
export function parts(word) {
  return word.includes("_") ? [word, ...word.split("_")] : [word];
}

/** Return what is the same in all forms of a word. */
export function stem(word) {
  if (!remembered.has(word)) remembered.set(word, stemmer(plain(word)));
  return remembered.get(word);
}

/** Every spelling that is right; the words of the pages are added to those above. */
export const spellings = new Set(SAME.flat(2));
const ALIKE = new Map();
for (const [ours, theirs] of SAME) {
  for (const [words, weight] of [[ours, OUR_WORD], [theirs, 1]]) {
    for (const word of words.map(stem)) {
      const others = ours.map(stem).filter((term) => term !== word);
      ALIKE.set(word, [...(ALIKE.get(word) ?? []), ...others.map((term) => ({ term, weight }))]);
    }
  }
}

/** Return the stems of words of the pages that mean the same as this stem, with their weights. */
export function alike(own) {
  return ALIKE.get(own) ?? [];
}

/** Return what an unknown word may mean: a right spelling, the parts of a name, or a beginning. */
export function meant(word) {
  if (word.length < 4) return [];
  const right = [...spellings].filter((each) => isNear(word, each) || isNear(stem(word), each));
  if (right.length || word.includes("_")) return [...right, ...parts(word).slice(1)];
  const begun = [...spellings].filter((each) => each.length > 4 && word.startsWith(each));
  return begun.sort((one, other) => other.length - one.length).slice(0, 1); // docker of dockerfile
}

/** Return whether words differ by one letter, or by two that are swapped. */
function isNear(one, other) {
  if (Math.abs(one.length - other.length) > 1) return false;
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  const [a, b] = [one.slice(at), other.slice(at)];
  const swapped = a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2);
  return swapped || a.slice(1) === b.slice(1) || a.slice(1) === b || a === b.slice(1);
}

/** Return the words of a question that say something; all of them if none does. */
export function wordsOf(question) {
  let text = (plain(question).match(WORD) ?? []).join(" ");
  for (const [several, one] of JOINED) text = text.replace(several, one);
  const all = text.match(WORD) ?? [];
  const telling = all.filter((word) => !EMPTY.has(word));
  return telling.length ? telling : all;
}
