// Fits how a continuation reader's scores are weighed against the completion scorer's, on works outside validation, and says what
// each scores on the validation works.
//   node scripts/lab/fit-blends.mjs FOLDER READER.json [SCORES]
// FOLDER holds what pack-readers.mjs wrote (data/), what train_readers.py wrote (SCORES, else scores/), and what the scorer says of
// the same chapters (scorer-SET.jsonl, by scorer-scores.mjs). After node scripts/build.mjs.
import { createReadStream, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { packBlend, trainBlend } from "../../dist/readers/blend.js";
import { blendColumns, blendRows } from "../../dist/readers/completion/reading/reader.js";

const [folder, out, scores = "scores"] = process.argv.slice(2);
const sets = { train: await itemsOf("train"), validation: await itemsOf("validation") };
const blends = {};
for (const [protocol, names] of Object.entries({ paper: ["Posterior-BM25", "TFIDF"], blind: ["blind"] })) {
  const lessons = names.flatMap((name) => lessonsOf(sets.train, name));
  const blend = await trainBlend(blendColumns, lessons);
  blends[protocol] = packBlend(blend);
  for (const name of names)
    for (const [set, items] of Object.entries(sets)) {
      const own = lessonsOf(items, name);
      const by = (score) => right(own, score).toFixed(4);
      console.log(
        `${protocol}, ${name}, ${set}: ${own.length} items, scorer ${by((rows) => rows.map((row) => row[0]))}, reader ${by((rows) => rows.map((row) => row[1]))}, without passage ${by((rows) => rows.map((row) => row[2]))}, both ${by((rows) => blend.scores(rows))}`,
      );
    }
}
const about = `MiniLM, trained by scripts/lab/train_readers.py on corpora/open alone; blended with the scorer by scripts/lab/fit-blends.mjs, on ${lessonsOf(sets.train, "blind").length} items of works outside validation.`;
writeFileSync(out, `${JSON.stringify({ about, blends })}\n`);

/** Every item that the scorer was asked, with both readers' scores. */
async function itemsOf(set) {
  const bytes = readFileSync(join(folder, scores, `completion-${set}.f32`));
  const numbers = new Float32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
  const lines = readFileSync(join(folder, `scorer-${set}.jsonl`), "utf8").split("\n");
  const known = new Map(lines.filter(Boolean).map((line) => [keyOf(JSON.parse(line)), JSON.parse(line)]));
  const found = [];
  let at = 0;
  for await (const line of createInterface({ input: createReadStream(join(folder, "data", `${set}.jsonl`)) })) {
    const chapter = JSON.parse(line);
    const scorer = known.get(keyOf(chapter));
    chapter.items.forEach(({ answer, options }, k) => {
      const read = options.map((_, n) => ({ read: numbers[2 * (at + n)], alone: numbers[2 * (at + n) + 1] }));
      at += options.length;
      if (scorer !== undefined)
        found.push({ answer, read, scorer: Object.fromEntries(scorer.items.map(([name, own]) => [name, own[k]])) });
    });
  }
  return found;
}

function keyOf({ work, number }) {
  return `${work}/${number}`;
}

function lessonsOf(items, name) {
  return items.map(({ answer, read, scorer }) => ({ answer, rows: blendRows(scorer[name], read) }));
}

function right(lessons, score) {
  const hits = lessons.filter(({ rows, answer }) => {
    const found = score(rows);
    return found.indexOf(Math.max(...found)) === answer;
  });
  return hits.length / lessons.length;
}
