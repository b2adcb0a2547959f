// How fast readers train, from data to updated weights, beside the step alone that bench/nn.mjs measures, in one run.
// usage: npm run build && node bench/readers.mjs [--corpus corpora/sample] [--threads 2] [--rounds 3] [--steps 24]
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { openCorpus } from "../dist/corpus/open.js";
import { contextSources } from "../dist/jobs/tasks/context-sources.js";
import * as nn from "../dist/nn/index.js";
import { contextsFor, encodeCorpus } from "../dist/readers/corpus.js";
import { trainReader } from "../dist/readers/train.js";
import { batchOf, full, generator, reader } from "./nn-reader.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const { values: options } = parseArgs({
  options: {
    corpus: { type: "string", default: join(here, "..", "corpora", "sample") },
    alignment: { type: "string", default: "Chronological-TFIDF" },
    threads: { type: "string", default: "2" },
    rounds: { type: "string", default: "3" },
    steps: { type: "string", default: "24" },
    works: { type: "string", default: "6" },
  },
});
const [threads, rounds, steps] = [options.threads, options.rounds, options.steps].map(Number);
const warm = 4;

const corpus = await openCorpus(options.corpus);
const works = corpus.works.filter(({ summarised }) => summarised.length > 0).slice(0, Number(options.works));
const data = await encodeCorpus(corpus, works, { isTraining: () => true });
const [source] = await contextSources(corpus, [options.alignment], 1);
const contexts = await contextsFor(corpus, works, source);
const chapters = data.works.flatMap((work) => work.chapters);

/** The step alone: 32 questions and 128 paragraphs of the corpus's own lengths, laid out once. */
async function stepAlone(round) {
  const next = generator(round);
  const draw = (from, count) => Array.from({ length: count }, () => from[Math.floor(next() * from.length)]);
  const story = chapters.flatMap((chapter) => chapter.story.map(({ length }) => Math.min(256, length))).filter(Boolean);
  const asked = chapters.flatMap(({ cloze }) => cloze.map(({ text }) => Math.min(96, text.length)));
  const lengths = { questions: draw(asked, 32), paragraphs: draw(story, 128) };
  const tokens = [...lengths.questions, ...lengths.paragraphs].reduce((sum, length) => sum + length, 0);
  const team = await nn.Team.open(nn.model(reader(full)), { threads });
  const parts = batchOf(lengths, round, threads);
  const clock = new Clock();
  for (let step = 1; step <= steps + warm; step++) {
    await team.differentiate(parts, { step, seed: 1 });
    await team.apply({ step, scale: 1 }, { learningRate: 1e-4, beta1: 0.9, beta2: 0.999, epsilon: 1e-8 });
    clock.told(step * tokens);
  }
  await team.close();
  return clock.rates();
}

/** Everything: questions drawn, markers, batches, gradients, Adam. */
async function endToEnd(task, round) {
  const clock = new Clock();
  const stop = new AbortController();
  const trained = await trainReader({
    task,
    data,
    contexts,
    threads,
    train: { seed: round, epochs: 1000, patience: 1000, chapters: 2 * threads },
    signal: stop.signal,
    onProgress: ({ step, tokens }) => {
      clock.told(tokens);
      if (step >= steps + warm) stop.abort();
    },
  });
  await trained.reader.close();
  return clock.rates();
}

/** Tokens a second of each step, by the wall and by the processor; a step that also validated is no median. */
class Clock {
  seen = [];

  told(tokens) {
    const { user, system } = process.cpuUsage();
    this.seen.push({ tokens, wall: performance.now(), processor: (user + system) / 1000 });
  }

  rates() {
    const by = (clock) =>
      median(
        this.seen.slice(warm).map((now, k) => {
          const before = this.seen[k + warm - 1];
          return (1000 * (now.tokens - before.tokens)) / (now[clock] - before[clock]);
        }),
      );
    return { wall: by("wall"), processor: by("processor") };
  }
}

function median(numbers) {
  return numbers.toSorted((a, b) => a - b)[numbers.length >> 1];
}

const found = { step: [], cloze: [], completion: [] };
for (let round = 1; round <= rounds; round++) {
  found.step.push(await stepAlone(round));
  found.cloze.push(await endToEnd("cloze", round));
  found.completion.push(await endToEnd("completion", round));
}
console.log(
  `${works.length} works, ${options.alignment}, ${threads} threads, 200/200; medians of ${rounds} rounds of ${steps} steps`,
);
console.log("tokens/s                  by the wall         by processor time (a busy machine troubles it less)");
const all = (name, clock) => median(found[name].map((rates) => rates[clock]));
for (const name of ["step", "cloze", "completion"]) {
  const cells = ["wall", "processor"].map((clock) => {
    const share = (all(name, clock) / all("step", clock)).toFixed(2);
    return `${all(name, clock).toFixed(0).padStart(8)}  ${share}`;
  });
  console.log(`${(name === "step" ? "bench/nn's step alone" : `train ${name}`).padEnd(24)}${cells.join("        ")}`);
}
