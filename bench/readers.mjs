// How fast readers train, from data to updated weights, beside the step alone that bench/nn.mjs measures, in one run.
// usage: npm run build && node bench/readers.mjs [--corpus corpora/sample] [--threads 2] [--rounds 3] [--steps 24]
import { spawnSync } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { openCorpus } from "../dist/corpus/open.js";
import { contextSources } from "../dist/jobs/tasks/context-sources.js";
import { contextsFor, encodeCorpus } from "../dist/readers/corpus.js";
import { trainReader } from "../dist/readers/train.js";
import { generator } from "./nn-reader.mjs";

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
function stepAlone(round) {
  const next = generator(round);
  const draw = (from, count) => Array.from({ length: count }, () => from[Math.floor(next() * from.length)]);
  const story = chapters.flatMap((chapter) => chapter.story.map(({ length }) => Math.min(256, length))).filter(Boolean);
  const asked = chapters.flatMap(({ cloze }) => cloze.map(({ text }) => Math.min(96, text.length)));
  const lengths = { questions: draw(asked, 32), paragraphs: draw(story, 128) };
  const { stdout, stderr, status } = spawnSync(process.execPath, [join(here, "nn-reader.mjs"), "8"], {
    encoding: "utf8",
    env: { ...process.env, THREADS: String(threads), LENGTHS: JSON.stringify(lengths) },
  });
  if (status !== 0) throw new Error(stderr);
  const { times, tokens } = JSON.parse(stdout);
  return (1000 * tokens) / median(times);
}

/** Everything: questions drawn, markers, batches, gradients, Adam. */
async function endToEnd(task, round) {
  const told = [];
  const stop = new AbortController();
  const { reader } = await trainReader({
    task,
    data,
    contexts,
    threads,
    train: { seed: round, epochs: 1000, patience: 1000, chapters: 2 * threads },
    signal: stop.signal,
    onProgress: ({ step, tokens }) => {
      told.push({ at: performance.now(), tokens });
      if (step >= steps + warm) stop.abort();
    },
  });
  await reader.close();
  // A step that ends a pass also validates: the median step does not.
  const rates = told.slice(warm).map(({ at, tokens }, k) => {
    const before = told[k + warm - 1];
    return (1000 * (tokens - before.tokens)) / (at - before.at);
  });
  return median(rates);
}

function median(numbers) {
  return numbers.toSorted((a, b) => a - b)[numbers.length >> 1];
}

const found = { step: [], cloze: [], completion: [] };
for (let round = 1; round <= rounds; round++) {
  found.step.push(stepAlone(round));
  found.cloze.push(await endToEnd("cloze", round));
  found.completion.push(await endToEnd("completion", round));
}
const step = median(found.step);
console.log(`${works.length} works, ${options.alignment}, ${threads} threads, medians of ${rounds} rounds\n`);
console.log(`bench/nn's step alone   ${step.toFixed(0).padStart(7)} tokens/s`);
for (const task of ["cloze", "completion"]) {
  const rate = median(found[task]);
  console.log(`train ${task.padEnd(17)} ${rate.toFixed(0).padStart(7)} tokens/s   ${(rate / step).toFixed(2)} of it`);
}
