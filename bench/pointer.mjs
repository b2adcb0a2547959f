// The pointer, the cloze reader that ships: what it scores on the validation works of a corpus, next to the rules.
// usage: node bench/pointer.mjs CORPUS [--weights FILE]
import { readFileSync } from "node:fs";
import { openCorpus } from "../dist/corpus/open.js";
import { scoresBy } from "../dist/evaluate/answered.js";
import { askPointer } from "../dist/readers/pointer/score.js";
import { shippedPointer } from "../dist/readers/pointer/shipped.js";
import { unpackPointer } from "../dist/readers/pointer/weights.js";
import { contextSources } from "../dist/runs/context-sources.js";
import { buildWork } from "../dist/tasks/build.js";
import { Controls } from "../dist/tasks/controls.js";
import { clozeDefaults, completionDefaults } from "../dist/tasks/options.js";
import { version } from "../dist/version.js";
import { commandLine, printTable, sample, share, summarisedWorks } from "./kit.mjs";

const { values, positionals } = commandLine({ weights: undefined });
const corpus = await openCorpus(positionals[0] ?? sample);
const hash = await corpus.hash();
const validation = summarisedWorks(corpus, "validation");
const pointer =
  values.weights === undefined
    ? await shippedPointer()
    : unpackPointer(JSON.parse(readFileSync(values.weights, "utf8")));
const scores = scoresBy(await askPointer(pointer, corpus, validation), ["protocol", "set"]);
console.log(`plotline ${version}, corpus ${hash}, ${validation.length} validation works; ${pointer.about}\n`);
await printScores();
printByWork();

async function printScores() {
  const controls = await controlsOf(validation);
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
  printTable(header, lines);
  console.log("rule: with the contexts of Posterior-BM25. By work:\n");
}

function printByWork() {
  const titles = scores[0]?.works.map(({ work }) => work) ?? [];
  const byWork = titles.map((title, k) => [
    title,
    String(scores[0].works[k].questions),
    ...scores.map((score) => share(score.works[k].right)),
  ]);
  printTable(["work", "questions", ...scores.map(({ protocol, set }) => `${protocol}, ${set}`)], byWork);
}

/** What the rules of src/tasks score on the same questions. */
async function controlsOf(chosen) {
  const controls = new Controls();
  const sources = await contextSources(corpus, ["Posterior-BM25"], 1);
  const options = { cloze: clozeDefaults, completion: completionDefaults, sources, corpusHash: hash, controls };
  for (const work of chosen) await buildWork(corpus, work, { ...options, goesOut: () => true });
  return controls.rows("cloze").filter(({ alignment }) => alignment === "Posterior-BM25");
}
