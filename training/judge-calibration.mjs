// Fits what a language model's three steps of certainty mean, together with plotline's own odds, on recorded answers:
//   node training/judge-calibration.mjs          (npm run build first)
// prints the outcome and writes packages/judge/src/data/calibration.json. The answers are in packages/judge/src/fixtures; the chapters are of
// the sample and the open corpus, and nothing else is looked at.
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { openCorpus } from "../packages/corpus/dist/open.js";
import { judgeChapter, outcomesOf } from "../packages/judge/dist/align.js";
import { confidenceOf, fitCalibration } from "../packages/judge/dist/calibration.js";
import { upperBound } from "../packages/judge/dist/model/cost.js";
import { JudgeSession } from "../packages/judge/dist/model/session.js";
import { ownReader } from "../packages/judge/dist/own.js";
import { Examples } from "../packages/judge/dist/prompt/example.js";
import { planChapter } from "../packages/judge/dist/prompt/plan.js";

const here = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const outcomes = [];
const read = await ownReader();
for (const name of ["sample", "open"]) {
  const corpus = await openCorpus(here(`corpora/${name}`));
  const examples = await Examples.of(corpus);
  const answers = [here(`packages/judge/src/fixtures/${name}-answers.jsonl`)];
  const { known } = await JudgeSession.open({ counter: upperBound, answers });
  const settings = { model: "careful-reader", style: "evidence", context: 32_000, counter: upperBound };
  for await (const chapter of corpus.chapters({ goldOnly: true })) {
    if (chapter.gold === undefined || chapter.summary.length === 0) continue;
    const judgement = await judgeChapter(planChapter(chapter, read, settings, examples.for(chapter)), known);
    if (judgement !== undefined) outcomes.push(...outcomesOf(judgement, chapter.gold));
  }
}
const flat = { sure: { certain: 1, likely: 1, possible: 1 }, odds: 0 };
const fitted = fitCalibration(outcomes, flat, 1);
const rounded = {
  sure: Object.fromEntries(Object.entries(fitted.sure).map(([step, value]) => [step, Number(value.toFixed(2))])),
  odds: Number(fitted.odds.toFixed(2)),
};
for (const step of Object.keys(rounded.sure)) {
  const own = outcomes.filter(({ sure }) => sure === step);
  const right = own.filter((each) => each.right).length;
  const claimed = own.reduce((sum, each) => sum + confidenceOf(rounded, step, each.odds), 0);
  console.log(`${step}: ${own.length} links, ${right} right, ${claimed.toFixed(1)} claimed`);
}
writeFileSync(here("packages/judge/src/data/calibration.json"), `${JSON.stringify(rounded, undefined, 2)}\n`);
console.log(JSON.stringify(rounded));
