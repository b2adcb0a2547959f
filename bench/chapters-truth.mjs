// Which chapters books have: chapters-truth.tsv, one line per book, in six sets. A line has how many chapters there may be, and words
// of the first and the last heading.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The least share of a book's words that its chapters must have: Plato's Republic has an introduction that is nearly as long. */
export const leastInChapters = 0.4;

/** The files of a folder whose chapters are known, of the sets whose names begin so. */
export function knownBooks(folder, setName = "") {
  const lines = readFileSync(new URL("chapters-truth.tsv", import.meta.url), "utf8")
    .trim()
    .split("\n");
  const truth = lines.slice(1).map(readLine);
  return truth
    .filter(({ set }) => set.startsWith(setName))
    .flatMap((work) =>
      ["txt", "html", "epub"]
        .map((format) => ({ work, format, path: join(folder, `${work.file}.${format}`) }))
        .filter(({ path }) => existsSync(path)),
    );
}

function readLine(line) {
  const [set, file, title, kind, chapters, first, last] = line.split("\t");
  return { set, file, title, kind, chapters: chapters.split(" ").map(Number), first, last };
}

export function isRight(truth, headings) {
  return faultsOf(truth, headings).length === 0;
}

export function faultsOf({ chapters: expected, first, last }, headings) {
  const keys = headings.map(keyOf);
  return [
    ...(expected.includes(keys.length) ? [] : [`${keys.length} chapters for ${expected.join(" or ")}`]),
    ...(hasWords(keys[0], first) ? [] : [`the first is "${keys[0]}"`]),
    ...(hasWords(keys.at(-1), last) ? [] : [`the last is "${keys.at(-1)}"`]),
  ];
}

function hasWords(heading, words) {
  return words === "" || ` ${heading} `.includes(` ${keyOf(words)} `);
}

function keyOf(text) {
  return text
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
