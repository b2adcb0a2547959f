// Are the chapters of a folder of books found? Prints how many files are right, wrong with a warning, and wrong in silence.
// usage: npm run build && node bench/chapters.mjs FOLDER [TRUTH.json] [--set development|"held out"] [--all]
// FOLDER holds <file>.txt, <file>.html or <file>.epub for the entries of the truth (default: bench/chapters-truth.json):
//   { file, title, kind, set, chapters: [how many it may have], first, last: words of the first and last heading }
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readStory } from "../dist/ingest/book/story.js";
import { argumentsOf } from "./arguments.mjs";
import { faultsOf } from "./chapters-truth.mjs";

const { values, positionals } = argumentsOf({ options: { set: { type: "string" }, all: { type: "boolean" } } });
const [folder, truthFile = new URL("chapters-truth.json", import.meta.url)] = positionals;
if (folder === undefined) {
  console.error("usage: node bench/chapters.mjs FOLDER [TRUTH.json] [--set NAME] [--all]");
  process.exit(2);
}
// Plato's Republic has an introduction that is nearly as long.
const leastInChapters = 0.4;
const truth = JSON.parse(readFileSync(truthFile, "utf8")).filter(
  ({ set }) => values.set === undefined || set === values.set,
);
const found = truth.flatMap((work) =>
  ["txt", "html", "epub"]
    .map((format) => ({ work, format, path: join(folder, `${work.file}.${format}`) }))
    .filter(({ path }) => existsSync(path))
    .map(({ path, ...rest }) => ({ ...rest, ...verdictOf(rest.work, path) })),
);
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
console.log(`${found.length} files of ${works} works; ${truth.length - works} works of the truth have no file here`);

function verdictOf(work, path) {
  const story = readStory(readFileSync(path), path);
  // Those about characters and brackets say nothing of the chapters.
  const warnings = story.warnings.filter(
    (text) => !/could not be read as|brackets? (?:is|are) never closed/.test(text),
  );
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
  const share = (verdict) => `${((100 * count(verdict)) / files.length).toFixed(1)} %`;
  const right = files.filter(({ verdict }) => verdict === "right");
  const warned = right.filter((file) => file.warned).length;
  console.log(
    `${name.padEnd(12)} right ${count("right")} of ${files.length} (${share("right")}), wrong with a warning ${count("wrong, warned")}, wrong in silence ${count("WRONG, SILENT")} (${share("WRONG, SILENT")}), right with a warning ${warned}`,
  );
}
