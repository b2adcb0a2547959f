// What a language model brings on gold chapters, asked through batch files, so that no network is needed.
//   node bench/judge.mjs CORPUS --out FOLDER           writes requests.jsonl
//   node bench/judge.mjs CORPUS --answers FOLDER       scores answers.jsonl in that folder
//   … --weights FILE                                   plotline's own links by other weights than those that ship
// (npm run build first.) Of each work the gold chapter of median length, works whose chapters have more than 10,000 words
// left out. Prints F of plotline alone and of the model; how many links were accepted, in range and with their quotes; and
// how well confidences are calibrated.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { bootstrapInterval } from "../packages/align/dist/evaluate/bootstrap.js";
import { reliability } from "../packages/align/dist/evaluate/calibration.js";
import { meanScore, score } from "../packages/align/dist/evaluate/score.js";
import { guided } from "../packages/align/dist/guide/similarity.js";
import { openCorpus } from "../packages/corpus/dist/open.js";
import { isQuoted } from "../packages/judge/dist/check.js";
import { CorpusJudge } from "../packages/judge/dist/corpus.js";
import { batchLine } from "../packages/judge/dist/model/batch.js";
import { upperBound } from "../packages/judge/dist/model/cost.js";
import { JudgeSession } from "../packages/judge/dist/model/session.js";
import { ownReader } from "../packages/judge/dist/own.js";
import { shippedTable } from "../packages/text/dist/pieces/shipped.js";
import { goldOf, judge as judgeLinks } from "./changed-guides.mjs";
import { commandLine } from "./kit.mjs";

const { values, positionals } = commandLine({
  out: undefined,
  answers: undefined,
  weights: undefined,
  model: "careful-reader",
});
const corpus = await openCorpus(positionals[0]);
const read = await ownReader(values.weights && (await scorerOf(values.weights)));
const chapters = await chosenChapters();
const chosen = [...chapters].map(([work, { number }]) => ({ work, numbers: [number] }));
const settings = {
  model: values.model,
  style: "evidence",
  context: 64_000,
  counter: upperBound,
  parallel: 1,
  read,
  withExample: true,
};
if (values.out !== undefined) await writeRequests(values.out);
else await printScores(values.answers);

async function chosenChapters() {
  const found = new Map();
  for (const work of corpus.works) {
    const all = (await goldOf(corpus, [work])).map((chapter) => ({ ...chapter, words: wordsOf(chapter.story) }));
    all.sort((a, b) => a.words - b.words || a.number - b.number);
    const median = all[Math.floor((all.length - 1) / 2)];
    if (median !== undefined && median.words <= 10_000) found.set(work, median);
  }
  return found;
}

async function writeRequests(folder) {
  mkdirSync(folder, { recursive: true });
  const judge = await CorpusJudge.of(corpus, chosen, settings);
  const session = await JudgeSession.open({ counter: upperBound });
  await judge.judge(session.ask);
  const path = join(folder, "requests.jsonl");
  writeFileSync(path, [...session.unanswered.values()].map(batchLine).join(""));
  console.log(`${session.unanswered.size} requests in ${path}`);
}

async function printScores(folder) {
  console.log(
    `${chapters.size} chapters: ${[...chapters.values()].map((each) => `${each.work} ${each.number}`).join("; ")}\n`,
  );
  const golds = [...chapters.values()];
  const own = golds.map((chapter) => score(read(chapter).links, chapter.gold));
  print("plotline alone", own);
  const judge = await CorpusJudge.of(corpus, chosen, settings);
  const session = await JudgeSession.open({ counter: upperBound, answers: [join(folder, "answers.jsonl")] });
  let points = 0;
  const judged = await judge.judge(session.ask, ({ asks }) => {
    for (const { window } of asks) points += window.bullets.length;
  });
  const byChapter = new Map(judged.map((each) => [`${each.work}/${each.number}`, each]));
  const found = golds.map((chapter) => byChapter.get(`${chapter.work}/${chapter.number}`)?.alignment ?? []);
  print(
    "the model",
    golds.map((chapter, k) => score(found[k], chapter.gold)),
  );
  checks(golds, found, judged, session, points);
}

function print(name, scores) {
  const { precision, recall, f } = meanScore(scores);
  const [low, high] = bootstrapInterval(scores.map((each) => each.f));
  const figures = [precision, recall, f].map((value) => value.toFixed(3)).join(" ");
  console.log(`${name.padEnd(24)} P R F ${figures} (95 % ${low.toFixed(3)}–${high.toFixed(3)})`);
}

function checks(golds, found, judged, session, points) {
  const quoted = found.flatMap((links, k) =>
    links.filter(({ quote }) => quote !== undefined).map((link) => ({ link, k })),
  );
  const inRange = quoted.filter(({ link, k }) => link.story < golds[k].story.length).length;
  const verified = quoted.filter(({ link, k }) => isQuoted(link.quote, golds[k].story[link.story])).length;
  const refused = judged.reduce((sum, each) => sum + each.refused.size, 0);
  const bins = quoted.flatMap(({ link, k }) => judgeLinks([link], golds[k].gold));
  console.log(
    `  ${points} points asked, ${refused} refused, ${session.unanswered.size} requests unanswered; ${quoted.length} links accepted, ` +
      `${inRange} in range, ${verified} with their quote; calibration error ${reliability(bins).expectedCalibrationError.toFixed(3)}`,
  );
}

async function scorerOf(file) {
  return guided(JSON.parse(readFileSync(file, "utf8"))).prepare({ table: await shippedTable() });
}

function wordsOf(paragraphs) {
  return paragraphs.reduce((sum, text) => sum + text.split(/\s+/).length, 0);
}
