// Are the chapters of a folder of books found? Prints how many files are right, wrong with a warning, and wrong in silence.
// usage: npm run build && node bench/chapters.mjs FOLDER [--set NAME] [--all]
// FOLDER holds <file>.txt, <file>.html or <file>.epub for lines of chapters-truth.tsv; --set sixth, or --set "sixth held out",
// takes the sets whose names begin so.
import { readFileSync } from "node:fs";
import { readStory } from "../packages/books/dist/book/story.js";
import { faultsOf, knownBooks, leastInChapters } from "./chapters-truth.mjs";
import { commandLine, misused, percent } from "./kit.mjs";

const { values, positionals } = commandLine({ set: undefined, all: false });
const [folder] = positionals;
if (folder === undefined) misused("usage: node bench/chapters.mjs FOLDER [--set NAME] [--all]");
const found = knownBooks(folder, values.set).map((book) => ({ ...book, ...verdictOf(book) }));
for (const { work, format, verdict, why, warning } of found)
  if (verdict !== "right" || values.all)
    console.log(
      `${verdict.padEnd(14)} ${work.title} (${format}): ${why}${warning === undefined ? "" : `; ${warning}`}`,
    );
console.log("");
for (const kind of new Set(found.map(({ work }) => work.kind)))
  printCounts(
    kind,
    found.filter(({ work }) => work.kind === kind),
  );
printCounts("all", found);
const works = new Set(found.map(({ work }) => work.title)).size;
console.log(`${found.length} files of ${works} works`);

function verdictOf({ work, path }) {
  const story = readStory(readFileSync(path), path);
  const warnings = story.warnings.filter(({ kind }) => kind !== "characters").map(({ text }) => text);
  const headings = story.chapters.map(({ heading }) => heading);
  const isMissing = story.account.inChapters < leastInChapters * story.account.words;
  const faults = [...faultsOf(work, headings), ...(isMissing ? ["most of the text is in no chapter"] : [])];
  if (faults.length === 0)
    return { verdict: "right", why: `${headings.length} chapters`, warned: warnings.length > 0, warning: warnings[0] };
  const verdict = warnings.length > 0 ? "wrong, warned" : "WRONG, SILENT";
  return { verdict, why: faults.join(", "), warning: warnings[0]?.slice(0, 120) };
}

function printCounts(name, files) {
  const count = (verdict) => files.filter((file) => file.verdict === verdict).length;
  const share = (verdict) => percent(count(verdict) / files.length);
  const right = files.filter(({ verdict }) => verdict === "right");
  const warned = right.filter((file) => file.warned).length;
  console.log(
    `${name.padEnd(12)} right ${count("right")} of ${files.length} (${share("right")}), wrong with a warning ${count("wrong, warned")}, wrong in silence ${count("WRONG, SILENT")} (${share("WRONG, SILENT")}), right with a warning ${warned}`,
  );
}
