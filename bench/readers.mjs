// How fast readers train, from data to updated weights, next to what nn alone does, in one run:
// for each task the same batches go once through `train` (questions drawn, markers, batches, gradients, Adam, progress)
// and once, ready made, through the bare step of the same model (gradients, Adam); bench/nn.mjs's own step is printed next to them.
// usage: npm run build && node bench/readers.mjs [--corpus corpora/sample] [--threads 2] [--rounds 3] [--steps 16]
import { openCorpus } from "../packages/corpus/dist/open.js";
import { model } from "../packages/nn/dist/index.js";
import { Replicas, train as trainModel } from "../packages/nn/dist/node.js";
import { contextsFor, encodeCorpus } from "../packages/questions/dist/readers/encoding/corpus.js";
import { trainingPlan } from "../packages/questions/dist/readers/train.js";
import { contextSources } from "../packages/runs/dist/context-sources.js";
import { commandLine, printTable, sample, sum, summarisedWorks } from "./kit.mjs";
import { adam, batchOf, full, generator, reader } from "./nn-reader.mjs";

const { values: options } = commandLine({
  corpus: sample,
  alignment: "Chronological-TFIDF",
  threads: 2,
  rounds: 3,
  steps: 16,
  works: 6,
});
const { threads, rounds, steps } = options;
const warm = 2;
const tasks = ["cloze", "completion"];

const corpus = await openCorpus(options.corpus);
const works = summarisedWorks(corpus).slice(0, options.works);
const data = await encodeCorpus(corpus, works, { isTraining: () => true });
const [source] = await contextSources(corpus, [options.alignment], 1);
const contexts = await contextsFor(corpus, works, source);
const chapters = data.works.flatMap((work) => work.chapters);

/** Everything: the batches of each step are saved for the bare step. */
async function endToEnd(task, round) {
  const train = { seed: round, epochs: 1000, patience: 1000, chapters: 2 * threads };
  const { build, training } = trainingPlan({ task, data, contexts, threads, train });
  const [made, clock, stop] = [[], new Clock(), new AbortController()];
  const { replicas } = await trainModel(build, {
    ...training,
    collate: (units, next) => {
      const values = training.collate(units, next);
      made.push({ values, weight: training.weigh(units) });
      return values;
    },
    signal: stop.signal,
    onProgress: ({ step, tokens }) => {
      clock.read(tokens);
      if (step >= steps + warm) stop.abort();
    },
  });
  await replicas.close();
  return { spent: clock.spent(), build, batches: inSteps(made) };
}

/** The parts of a batch are made one after the other, as many as there are threads. */
function inSteps(made) {
  return Array.from({ length: steps + warm }, (_, step) => made.slice(step * threads, (step + 1) * threads));
}

/** What nn alone does with batches that are ready. */
async function bareSteps(build, batches) {
  const replicas = await Replicas.open(model(build), { threads });
  const clock = new Clock();
  let tokens = 0;
  for (const [k, parts] of batches.entries()) {
    await replicas.differentiate(parts, { step: k + 1, seed: 1 });
    await replicas.apply({ step: k + 1, scale: 1 }, adam);
    clock.read((tokens += tokensOf(parts)));
  }
  await replicas.close();
  return clock.spent();
}

function tokensOf(parts) {
  const present = parts.flatMap(({ values }) =>
    Object.keys(values).flatMap((name) => (name.endsWith(".present") ? values[name].data : [])),
  );
  return present.reduce((sum, data) => data.reduce((all, each) => all + each, sum), 0);
}

/** bench/nn.mjs's step: 32 questions and 128 paragraphs of the corpus's own lengths, laid out once. */
async function stepOfNn(round) {
  const next = generator(round);
  const draw = (from, count) => Array.from({ length: count }, () => from[Math.floor(next() * from.length)]);
  const story = chapters.flatMap((chapter) => chapter.story.map(({ length }) => Math.min(256, length))).filter(Boolean);
  const asked = chapters.flatMap(({ cloze }) => cloze.map(({ text }) => Math.min(96, text.length)));
  const parts = batchOf({ questions: draw(asked, 32), paragraphs: draw(story, 128) }, round, threads);
  return bareSteps(reader(full), Array(steps + warm).fill(parts));
}

/** Tokens, and time by the wall and of the processor, after the first steps. */
class Clock {
  seen = [];

  read(tokens) {
    const { user, system } = process.cpuUsage();
    this.seen.push({ tokens, wall: performance.now() / 1000, processor: (user + system) / 1e6 });
  }

  spent() {
    const [from, to] = [this.seen[warm - 1], this.seen[this.seen.length - 1]];
    return Object.fromEntries(Object.keys(to).map((what) => [what, to[what] - from[what]]));
  }
}

const found = { nn: [] };
for (let round = 1; round <= rounds; round++) {
  found.nn.push(await stepOfNn(round));
  for (const task of tasks) {
    const { spent, build, batches } = await endToEnd(task, round);
    (found[`train ${task}`] ??= []).push(spent);
    (found[`bare ${task}`] ??= []).push(await bareSteps(build, batches));
  }
}

/** Tokens a second over all rounds. */
function rate(name, clock) {
  const all = (what) => sum(found[name].map((each) => each[what]));
  return all("tokens") / all(clock);
}

const share = (a, b, clock) => (rate(a, clock) / rate(b, clock)).toFixed(2);
const cells = (name, against) =>
  ["wall", "processor"].flatMap((clock) => [
    rate(name, clock).toFixed(0),
    ...against.map((other) => share(name, other, clock)),
  ]);
console.log(
  `${works.length} works of ${await corpus.hash()}, ${options.alignment}, ${threads} threads, 200/200, ${2 * threads} chapters a batch; ${rounds} rounds of ${steps} steps`,
);
console.log("by the wall, and by processor time (which a busy machine troubles less)\n");
const columns = ["tokens/s", "of bare", "of nn's"];
printTable(
  ["", ...columns, ...columns.map((name) => `${name}, processor`)],
  [
    ["bench/nn's step", ...cells("nn", ["nn", "nn"])],
    ...tasks.flatMap((task) => [
      [`${task}: bare step`, ...cells(`bare ${task}`, [`bare ${task}`, "nn"])],
      [`${task}: data to weights`, ...cells(`train ${task}`, [`bare ${task}`, "nn"])],
    ]),
  ],
);
