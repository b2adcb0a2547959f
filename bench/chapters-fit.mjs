// Learns which division of a book is right, and how sure that is, from books with known chapters; scores it by
// cross-validation by work, and writes packages/books/src/chapters/data/forests.json.
// usage: npm run build && node bench/chapters-fit.mjs ROWS.jsonl FOLDER=SET... [--hold NAME] [--write]
// FOLDER and SET are those of bench/chapters.mjs. ROWS.jsonl holds what is measured of every division of every
// book: it is made where it is missing, and used as it is otherwise. --hold also learns from all sets but those whose name
// begins with NAME, and scores that on these.
import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { scoreRow } from "../packages/base/dist/forest.js";
import { cleanBlocks } from "../packages/books/dist/book/clean.js";
import { withoutProducers } from "../packages/books/dist/book/gutenberg.js";
import { openBook } from "../packages/books/dist/book/open-book.js";
import { candidates, readingsOf } from "../packages/books/dist/chapters/candidates.js";
import { studied } from "../packages/books/dist/chapters/chapterise.js";
import { confidenceRow, leastDoubted, preferred } from "../packages/books/dist/chapters/choose.js";
import { doubtsAbout } from "../packages/books/dist/chapters/doubts.js";
import { featuresOf, measureOf } from "../packages/books/dist/chapters/features.js";
import { openFile } from "../packages/books/dist/open-file.js";
import { compiled } from "../training/compile.mjs";
import { isRight, knownBooks, leastInChapters } from "./chapters-truth.mjs";
import { commandLine, misused, percent } from "./kit.mjs";

const { fitOdds, fitRanking } = await compiled("forest.ts");

const { values, positionals } = commandLine({ hold: undefined, write: false });
const [rowsFile, ...sources] = positionals;
if (rowsFile === undefined)
  misused("usage: node bench/chapters-fit.mjs ROWS.jsonl FOLDER=SET... [--hold NAME] [--write]");
const ranking = { trees: 400, levels: 4, rate: 0.1, ridge: 1, columns: 0.15, bins: 24 };
const odds = { trees: 120, levels: 2, rate: 0.1, ridge: 5, columns: 0.3, bins: 12 };
const folds = 5;
/** By how much another division may be preferred before the usual one is given up for it. */
const margins = Array.from({ length: 13 }, (_, k) => k / 4);
/** The sets with which no rule was made begin so: the others speak too well of the usual division. */
const latest = "fifth";
/** The share of books that may be wrong without a warning: half of what is aimed at, for the rules were made with most of these. */
const silent = 0.01;

if (!existsSync(rowsFile)) measure();
const books = readFileSync(rowsFile, "utf8").trim().split("\n").map(JSON.parse);
console.log(
  `${books.length} files; the right division is among the candidates of ${count(books, (book) => book.candidates.some(({ right }) => right))}`,
);

const ranked = outOfFold(books, rankingOf, scoredBy);
const chosen = outOfFold(ranked, marginOf, choiceOf);
const scored = outOfFold(
  chosen,
  (others) => fitOdds(others, odds),
  (choice, forest) => ({ ...choice, score: scoreRow(forest, choice.features) }),
);
const judged = outOfFold(scored, limitOf, (choice, limit) => ({ ...choice, isSure: choice.score > limit }));
for (const set of new Set(books.map((book) => book.set)))
  report(
    set,
    judged.filter((choice) => choice.set === set),
  );
report("all", judged);
const [margin, sure] = [marginOf(ranked), limitOf(scored)];
console.log(`the margin is ${margin}, the limit of doubt ${sure.toFixed(2)}`);

if (values.hold !== undefined) reportHeld((set) => set.startsWith(values.hold));

if (values.write) {
  const division = rankingOf(books);
  const confidence = fitOdds(chosen, odds);
  const target = new URL("../packages/books/src/chapters/data/forests.json", import.meta.url);
  writeFileSync(target, `${JSON.stringify({ division, margin, confidence, sure: Number(sure.toFixed(4)) })}\n`);
}

/** What is measured of each book's divisions, to the file of rows. */
function measure() {
  for (const source of sources) {
    const [folder, setName] = source.split("=");
    for (const { work, path } of knownBooks(folder, setName)) {
      const row = { work: work.file, set: work.set, candidates: measured(path, work) };
      appendFileSync(rowsFile, `${JSON.stringify(row)}\n`);
    }
  }
}

function measured(path, work) {
  const opened = openBook(openFile(readFileSync(path), path, "book"), path);
  const { blocks } = cleanBlocks(withoutProducers(opened.blocks, opened.leftOut), opened.noteMarks);
  const { book } = studied(blocks, opened.entries, opened.title);
  const measure = measureOf(book);
  const readings = readingsOf(book);
  const usual = startsOf(leastDoubted(book, readings));
  return candidates(book, readings).map((candidate) => {
    const { chapters } = candidate;
    const doubts = doubtsAbout({ ...candidate, ...book });
    return {
      features: Array.from(featuresOf(measure, candidate), (value) => Number(value.toPrecision(5))),
      right:
        shareOf(chapters, book) >= leastInChapters &&
        isRight(
          work,
          chapters.map(({ heading }) => heading),
        ),
      isUsual: startsOf(candidate) === usual,
      length: chapters.length,
      first: chapters[0].at,
      doubts: doubts.map(({ text, weight }) => ({ text: text.slice(0, 1), weight })),
    };
  });
}

function shareOf(chapters, { words }) {
  return chapters.reduce((sum, { from, to }) => sum + words[Math.max(from, to)] - words[from], 0) / words.at(-1);
}

function startsOf({ chapters }) {
  return chapters.map(({ at }) => at).join();
}

function rankingOf(some) {
  return fitRanking(
    some.map((book) => book.candidates),
    ranking,
  );
}

function scoredBy(book, forest) {
  return {
    ...book,
    candidates: book.candidates.map((each) => ({ ...each, score: scoreRow(forest, each.features) })),
  };
}

/** The margin around which most choices are right, among the books that the usual division was not made with. */
function marginOf(some) {
  const unseen = some.filter(({ set }) => set.startsWith(latest));
  const own = unseen.length > 0 ? unseen : some;
  const rights = margins.map((margin) => count(own, (book) => preferred(book.candidates, margin).right));
  const around = rights.map((right, k) => right + (rights[k - 1] ?? 0) + (rights[k + 1] ?? 0));
  return margins[around.indexOf(Math.max(...around))];
}

/** The candidate that is taken, and what the confidence in it is learned from. */
function choiceOf({ work, set, candidates: all }, margin) {
  const best = preferred(all, margin);
  return { work, set, right: best.right, features: confidenceRow(best, all, best.doubts) };
}

/** Scores what is learned from the other sets on these, whose books neither the trees nor the thresholds have seen. */
function reportHeld(isHeld) {
  const others = books.filter(({ set }) => !isHeld(set));
  const held = books.filter(({ set }) => isHeld(set));
  const forest = rankingOf(others);
  const margin = marginOf(ranked.filter(({ set }) => !isHeld(set)));
  const known = scored.filter(({ set }) => !isHeld(set));
  const confidence = fitOdds(known, odds);
  const limit = limitOf(known);
  const choices = held.map((book) => choiceOf(scoredBy(book, forest), margin));
  report(
    `${values.hold}, held out as a whole`,
    choices.map((choice) => ({ ...choice, isSure: scoreRow(confidence, choice.features) > limit })),
  );
}

/** Each item by what was learned from the works of the other folds. */
function outOfFold(items, learn, apply) {
  const results = new Array(items.length);
  for (let fold = 0; fold < folds; fold++) {
    const learned = learn(items.filter(({ work }) => foldOf(work) !== fold));
    items.forEach((item, k) => {
      if (foldOf(item.work) === fold) results[k] = apply(item, learned);
    });
  }
  return results;
}

function foldOf(work) {
  return [...work].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) >>> 0, 7) % folds;
}

/** The score above which no more than the silent share of all books are wrong. */
function limitOf(choices) {
  const sorted = choices.toSorted((a, b) => b.score - a.score);
  let wrong = 0;
  for (const { score, right } of sorted) if (!right && ++wrong > silent * choices.length) return score;
  return Number.NEGATIVE_INFINITY;
}

function count(items, is) {
  return items.filter(is).length;
}

function report(name, choices) {
  const right = count(choices, (choice) => choice.right);
  const wrongSure = count(choices, (choice) => !choice.right && choice.isSure);
  const rightUnsure = count(choices, (choice) => choice.right && !choice.isSure);
  const share = (number) => percent(number / choices.length);
  console.log(
    `${name}: right ${right} of ${choices.length} (${share(right)}), wrong and sure ${wrongSure} (${share(wrongSure)}), right and unsure ${rightUnsure} (${share(rightUnsure)})`,
  );
}
