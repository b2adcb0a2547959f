import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { strToU8, zipSync } from "fflate";
import { writeTinyBert } from "../../src/encoder/testing/tiny-bert.ts";
import { meetingFiles } from "../../src/ingest/nxt/testing/meeting.ts";
import { root, sampleFolder } from "./plotline.ts";

/** Fills a folder with everything that documents call by a name of their own: `CORPUS`, `book.epub` and so on. */
export function writeDocumentedFiles(folder: string): void {
  for (const name of ["CORPUS", "my-corpus", "corpora/open"]) writeSmallCorpus(join(folder, name));
  cpSync(join(folder, "CORPUS", "manual_alignments"), join(folder, "PATH"), { recursive: true });
  cpSync(sampleFolder, join(folder, "corpora", "sample"), { recursive: true });
  cpSync(join(root, "results"), join(folder, "results"), { recursive: true });
  cpSync(join(sampleFolder, "books", "The Sea's Tithe.txt"), join(folder, "book.txt"));
  writeFileSync(join(folder, "story.txt"), beginningOf("The Telling at Winterlow"));
  writeFileSync(join(folder, "book.epub"), epub());
  writeFileSync(
    join(folder, "guide.txt"),
    guide(
      (name) => `${name}\n\n`,
      (point) => `- ${point}\n`,
    ),
  );
  writeFileSync(
    join(folder, "guide.html"),
    guide(
      (name) => `<h2>${name}</h2>`,
      (point) => `<p>${point}</p>`,
    ),
  );
  writeFileSync(join(folder, "mine.mjs"), ownAligner());
  writeFolder(join(folder, "bible"), { "01-GEN.usfm": bibleBook("GEN"), "08-RUT.usfm": bibleBook("RUT") });
  writeFolder(join(folder, "meetings"), meetingFiles("XX1a"));
  writeTinyBert(join(folder, "FOLDER"));
}

/** A story that is quickly summarised. */
function beginningOf(title: string): string {
  return readFileSync(join(sampleFolder, "books", `${title}.txt`), "utf8").slice(0, 6_000);
}

function writeFolder(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}

/** A chapter of USFM with its heading. */
function bibleBook(code: string): string {
  return `\\id ${code}\n\\h ${code}\n\\c 1\n\\cd 1 Of rain. 3 Of sun.\n\\v 1 It rained.\n\\v 2 It poured.\n\\v 3 It cleared.\n`;
}

const kept = { chapters: 5, paragraphs: 10, bullets: 4 };

/** The sample's works, cut short: two to train on, one to validate on. */
function writeSmallCorpus(folder: string): void {
  const manifest = JSON.parse(readFileSync(join(sampleFolder, "corpus.json"), "utf8"));
  for (const work of manifest.works) {
    work.split = work.title === "The Telling at Winterlow" ? "validation" : "train";
    for (const [section, most] of [
      ["stories", kept.paragraphs],
      ["summaries", kept.bullets],
    ] as const)
      cut(folder, join(section, work.title), (text) =>
        text
          .split(/\n{2,}/)
          .slice(0, most)
          .join("\n\n"),
      );
    cut(folder, join("manual_alignments", work.title), goldWithin);
  }
  writeFileSync(join(folder, "corpus.json"), JSON.stringify(manifest));
}

function cut(folder: string, path: string, shorten: (text: string) => string): void {
  mkdirSync(join(folder, path), { recursive: true });
  for (const name of readdirSync(join(sampleFolder, path)).sort().slice(0, kept.chapters))
    writeFileSync(join(folder, path, name), `${shorten(readFileSync(join(sampleFolder, path, name), "utf8"))}\n`);
}

function goldWithin(text: string): string {
  const rows = text.trim().split("\n").slice(0, kept.bullets);
  return rows
    .map((row) => row.replaceAll(/,? (\d+)/g, (link, n) => (Number(n) < kept.paragraphs ? link : "")))
    .join("\n");
}

const title = "The Sea's Tithe";
const chapters = [0, 1, 2, 3, 4, 5, 6, 7, 8];

function paragraphsOf(section: string, chapter: number): string[] {
  const file = join(sampleFolder, section, title, `${chapter}.txt.utf8`);
  return readFileSync(file, "utf8")
    .trim()
    .split(/\n{2,}/);
}

function guide(heading: (name: string) => string, point: (text: string) => string): string {
  const section = (n: number) => heading(`Chapter ${n + 1}`) + paragraphsOf("summaries", n).map(point).join("");
  return chapters.map(section).join("\n");
}

function epub(): Uint8Array {
  const texts = chapters.map((n) => {
    const paragraphs = paragraphsOf("stories", n).map((text) => `<p>${text.replaceAll("&", "&amp;")}</p>`);
    const body = `<h2>Chapter ${n + 1}</h2>${paragraphs.join("\n")}`;
    return `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>${title}</title></head><body>${body}</body></html>`;
  });
  const items = texts.map((_, n) => `<item id="c${n}" href="c${n}.xhtml" media-type="application/xhtml+xml"/>`);
  const spine = texts.map((_, n) => `<itemref idref="c${n}"/>`);
  return zipSync({
    mimetype: strToU8("application/epub+zip"),
    "META-INF/container.xml": strToU8(
      `<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container" version="1.0"><rootfiles><rootfile full-path="book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>`,
    ),
    "book.opf": strToU8(
      `<package xmlns="http://www.idpf.org/2007/opf" version="3.0"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${title}</dc:title></metadata><manifest>${items.join("")}</manifest><spine>${spine.join("")}</spine></package>`,
    ),
    ...Object.fromEntries(texts.map((text, n) => [`c${n}.xhtml`, strToU8(text)])),
  });
}

/** The aligner that docs/alignment.md shows. */
function ownAligner(): string {
  const text = readFileSync(join(root, "docs", "alignment.md"), "utf8");
  return /```js\n(\/\/ mine\.mjs[\s\S]*?)```/.exec(text)?.[1] ?? "";
}
