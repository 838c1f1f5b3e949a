// Finds the sections that answer a question. It uses no document, so tests run it in Node.js.
import MiniSearch from "./vendor/minisearch/index.js";
import { WORD, alike, meant, parts, plain, spellings, stem, wordsOf } from "./words.js";

const SHOWN = 12;
const DIFFERENT = 6; // the first results are of different pages; then their other sections follow
const LENGTH = 150; // of an excerpt
const BEFORE = 30; // letters of it before the first word that was found
const BOOST = { page: 2, heading: 4, text: 1, asked: 4 };
const ALL_WORDS = 1.5; // how much it counts that a section has all words of the question
const DEMOTED = [
  [/^changelog/, 0.25],
  [/^(decisions|problems)\//, 0.2], // short, and there are many of them
  [/^(games\/|history|performance|simulation|contributing|game-modules|domain|command-path)/, 0.7],
];

/** Return a function from a question to the sections that answer it, the best first. */
export function finder(rows) {
  const sections = rows.map(([url, page, heading, text, asked], id) => {
    const name = url.split("/").at(-1); // a person may paste the code of a problem
    const words = heading ? asked : `${asked} ${name}`;
    return { id, url, page, heading: heading || page, text, asked: words };
  });
  const index = indexed(sections);

  /** Return the points of every section for some terms: those of its best term. */
  function points(searches) {
    const found = new Map();
    for (const { term, weight = 1, prefix = false } of searches) {
      for (const { id, score, terms } of index.search(term, { prefix })) {
        const before = found.get(id) ?? { score: 0, terms: [] };
        const best = Math.max(before.score, weight * score);
        found.set(id, { score: best, terms: [...before.terms, ...terms] });
      }
    }
    return found;
  }

  function answers(word) {
    const own = stem(word);
    const found = points([{ term: own, prefix: own.length > 3 }, ...alike(own)]);
    if (found.size) return found;
    return points(meant(word).map(stem).flatMap((term) => [{ term }, ...alike(term)]));
  }

  return (question) => {
    const ranked = combined(wordsOf(question).map(answers), rows.length);
    return bestOfPagesFirst(ranked, (id) => sections[id].url.split("#")[0])
      .slice(0, SHOWN)
      .map(({ id, terms }) => {
        const [url, page, heading, text] = rows[id];
        return { url, page, heading, excerpt: excerpt(text, new Set(terms)) };
      });
  };
}

function indexed(sections) {
  const weights = sections.map(({ url }) => {
    const page = url.slice("/docs/".length);
    return DEMOTED.find(([pages]) => pages.test(page))?.[1] ?? 1;
  });
  const index = new MiniSearch({
    fields: Object.keys(BOOST),
    tokenize: (text) => (plain(text).match(WORD) ?? []).flatMap(parts),
    processTerm: (word) => {
      spellings.add(word);
      return stem(word);
    },
    searchOptions: {
      tokenize: (term) => [term],
      processTerm: (term) => term,
      boost: BOOST,
      boostDocument: (id) => weights[id],
      weights: { prefix: 0.3, fuzzy: 0 },
    },
  });
  index.addAll(sections);
  return index;
}

/** Add up the points of all words. A section that lacks a word loses more if the word is rare. */
function combined(answers, count) {
  const found = new Map();
  let whole = 0;
  for (const points of answers) {
    const rarity = Math.log(1 + count / Math.max(1, points.size));
    whole += rarity;
    for (const [id, { score, terms }] of points) {
      const before = found.get(id) ?? { score: 0, covered: 0, terms: [] };
      found.set(id, {
        score: before.score + score,
        covered: before.covered + rarity,
        terms: [...before.terms, ...terms],
      });
    }
  }
  return [...found]
    .map(([id, { score, covered, terms }]) => (
      { id, terms, points: score * (covered / whole) ** ALL_WORDS }
    ))
    .sort((one, other) => other.points - one.points);
}

function bestOfPagesFirst(ranked, pageOf) {
  const seen = new Set();
  const best = ranked.filter(({ id }) => !seen.has(pageOf(id)) && seen.add(pageOf(id)));
  const first = best.slice(0, DIFFERENT);
  return [...first, ...ranked.filter((each) => !first.includes(each))];
}

/** Return the part of a text with the most of the terms, as pairs: text, and whether it is one. */
function excerpt(text, wanted) {
  const hits = [...text.matchAll(WORD)]
    .map((word) => ({
      from: word.index,
      to: word.index + word[0].length,
      term: parts(word[0]).map(stem).find((term) => wanted.has(term)),
    }))
    .filter((hit) => hit.term);
  let first = 0;
  let most = 0;
  for (const { from } of hits) {
    const within = hits.filter((hit) => hit.from >= from && hit.to <= from + LENGTH - BEFORE);
    const terms = new Set(within.map((hit) => hit.term)).size;
    if (terms > most) [first, most] = [from, terms];
  }
  const start = first < BEFORE ? 0 : text.indexOf(" ", first - BEFORE) + 1;
  const end = start + LENGTH;
  const pieces = [[start ? "…" : "", false]];
  let at = start;
  for (const { from, to } of hits.filter((hit) => hit.from >= start && hit.to <= end)) {
    pieces.push([text.slice(at, from), false], [text.slice(from, to), true]);
    at = to;
  }
  pieces.push([text.slice(at, end) + (end < text.length ? "…" : ""), false]);
  return pieces.filter(([piece]) => piece);
}
