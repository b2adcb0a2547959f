// Importing a 2 MB novel next to what the same file costs a plain reader. Each side runs in processes of its own, in turns,
// as a command line does: neither pays for the other's garbage, and both start cold.
// usage: npm run build && node bench/import.mjs [BOOK.txt|BOOK.html]   (default: the sample novel, repeated to 2 MB)
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Parser, parseDocument } from "htmlparser2";
import { readStory } from "../packages/books/dist/book/story.js";
import { commandLine, median, sample, timed } from "./kit.mjs";

const longNovels = ["novel.txt", "novel.html"];

const [given, side] = commandLine().positionals;
if (side !== undefined) console.log(JSON.stringify(await timesOf(tasksFor(given)[side])));
else for (const name of given === undefined ? longNovels : [given]) benchFile(name);

function benchFile(name) {
  const html = isHtml(name);
  const { peer, ours, bare } = inTurns(name, ["peer", "ours", "bare"]);
  const ratio = (rank) => (ours[rank] / peer[rank]).toFixed(2);
  const bytes = bytesOf(name);
  const story = readStory(bytes, name);
  const count = story.chapters.reduce((sum, chapter) => sum + chapter.paragraphs.length, 0);
  console.log(`${name}: ${(bytes.length / 1e6).toFixed(1)} MB, ${story.chapters.length} chapters, ${count} paragraphs`);
  console.log(
    `  ${html ? "htmlparser2, into a document" : "decode, split at blank lines, join lines"}: ${peer.median.toFixed(0)} ms`,
  );
  console.log(
    `  import: ${ours.median.toFixed(0)} ms, ratio ${ratio("median")} (below 2); of the quickest runs ${ratio("least")}`,
  );
  console.log(`  the first run of a process, compiling included: ${ours.first.toFixed(0)} ms, ratio ${ratio("first")}`);
  const barest = html ? "htmlparser2 that only hands the text out" : "a bare split that leaves the line breaks in";
  console.log(`  against ${barest}: ${(ours.median / bare.median).toFixed(1)}`);
}

function isHtml(name) {
  return /\.x?html?$/i.test(name);
}

function bytesOf(name) {
  if (!longNovels.includes(name)) return readFileSync(name);
  const text = longNovel();
  return Buffer.from(isHtml(name) ? asHtml(text) : text);
}

function tasksFor(name) {
  const bytes = bytesOf(name);
  const html = isHtml(name);
  return {
    peer: html ? () => parseDocument(bytes.toString("utf8")) : () => paragraphs(bytes),
    ours: () => readStory(bytes, name),
    bare: html ? () => parse(bytes) : () => split(bytes),
  };
}

/** Three processes per side, taking turns; of each figure the median of the three. */
function inTurns(name, sides) {
  const found = Object.fromEntries(sides.map((side) => [side, []]));
  for (let turn = 0; turn < 3; turn++) for (const side of sides) found[side].push(inOwnProcess(name, side));
  const middle = (side, rank) => median(found[side].map((run) => run[rank]));
  const figures = (side) => Object.fromEntries(["first", "least", "median"].map((rank) => [rank, middle(side, rank)]));
  return Object.fromEntries(sides.map((side) => [side, figures(side)]));
}

function inOwnProcess(name, side) {
  const { stdout, stderr, status } = spawnSync(process.execPath, [fileURLToPath(import.meta.url), name, side]);
  if (status !== 0) throw new Error(String(stderr));
  return JSON.parse(String(stdout));
}

/** Processor time of rounds: the first, and of those after warming up the least and the median. */
async function timesOf(task, rounds = 40) {
  const times = [];
  for (let round = 0; round < rounds; round++) times.push((await timed(task)).cpuMs);
  const warm = times.slice(11);
  return { first: times[0], least: Math.min(...warm), median: median(warm) };
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
  const book = readFileSync(join(sample, "books", "The Sea's Tithe.txt"), "utf8");
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
