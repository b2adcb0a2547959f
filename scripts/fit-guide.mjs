// node scripts/fit-guide.mjs [--rows]: fits what src/align/guide needs to the weights that ship. With --rows it trains the
// network that reads single bullets again, on the train works of corpora/open, and writes src/align/guide/row/weights.json
// (ten minutes of processor time). Then, in either case, it prints the mixture of the two networks that makes the links of
// works that neither has learned from likeliest, for full guides and for few bullets: constants.ts holds them.
import { writeFileSync } from "node:fs";
import { rowFeatures } from "../dist/align/guide/row/features.js";
import { packRowModel, rowScorer, unpackRowModel } from "../dist/align/guide/row/model.js";
import rowWeights from "../dist/align/guide/row/weights.json" with { type: "json" };
import { chapterFeatures } from "../dist/align/learned/features.js";
import { plotline } from "../dist/align/learned/plotline.js";
import { chapterReader } from "../dist/align/learned/reading.js";
import { learned } from "../dist/align/learned/similarity.js";
import { unpack } from "../dist/align/learned/weights.js";
import weights from "../dist/align/learned/weights.json" with { type: "json" };
import { openCorpus } from "../dist/corpus/open.js";
import { rowLesson } from "../dist/learn/guide/lesson.js";
import { logistic } from "../dist/learn/guide/logistic.js";
import { trainRows } from "../dist/learn/guide/train-rows.js";
import { random, shuffled } from "../dist/random.js";
import { shippedTable } from "../dist/text/pieces/shipped.js";

const corpus = await openCorpus("corpora/open");
const read = chapterReader();
const model = process.argv.includes("--rows") ? await trainedRows() : unpackRowModel(rowWeights);
await fitMixture();

async function trainedRows() {
  const chapters = await goldOf("train");
  const next = random("rows", 1);
  const trained = await trainRows(
    chapters.map((chapter) => rowLesson(read, chapter, chapters, next)),
    undefined,
    (loss) => console.log(`loss ${loss.toFixed(4)}`),
  );
  writeFileSync("src/align/guide/row/weights.json", `${JSON.stringify(packRowModel(trained))}\n`);
  return trained;
}

async function fitMixture() {
  const single = rowScorer(model);
  const ordered = learned(unpack(weights)).prepare({ table: await shippedTable() });
  const unseen = (await goldOf("validation")).filter(({ work }) => !plotline.learnedFrom.includes(work));
  const chapters = shuffled(unseen, random("mixture")).slice(0, 120);
  for (const count of [1, 2, 3, 5, 8, Number.POSITIVE_INFINITY]) {
    const next = random("count", String(count));
    const data = chapters.flatMap((chapter) => cellsOf(chapter, count, next, ordered, single));
    const [ofOrdered, ofSingle, shift] = logistic(data, 2).map((weight) => weight.toFixed(2));
    console.log(`${count} bullets: ordered ${ofOrdered}, single ${ofSingle}, shift ${shift}`);
  }
}

function cellsOf({ summary, story, gold }, count, next, ordered, single) {
  const linked = [...summary.keys()].filter((k) => gold.some((link) => link.summary === k));
  const picked =
    count >= summary.length
      ? [...summary.keys()]
      : shuffled(linked, next)
          .slice(0, count)
          .sort((a, b) => a - b);
  const passages = { summary: picked.map((k) => summary[k]), story };
  const [one, other] = [ordered(passages), single(rowFeatures(chapterFeatures(read, passages), passages)).cells];
  const isLink = new Set(gold.map((link) => `${link.summary} ${link.story}`));
  return Array.from(one.values, (value, cell) => ({
    inputs: [value, other.values[cell]],
    target: isLink.has(`${picked[Math.floor(cell / one.columns)]} ${cell % one.columns}`) ? 1 : 0,
    weight: 1 / Math.max(5, gold.length),
  }));
}

async function goldOf(split) {
  const found = [];
  const works = corpus.works.filter((work) => work.split === split);
  for await (const chapter of corpus.chapters({ works, goldOnly: true }))
    if (chapter.gold?.length > 0) found.push(chapter);
  return found;
}
