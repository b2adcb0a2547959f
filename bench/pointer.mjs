// The pointer, the cloze reader that ships: what it scores on the validation works of a corpus, next to the rules;
// and what each of its ideas brings.
// usage: node bench/pointer.mjs CORPUS [--weights FILE]
//        node bench/pointer.mjs CORPUS --ablations [--works N] [--questions N] [--epochs N] [--only NAME …]
//   --ablations trains one network for each idea left out, on three quarters of N works outside validation, and scores it
//   on the last quarter: the validation works are not looked at. --questions: of a chapter, at most. What is gathered of
//   the works is saved in the corpus's .cache, so that a second run only trains.
import { readFileSync } from "node:fs";
import { textTable } from "../dist/cli/print/text-table.js";
import { openCorpus } from "../dist/corpus/open.js";
import { scoresBy } from "../dist/readers/answered.js";
import { askPointer } from "../dist/readers/pointer/score.js";
import { shippedPointer } from "../dist/readers/pointer/shipped.js";
import { unpackPointer } from "../dist/readers/pointer/weights.js";
import { contextSources } from "../dist/runs/context-sources.js";
import { buildWork } from "../dist/tasks/build.js";
import { Controls } from "../dist/tasks/controls.js";
import { clozeDefaults, completionDefaults } from "../dist/tasks/options.js";
import { version } from "../dist/version.js";
import { training } from "../scripts/training.mjs";
import { argumentsOf } from "./arguments.mjs";
import { share } from "./kit.mjs";
import { measureAblations } from "./pointer-ablations.mjs";

const { pointerDefaults } = await training("pointer/train.ts");

const { values, positionals } = argumentsOf({
  options: {
    weights: { type: "string" },
    ablations: { type: "boolean", default: false },
    works: { type: "string", default: "60" },
    questions: { type: "string", default: "6" },
    epochs: { type: "string", default: String(pointerDefaults.epochs) },
    only: { type: "string", multiple: true },
  },
});
const corpus = await openCorpus(positionals[0] ?? new URL("../corpora/sample", import.meta.url).pathname);
const works = corpus.works.filter((work) => work.summarised.length > 0);
const hash = await corpus.hash();

if (values.ablations) {
  const [count, questions, epochs] = [values.works, values.questions, values.epochs].map(Number);
  await measureAblations(corpus, { count, questions, epochs, only: values.only });
} else await measureScores();

async function measureScores() {
  const validation = works.filter((work) => work.split === "validation");
  const pointer =
    values.weights === undefined
      ? await shippedPointer()
      : unpackPointer(JSON.parse(readFileSync(values.weights, "utf8")));
  const scores = scoresBy(await askPointer(pointer, corpus, validation), ["protocol", "set"]);
  const controls = await controlsOf(validation);
  console.log(`plotline ${version}, corpus ${hash}, ${validation.length} validation works; ${pointer.about}\n`);
  const header = ["protocol", "candidates", "questions", "chance", "rule", "pointer", "95 %", "95 %, by work"];
  const lines = scores.map(({ protocol, set, questions, chance, right, interval, byWork }) => {
    const control = controls.find((line) => line.protocol === protocol && line.set === set)?.right ?? {};
    return [
      protocol,
      set,
      String(questions),
      share(chance),
      share(control["frequency, not named"] ?? 0),
      share(right),
      interval.map(share).join("–"),
      byWork.map(share).join("–"),
    ];
  });
  console.log(`${textTable(header, lines)}\n`);
  console.log("rule: with the contexts of Posterior-BM25. By work:\n");
  const titles = scores[0]?.works.map(({ work }) => work) ?? [];
  const byWork = titles.map((title, k) => [
    title,
    String(scores[0].works[k].questions),
    ...scores.map((score) => share(score.works[k].right)),
  ]);
  console.log(textTable(["work", "questions", ...scores.map(({ protocol, set }) => `${protocol}, ${set}`)], byWork));
}

/** What the rules of src/tasks score on the same questions. */
async function controlsOf(chosen) {
  const controls = new Controls();
  const sources = await contextSources(corpus, ["Posterior-BM25"], 1);
  const options = { cloze: clozeDefaults, completion: completionDefaults, sources, corpusHash: hash, controls };
  for (const work of chosen) await buildWork(corpus, work, { ...options, goesOut: () => true });
  return controls.rows("cloze").filter(({ alignment }) => alignment === "Posterior-BM25");
}
