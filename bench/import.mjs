// Importing a 2 MB novel beside what the same file costs a plain reader, in one run.
// usage: npm run build && node bench/import.mjs [BOOK.txt|BOOK.html]   (default: the sample novel, repeated to 2 MB)
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { Parser, parseDocument } from "htmlparser2";
import { readStory } from "../dist/ingest/story.js";

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const given = process.argv[2];
  if (given === undefined) benchImport();
  else benchFile(given, readFileSync(given));
}

export function benchImport() {
  const text = longNovel();
  benchFile("novel.txt", Buffer.from(text));
  benchFile("novel.html", Buffer.from(asHtml(text)));
}

function benchFile(name, bytes) {
  const html = /\.x?html?$/i.test(name);
  const plain = html ? () => parseDocument(bytes.toString("utf8")) : () => paragraphs(bytes);
  const bareTask = html ? () => parse(bytes) : () => split(bytes);
  const [peer, ours, bare] = interleaved([plain, () => readStory(bytes, name), bareTask]);
  const ratio = (rank) => (ours[rank] / peer[rank]).toFixed(2);
  const story = readStory(bytes, name);
  const count = story.chapters.reduce((sum, chapter) => sum + chapter.paragraphs.length, 0);
  console.log(`${name}: ${(bytes.length / 1e6).toFixed(1)} MB, ${story.chapters.length} chapters, ${count} paragraphs`);
  console.log(
    `  ${html ? "htmlparser2, into a document" : "decode, split at blank lines, join lines"}: ${peer.median.toFixed(0)} ms`,
  );
  console.log(
    `  import: ${ours.median.toFixed(0)} ms, ratio ${ratio("median")} (below 2); of the quickest runs ${ratio("least")}`,
  );
  console.log(
    `  the first run in this process, compiling included: ${ours.first.toFixed(0)} ms, ratio ${ratio("first")}`,
  );
  const barest = html ? "htmlparser2 that only hands the text out" : "a bare split that leaves the line breaks in";
  console.log(`  against ${barest}: ${(ours.median / bare.median).toFixed(1)}`);
}

/** Processor time of rounds that take turns: the first, and of those after warming up the least and the median. */
function interleaved(tasks, rounds = 40) {
  const times = tasks.map(() => []);
  for (let round = 0; round < rounds; round++) {
    tasks.forEach((task, k) => {
      const start = process.cpuUsage();
      task();
      const { user, system } = process.cpuUsage(start);
      times[k].push((user + system) / 1000);
    });
  }
  return times.map(([first, ...rest]) => {
    const warm = rest.slice(10).sort((a, b) => a - b);
    return { first, least: warm[0], median: warm[warm.length >> 1] };
  });
}

function split(bytes) {
  return bytes.toString("utf8").split(/\r?\n\s*\n/);
}

function paragraphs(bytes) {
  return split(bytes)
    .map((paragraph) => paragraph.replace(/\s+/g, " ").trim())
    .filter(Boolean);
}

function parse(bytes) {
  const texts = [];
  const parser = new Parser({ ontext: (text) => texts.push(text) });
  parser.write(bytes.toString("utf8"));
  parser.end();
  return texts;
}

/** The sample novel again and again, its chapters numbered on. */
function longNovel() {
  const book = readFileSync(new URL("../corpora/sample/books/The Sea's Tithe.txt", import.meta.url), "utf8");
  const chapters = book.split(/^CHAPTER [IVX]+$/m).slice(1);
  let text = "A LONG NOVEL\n\n";
  for (let number = 1; text.length < 2e6; number++)
    text += `\n\n\nCHAPTER ${number}\n${chapters[(number - 1) % chapters.length]}`;
  return text;
}

function asHtml(text) {
  const blocks = text.split(/\n\n+/).map((block) => block.trim());
  const tags = blocks.map((block) => (/^CHAPTER/.test(block) ? `<h2>${block}</h2>` : `<p>${escaped(block)}</p>`));
  return `<!DOCTYPE html>\n<html><head><title>A Long Novel</title></head><body>\n${tags.join("\n\n")}\n</body></html>\n`;
}

function escaped(text) {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replace(/_([^_]+)_/g, "<i>$1</i>")
    .replaceAll("--", "&mdash;");
}
