// Fits what a language model's three steps of certainty mean, together with plotline's own odds, on recorded answers:
//   node training/judge-calibration.mjs          (npm run build first)
// prints the outcome and writes src/judge/data/calibration.json. The answers are in src/judge/fixtures; the chapters are of
// the sample and the open corpus, and nothing else is looked at.
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { openCorpus } from "../dist/corpus/open.js";
import { judgeChapter, outcomesOf } from "../dist/judge/align.js";
import { confidenceOf, fitCalibration } from "../dist/judge/calibration.js";
import { upperBound } from "../dist/judge/model/cost.js";
import { JudgeSession } from "../dist/judge/model/session.js";
import { ownReader } from "../dist/judge/own.js";
import { Examples } from "../dist/judge/prompt/example.js";
import { planChapter } from "../dist/judge/prompt/plan.js";

const here = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const outcomes = [];
const read = await ownReader();
for (const name of ["sample", "open"]) {
  const corpus = await openCorpus(here(`corpora/${name}`));
  const examples = await Examples.of(corpus);
  const answers = [here(`src/judge/fixtures/${name}-answers.jsonl`)];
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
writeFileSync(here("src/judge/data/calibration.json"), `${JSON.stringify(rounded, undefined, 2)}\n`);
console.log(JSON.stringify(rounded));
