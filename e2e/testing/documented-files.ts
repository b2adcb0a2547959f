import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { writeTinyBert } from "@plotline/align/testing";
import { epubWithNotes } from "@plotline/formats";
import { root, sampleFolder } from "./plotline.ts";
import { writeSmallCorpus } from "./small-corpus.ts";

/** Fills a folder with everything that documents call by a name of their own: `CORPUS`, `book.epub` and so on. */
export function writeDocumentedFiles(folder: string): void {
  for (const name of ["CORPUS", "my-corpus", "corpora/open"]) writeSmallCorpus(join(folder, name));
  writeSmallCorpus(join(folder, "corpora", "sample"), { chapters: 4, paragraphs: 20, points: 10 });
  cpSync(join(root, "results"), join(folder, "results"), { recursive: true });
  cpSync(join(sampleFolder, "books", "The Sea's Tithe.txt"), join(folder, "book.txt"));
  writeFileSync(join(folder, "story.txt"), beginningOf("The Telling at Winterlow"));
  writeFileSync(join(folder, "book.epub"), epub());
  writeFileSync(join(folder, "guide.txt"), guide(["", "\n\n"], ["- ", "\n"]));
  writeFileSync(join(folder, "guide.html"), guide(["<h2>", "</h2>"], ["<p>", "</p>"]));
  writeFileSync(join(folder, "mine.mjs"), ownAligner());
  writeFileSync(join(folder, "FILE"), JSON.stringify({ work: title, chapter: 0, links: [[0, 1]] }));
  writeTinyBert(join(folder, "FOLDER"));
}

/** A story that is quickly summarised. */
function beginningOf(title: string): string {
  return readFileSync(join(sampleFolder, "books", `${title}.txt`), "utf8").slice(0, 2_000);
}

const title = "The Sea's Tithe";
const chapters = [0, 1, 2, 3];

function paragraphsOf(section: string, chapter: number): string[] {
  const file = join(sampleFolder, section, title, `${chapter}.txt.utf8`);
  return readFileSync(file, "utf8")
    .trim()
    .split(/\n{2,}/);
}

/** The guide with this before and after each heading, and before and after each point. */
function guide(heading: readonly [string, string], point: readonly [string, string]): string {
  const points = (n: number) => paragraphsOf("summaries", n).map((text) => point.join(text));
  return chapters.map((n) => heading.join(`Chapter ${n + 1}`) + points(n).join("")).join("\n");
}

function epub(): Uint8Array {
  const parts = chapters.map((n) => {
    return { number: n, name: `Chapter ${n + 1}`, summary: [], story: paragraphsOf("stories", n), links: [] };
  });
  return epubWithNotes({ title, rights: [], alignment: "", chapters: parts });
}

/** The aligner that docs/alignment.md shows. */
function ownAligner(): string {
  const text = readFileSync(join(root, "docs", "alignment.md"), "utf8");
  return /```js\n(\/\/ mine\.mjs[\s\S]*?)```/.exec(text)?.[1] ?? "";
}
