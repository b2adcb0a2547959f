// Reading a whole corpus into paragraphs next to a plain readFile of the same files, in one run.
// usage: npm run build && node bench/corpus.mjs [CORPUS]     (default: .cache/shmoop)
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { openCorpus } from "../packages/plotline/dist/index.js";
import { commandLine, median, misused, timed } from "./kit.mjs";

const [corpus = ".cache/shmoop"] = commandLine().positionals;
if (!existsSync(join(corpus, "stories")))
  misused(`${corpus} is no corpus: lay the published one out there, or name another: node bench/corpus.mjs CORPUS`);
await benchReading(corpus);

/** Interleaved, so that both meet the same disk cache and the same load; the first round warms up. */
async function benchReading(folder) {
  const files = textFiles(folder);
  const [plain, synchronous, ours] = [[], [], []];
  let counts;
  for (let round = 0; round < 6; round++) {
    plain.push((await timed(() => readPlainly(files))).ms);
    synchronous.push((await timed(() => files.map((file) => readFileSync(file).length))).ms);
    const { result, ms } = await timed(() => readParagraphs(folder));
    ours.push(ms);
    counts = result;
  }
  const [a, b, c] = [plain, ours, synchronous].map((times) => median(times.slice(1)));
  console.log(`${files.length} files, ${(counts.characters / 1e6).toFixed(0)} M characters`);
  console.log(`${counts.chapters} chapters, ${counts.story} story and ${counts.summary} summary paragraphs`);
  console.log(`plain readFile, one after the other: ${a.toFixed(0)} ms (readFileSync ${c.toFixed(0)} ms)`);
  console.log(`openCorpus, every chapter into paragraphs: ${b.toFixed(0)} ms`);
  console.log(
    `ratio ${(b / a).toFixed(2)} (at most 3), peak memory ${(process.resourceUsage().maxRSS / 1024).toFixed(0)} MB`,
  );
}

async function readPlainly(files) {
  for (const file of files) await readFile(file);
}

async function readParagraphs(folder) {
  const counts = { chapters: 0, story: 0, summary: 0, characters: 0 };
  const opened = await openCorpus(folder);
  for await (const { story, summary } of opened.chapters({ unsummarised: true })) {
    counts.chapters++;
    counts.story += story.length;
    counts.summary += summary.length;
    for (const paragraph of story) counts.characters += paragraph.length;
    for (const paragraph of summary) counts.characters += paragraph.length;
  }
  return counts;
}

function textFiles(folder) {
  return ["stories", "summaries", "manual_alignments"]
    .filter((section) => existsSync(join(folder, section)))
    .flatMap((section) => readdirSync(join(folder, section), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}
