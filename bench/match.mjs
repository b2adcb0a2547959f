// How often a guide is matched with the right chapters: real guides, relabelled, thinned and merged in known ways.
// usage: node bench/match.mjs [CORPUS] [--works N] [--seed N]   (after npm run build; the sample corpus by default)

import { below, random } from "../packages/base/dist/random.js";
import { matchGuide } from "../packages/books/dist/match/match.js";
import { openCorpus } from "../packages/corpus/dist/open.js";
import { commandLine, percent, printTable, sample, seconds } from "./kit.mjs";

const { values, positionals } = commandLine({ works: Number.POSITIVE_INFINITY, seed: "1" });
const [folder = sample] = positionals;

/** Each makes a guide of sections `{ name, bullets, owners }` (owners: the right chapter of each bullet) and the book's headings. */
const trials = {
  "as numbered, book without headings": (guide) => ({ guide, headings: false }),
  "as numbered, book with headings": (guide) => ({ guide, headings: true }),
  "no numbers": (guide) => ({ guide: guide.map(nameless), headings: false }),
  "numbers one too high, book without headings": (guide) => ({ guide: guide.map(offset), headings: false }),
  "numbers one too high, book with headings": (guide) => ({ guide: guide.map(offset), headings: true }),
  "numbers restart every ten chapters": (guide) => ({ guide: guide.map(restarting), headings: true }),
  "one section missing, no numbers": (guide, next) => ({ guide: dropped(guide, next).map(nameless), headings: false }),
  "one section missing, numbered through": (guide, next) => ({
    guide: dropped(guide, next).map(renumbered),
    headings: false,
  }),
  "two sections merged, named so": (guide, next) => ({ guide: merged(guide, next), headings: false }),
  "two sections merged, no numbers": (guide, next) => ({ guide: merged(guide, next).map(nameless), headings: false }),
  "two sections swapped": (guide, next) => ({ guide: swapped(guide, next), headings: true }),
};

const corpus = await openCorpus(folder);
const works = corpus.works.filter((work) => work.summarised.length >= 5).slice(0, values.works);
const tally = new Map(
  Object.keys(trials).map((name) => [
    name,
    { sections: 0, right: 0, unsure: 0, wrongSure: 0, bullets: 0, bulletsRight: 0 },
  ]),
);
const started = performance.now();
for (const work of works) {
  const chapters = [];
  for await (const chapter of corpus.chapters({ works: [work], unsummarised: true })) chapters.push(chapter);
  const guide = chapters.filter(({ summary }) => summary.length > 0).map(section);
  for (const [name, make] of Object.entries(trials)) {
    const trial = make(guide, random(values.seed, work.title, name));
    const book = chapters.map(({ number, story }) => ({
      number,
      heading: trial.headings ? `Chapter ${number + 1}` : undefined,
      story,
    }));
    count(tally.get(name), trial.guide, matchGuide(trial.guide, book, work.title));
  }
}
console.log(
  `${works.length} works of ${folder.replace(/.*\//, "")}, ${seconds(performance.now() - started)}, seed ${values.seed}`,
);
printTable(
  ["trial", "sections", "right", "unsure", "wrong, not marked", "bullets right"],
  [...tally].map(([name, { sections, right, unsure, wrongSure, bullets, bulletsRight }]) => [
    name,
    String(sections),
    ...[right, unsure, wrongSure].map((count) => percent(count / sections)),
    percent(bulletsRight / bullets),
  ]),
);

function section({ number, summary }) {
  return {
    name: `Chapter ${number + 1}`,
    number,
    place: "",
    bullets: summary.map((text) => ({ text })),
    owners: summary.map(() => number),
  };
}

function nameless(each) {
  return { ...each, name: "" };
}

function offset(each) {
  return { ...each, name: `Chapter ${each.number + 2}` };
}

function renumbered(each, k) {
  return { ...each, name: `Chapter ${k + 1}` };
}

function restarting(each) {
  return { ...each, name: `Book ${Math.floor(each.number / 10) + 1}, Chapter ${(each.number % 10) + 1}` };
}

function dropped(guide, next) {
  const gone = below(guide.length, next);
  return guide.filter((_, k) => k !== gone);
}

function merged(guide, next) {
  const at = below(guide.length - 1, next);
  const [a, b] = [guide[at], guide[at + 1]];
  const both = {
    ...a,
    name: `Chapters ${a.number + 1}-${b.number + 1}`,
    bullets: [...a.bullets, ...b.bullets],
    owners: [...a.owners, ...b.owners],
  };
  return [...guide.slice(0, at), both, ...guide.slice(at + 2)];
}

function swapped(guide, next) {
  const at = below(guide.length - 1, next);
  return [...guide.slice(0, at), guide[at + 1], guide[at], ...guide.slice(at + 2)];
}

function count(t, guide, matches) {
  for (const [k, { owners }] of guide.entries()) {
    const { chapters, sure } = matches[k];
    const wanted = [...new Set(owners)].join();
    const right = chapters.map(({ number }) => number).join() === wanted;
    t.sections++;
    if (right) t.right++;
    if (!sure) t.unsure++;
    if (sure && !right) t.wrongSure++;
    const given = chapters.flatMap(({ number, bullets }) => bullets.map(() => number));
    t.bullets += owners.length;
    t.bulletsRight += owners.filter((owner, b) => given[b] === owner).length;
  }
}
