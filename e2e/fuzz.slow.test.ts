// Mutates books (text, HTML, EPUB) and imports them: nothing but a Problem may be thrown, nothing may hang. Every tenth
// is imported into a scratch corpus, every hundredth by the command line, under hostile titles: nothing may be written
// outside that corpus, and nothing half-written may stay. PLOTLINE_FUZZ=3600,7 does so for an hour, from another seed.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { below, Problem, random } from "@plotline/base";
import type { Story } from "@plotline/books";
import { readStory } from "@plotline/books/node";
import { importStory } from "@plotline/runs/node";
import { strToU8, zipSync } from "fflate";
import { expect, test } from "vitest";
import { root } from "./testing/plotline.ts";

const [seconds = 20, seed = 1] = (process.env["PLOTLINE_FUZZ"] ?? "20,1").split(",").map(Number);

const next = random(seed, "fuzz");
let runs = 0;

function checkStory({ chapters }: Story): void {
  for (const { paragraphs } of chapters) {
    if (paragraphs.length === 0) fail(`run ${runs} of seed ${seed}: a chapter without a paragraph`);
    const long = paragraphs.find((paragraph) => paragraph.split(/\s+/).length > 250);
    if (long !== undefined) fail(`run ${runs} of seed ${seed}: a paragraph over 250 words: ${long.slice(0, 80)}`);
  }
}

function fail(sentence: string): never {
  throw new Error(sentence);
}

/** Bytes flipped, stretches cut out, doubled or swapped, headings and markers dropped in. */
function mutated(book: Uint8Array): Buffer {
  let bytes: Buffer = Buffer.from(book);
  for (let times = 1 + below(6, next); times > 0; times--) bytes = drawn(mutations)(bytes);
  return bytes;
}

function drawn<T>(items: readonly T[]): T {
  return items[below(items.length, next)]!;
}

const markers = [
  "\n\nCHAPTER I\n\n",
  "\n\nCONTENTS\n\n",
  "\n\nACT II\n\nSCENE I\n\n",
  "[Illustration",
  "<div><div>",
  "\u0000\u0000",
  "*** END OF THE PROJECT GUTENBERG EBOOK",
  "_".repeat(500),
  "[".repeat(500),
  "I\n\n".repeat(300),
  "</p></div></body>",
  "<!--",
  "&#x110000;&amp",
];
const mutations: readonly ((bytes: Buffer) => Buffer)[] = [
  (bytes) => {
    const copy = Buffer.from(bytes);
    for (let times = below(40, next); times > 0; times--) copy[below(copy.length || 1, next)] = below(256, next);
    return copy;
  },
  (bytes) => Buffer.concat([bytes.subarray(0, below(bytes.length, next)), bytes.subarray(below(bytes.length, next))]),
  (bytes) => {
    const [at, marker] = [below(bytes.length, next), drawn(markers)];
    return Buffer.concat([bytes.subarray(0, at), Buffer.from(marker), bytes.subarray(at)]);
  },
  (bytes) => Buffer.concat([bytes, bytes]).subarray(0, 2_000_000),
  (bytes) => bytes.subarray(0, below(bytes.length, next)),
  (bytes) =>
    Buffer.from(
      bytes.toString("latin1").replaceAll(next() < 0.5 ? "\n\n" : " ", next() < 0.5 ? "\n" : "\r\n\r\n"),
      "latin1",
    ),
];

function startingBooks(): Buffer[] {
  const folder = join(root, "corpora", "sample", "books");
  const texts = readdirSync(folder).map((name) => readFileSync(join(folder, name)));
  const pages = texts.map((text) => asHtml(text.toString("utf8")));
  return [...texts, ...pages.map((page) => Buffer.from(page)), ...pages.map((page) => Buffer.from(asEpub(page)))];
}

function asHtml(text: string): string {
  const blocks = text
    .split(/\n\n+/)
    .map((block) => (/^(?:CHAPTER|ACT|SCENE)/.test(block) ? `<h2>${block}</h2>` : `<p>${block}</p>`));
  return `<html><head><title>A Book</title></head><body>${blocks.join("\n")}</body></html>`;
}

function asEpub(page: string): Uint8Array {
  const opf =
    '<package><metadata><dc:title>A</dc:title></metadata><manifest><item id="a" href="a.xhtml"/></manifest><spine><itemref idref="a"/></spine></package>';
  const files = {
    "META-INF/container.xml": '<container><rootfile full-path="b.opf"/></container>',
    "b.opf": opf,
    "a.xhtml": page,
  };
  return zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])));
}

const titles = [
  "A Book",
  "../../up",
  "..",
  "a/b\\c",
  "q\"u'o`te",
  "/etc/x",
  "nul",
  " ",
  "x".repeat(400),
  "~/home",
  "$(touch x)",
];
const program = join(root, "packages", "plotline", "bin", "plotline.mjs");

/** Imports into a corpus of its own; the folder around it must hold the same as before. */
async function importInto(bytes: Buffer, byCommand: boolean): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "plotline-fuzz-"));
  try {
    const around = join(folder, "a", "b");
    mkdirSync(around, { recursive: true });
    const [book, corpus] = [join(around, "book"), join(around, "corpus")];
    writeFileSync(book, bytes);
    const title = drawn(titles);
    if (byCommand) runCommand(["import", "story", corpus, book, "--title", title], around);
    else await importStory(book, corpus, { title });
    mustBeClean(folder);
  } catch (error) {
    mustBeClean(folder);
    throw error;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function runCommand(words: readonly string[], cwd: string): void {
  const { status, signal, stderr } = spawnSync(process.execPath, [program, ...words], { cwd, timeout: 60_000 });
  if (status === 0) return;
  const lines = stderr.toString().trim().split("\n");
  if (status !== 2 || lines.length > 2)
    fail(`run ${runs} of seed ${seed}: exit ${status ?? signal}: ${lines.join(" / ")}`);
  throw new Problem(lines[0] ?? "");
}

function mustBeClean(folder: string): void {
  const entries = readdirSync(folder, { recursive: true, encoding: "utf8" }).map((path) => path.replaceAll("\\", "/"));
  const inside = /^(?:a|a\/b|a\/b\/book|a\/b\/corpus(?:\/.*)?)$/;
  const stray = entries.find((path) => !inside.test(path) || /\.partial/.test(path));
  if (stray !== undefined) fail(`run ${runs} of seed ${seed} left ${stray} in place`);
}

test(
  `mutated books are read or refused with a sentence, for ${seconds} seconds`,
  async () => {
    const books = startingBooks();
    let [read, slowest] = [0, 0];
    for (const end = Date.now() + seconds * 1000; Date.now() < end; runs++) {
      const bytes = mutated(drawn(books));
      const start = performance.now();
      try {
        checkStory(readStory(bytes, "book"));
        if (runs % 10 === 0) await importInto(bytes, runs % 100 === 0);
        read++;
      } catch (error) {
        if (!(error instanceof Problem)) throw new Error(`run ${runs} of seed ${seed}`, { cause: error });
      }
      slowest = Math.max(slowest, performance.now() - start);
      expect(slowest, `run ${runs} of seed ${seed}: ${bytes.length} bytes`).toBeLessThan(20_000);
    }
    expect(read).toBeGreaterThan(0);
  },
  1000 * seconds + 300_000,
);
