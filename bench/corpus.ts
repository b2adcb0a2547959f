// Reading a whole corpus into paragraphs next to a plain readFile of the same files, and importing a 2 MB novel (the sample's,
// repeated; as text and as HTML) next to what the same bytes cost a plain reader. Both take turns, so that they meet the same
// disk cache and the same load; the first rounds warm up, but the first import of all is printed too.
//   npm run bench -- corpus [CORPUS]      (the figures of docs/results.md are of the published corpus)
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { median, sumOf } from "@plotline/base";
import { readStory } from "@plotline/books/node";
import { openCorpus } from "@plotline/corpus/node";
import { parseDocument } from "htmlparser2";
import { program, sample, timed } from "./kit/kit.ts";

program(import.meta.url, { rounds: 6 }, async ({ positionals: [folder = sample], values: { rounds } }) => {
  await reading(folder, rounds);
  const novel = longNovel();
  await importing("novel.txt", novel, "decode, split at blank lines, join lines", paragraphs, rounds);
  const parse = (bytes: Buffer) => parseDocument(bytes.toString("utf8"));
  await importing("novel.html", asHtml(novel), "htmlparser2, into a document", parse, rounds);
});

async function reading(folder: string, rounds: number): Promise<void> {
  const files = textFiles(folder);
  const [plain, ours]: [number[], number[]] = [[], []];
  let counts = await readParagraphs(folder);
  for (let round = 0; round < rounds; round++) {
    plain.push((await timed(() => readPlainly(files))).ms);
    const { result, ms } = await timed(() => readParagraphs(folder));
    ours.push(ms);
    counts = result;
  }
  console.log(`${files.length} files, ${(counts.characters / 1e6).toFixed(0)} M characters`);
  console.log(`${counts.chapters} chapters, ${counts.story} story and ${counts.summary} summary paragraphs`);
  const [a, b] = [median(plain), median(ours)];
  console.log(`plain readFile, one after the other: ${a.toFixed(0)} ms`);
  console.log(`openCorpus, every chapter into paragraphs: ${b.toFixed(0)} ms`);
  const memory = (process.resourceUsage().maxRSS / 1024).toFixed(0);
  console.log(`ratio ${(b / a).toFixed(2)} (at most 3), peak memory ${memory} MB`);
}

function textFiles(folder: string): string[] {
  return ["stories", "summaries", "manual_alignments"]
    .filter((section) => existsSync(join(folder, section)))
    .flatMap((section) => readdirSync(join(folder, section), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

async function readPlainly(files: readonly string[]): Promise<void> {
  for (const file of files) await readFile(file);
}

async function readParagraphs(folder: string) {
  const counts = { chapters: 0, story: 0, summary: 0, characters: 0 };
  const opened = await openCorpus(folder);
  for await (const { story, summary } of opened.chapters({ unsummarised: true })) {
    counts.chapters++;
    counts.story += story.length;
    counts.summary += summary.length;
    counts.characters += sumOf([...story, ...summary], ({ length }) => length);
  }
  return counts;
}

/** CPU time: the first import of all, and the medians of both once they are warm. */
async function importing(
  name: string,
  text: string,
  peer: string,
  plainly: (bytes: Buffer) => unknown,
  rounds: number,
) {
  const bytes = Buffer.from(text);
  const first = await timed(() => readStory(bytes, name));
  const [ours, theirs]: [number[], number[]] = [[], []];
  for (let round = 0; round < 2 * rounds; round++) {
    ours.push((await timed(() => readStory(bytes, name))).cpuMs);
    theirs.push((await timed(() => plainly(bytes))).cpuMs);
  }
  const [own, plain] = [ours, theirs].map((times) => median(times.slice(rounds)));
  const { chapters } = first.result;
  const count = sumOf(chapters, (chapter) => chapter.paragraphs.length);
  console.log(`\n${name}: ${(bytes.length / 1e6).toFixed(1)} MB, ${chapters.length} chapters, ${count} paragraphs`);
  console.log(`${peer}: ${plain!.toFixed(0)} ms; import: ${own!.toFixed(0)} ms, ratio ${(own! / plain!).toFixed(1)}`);
  console.log(`the first import of the process, compiling included: ${first.cpuMs.toFixed(0)} ms`);
}

function paragraphs(bytes: Buffer): string[] {
  const split = bytes.toString("utf8").split(/\r?\n\s*\n/);
  return split.map((paragraph) => paragraph.replace(/\s+/g, " ").trim()).filter((paragraph) => paragraph !== "");
}

/** The sample novel again and again, its chapters numbered on. */
function longNovel(): string {
  const book = readFileSync(join(sample, "books", "The Sea's Tithe.txt"), "utf8");
  const chapters = book.split(/^CHAPTER [IVX]+$/m).slice(1);
  let text = "A LONG NOVEL\n\n";
  for (let number = 1; text.length < 2e6; number++)
    text += `\n\n\nCHAPTER ${number}\n${chapters[(number - 1) % chapters.length]}`;
  return text;
}

function asHtml(text: string): string {
  const blocks = text.split(/\n\n+/).map((block) => block.trim());
  const tags = blocks.map((block) => (/^CHAPTER/.test(block) ? `<h2>${block}</h2>` : `<p>${escaped(block)}</p>`));
  return `<!DOCTYPE html>\n<html><head><title>A Long Novel</title></head><body>\n${tags.join("\n\n")}\n</body></html>\n`;
}

function escaped(text: string): string {
  const safe = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  return safe.replace(/_([^_]+)_/g, "<i>$1</i>").replaceAll("--", "&mdash;");
}
