// Fits how a reader's scores are weighed against the pointer's and the completion scorer's, on works outside validation, and says
// what each scores on the validation works.
//   node training/torch/fit-blends.mjs FOLDER READER.json [ABOUT]
// FOLDER holds what pack-readers.mjs wrote (data/), what train_readers.py wrote (scores/), and what the readers that need no
// encoder say of some of the same chapters (pointer-SET.jsonl and scorer-SET.jsonl by shipped-scores.mjs).
// After node scripts/build.mjs.
import { createReadStream, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { scoreOfAnswers } from "../../dist/evaluate/answered.js";
import { packBlend } from "../../dist/readers/blend.js";
import { blendColumns, blendRows } from "../../dist/readers/completion/reading/reader.js";
import { clozeBlendColumns, clozeBlendRows } from "../../dist/readers/pointer/encoder/reader.js";
import { compiled } from "../compile.mjs";

const { trainBlend } = await compiled("blend.ts");

const [folder, out, about = "training/torch/train_readers.py"] = process.argv.slice(2);
const sets = { train: await chaptersOf("train"), validation: await chaptersOf("validation") };
const cloze = await fitted(clozeBlendColumns, {
  paper: ["story", "hard"].map((set) => ["paper", set]),
  blind: ["story", "hard"].map((set) => ["blind", set]),
});
const completion = await fitted(blendColumns, { paper: [["Posterior-BM25"], ["TFIDF"]], blind: [["blind"]] });
writeFileSync(out, `${JSON.stringify({ about, cloze, completion })}\n`);

/** A blend for each protocol, from the lessons of its names. */
async function fitted(columns, protocols) {
  const packed = {};
  for (const [protocol, names] of Object.entries(protocols)) {
    const lessons = names.flatMap((name) => lessonsOf(sets.train, name));
    const blend = await trainBlend(
      columns,
      lessons.filter(({ rows, answer }) => answer >= 0 && rows.length > 1),
    );
    packed[protocol] = packBlend(blend);
    for (const name of names)
      for (const [set, chapters] of Object.entries(sets)) {
        const own = lessonsOf(chapters, name);
        const by = columns.map(
          (column, k) => `${column} ${scored(own, (rows) => rows.map((row) => row[k])).right.toFixed(4)}`,
        );
        const { right, interval, byWork } = scored(own, (rows) => blend.scores(rows));
        const [questions, works] = [interval, byWork].map((ends) => ends.map((end) => end.toFixed(3)).join("–"));
        console.log(
          `${name.join(", ")}, ${set}: ${own.length}, together ${right.toFixed(4)} (${questions}, by work ${works}); ${by.join(", ")}`,
        );
      }
  }
  return packed;
}

/** [protocol, candidates] of cloze questions, or [alignment] of completion items. */
function lessonsOf(chapters, [name, set]) {
  return chapters.flatMap(({ work, items, questions }) => {
    const own =
      set === undefined
        ? items.map((item) => itemLesson(item, name))
        : questions.flatMap((q) => questionLesson(q, name, set));
    return own.map((lesson) => ({ ...lesson, work }));
  });
}

function itemLesson({ answer, read, scorer }, name) {
  return { answer, rows: blendRows(scorer[name], read) };
}

function questionLesson({ read, pointer }, protocol, set) {
  const options = pointer.options[set];
  const free = [...options.keys()].filter((k) => read.has(options[k]));
  if (free.length === 0) return [];
  const rows = clozeBlendRows(
    free.map((k) => pointer[protocol][set][k]),
    free.map((k) => read.get(options[k])),
  );
  return [{ answer: free.findIndex((k) => options[k] === pointer.answer), rows }];
}

/** The questions and items that the readers without an encoder were asked, with what the encoder says of them. */
async function chaptersOf(set) {
  const [clozeScores, itemScores] = [floats(`cloze-${set}.f32`), floats(`completion-${set}.f32`)];
  const [pointers, scorers] = [linesOf(`pointer-${set}.jsonl`), linesOf(`scorer-${set}.jsonl`)];
  const found = [];
  let [slot, option] = [0, 0];
  for await (const line of createInterface({ input: createReadStream(join(folder, "data", `${set}.jsonl`)) })) {
    const chapter = JSON.parse(line);
    const [pointer, scorer] = [pointers.get(keyOf(chapter)), scorers.get(keyOf(chapter))];
    const asked = chapter.questions.filter(({ draw }) => draw === 0);
    const questions = asked.flatMap(({ paragraph, answer, entities }) => {
      const read = new Map(
        entities.map((entity, k) => {
          const [sum, best, mentions, listed] = clozeScores.subarray(4 * (slot + k), 4 * (slot + k) + 4);
          return [entity, { sum, best: mentions > 0 ? best : listed, mentions, listed }];
        }),
      );
      slot += entities.length;
      const own = pointer?.rows.find((row) => row.paragraph === paragraph && row.answer === answer);
      return own === undefined ? [] : [{ read, pointer: own }];
    });
    const items = chapter.items.flatMap(({ answer, options }, k) => {
      const read = options.map((_, n) => ({
        read: itemScores[2 * (option + n)],
        alone: itemScores[2 * (option + n) + 1],
      }));
      option += options.length;
      if (scorer === undefined) return [];
      return [{ answer, read, scorer: Object.fromEntries(scorer.items.map(([name, own]) => [name, own[k]])) }];
    });
    found.push({ work: chapter.work, questions, items });
  }
  return found;
}

function floats(name) {
  const bytes = readFileSync(join(folder, "scores", name));
  return new Float32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
}

function linesOf(name) {
  const lines = readFileSync(join(folder, name), "utf8").split("\n").filter(Boolean);
  return new Map(lines.map((line) => JSON.parse(line)).map((row) => [keyOf(row), row]));
}

function keyOf({ work, number }) {
  return `${work}/${number}`;
}

function scored(lessons, score) {
  return scoreOfAnswers(
    lessons.map(({ work, rows, answer }) => {
      const found = score(rows);
      return { work, right: found.indexOf(Math.max(...found)) === answer, options: rows.length };
    }),
  );
}
