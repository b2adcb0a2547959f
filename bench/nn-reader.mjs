// The hierarchical attentive reader of `bench/peers/nn_torch.py` on plotline/nn: whole training steps on the same sizes.
// usage: node bench/nn-reader.mjs ROUNDS            prints one JSON line per batch; THREADS and LENGTHS as for the peer
//        node bench/nn-reader.mjs epoch TOKENS      a training run over the lengths of LENGTHS.paragraphs: how long it takes, and its first step
// PROVIDER is cpu or webgpu.
import * as nn from "../dist/nn/index.js";
import { moveRows } from "../dist/nn/ops/rows.js";
import { median, sum } from "./kit.mjs";

export const adam = { learningRate: 1e-4, beta1: 0.9, beta2: 0.999, epsilon: 1e-8 };

/** The sizes of the required speeds. */
export const full = {
  /** Paragraphs per question. */
  paragraphs: 4,
  width: Number(process.env.NN_WIDTH ?? 200),
  hidden: Number(process.env.NN_WIDTH ?? 200),
  words: 10_000,
  candidates: 4,
  names: 5,
};

export const reader = ({ width, hidden, words, candidates, names }) =>
  function build(p, batch) {
    const question = batch.sequences("question");
    const document = batch.sequences("document");
    const embed = (ids) => p.rows("words", [words, width], ids, { normal: 1 });
    const states = nn.bilstm(p, "question", embed(question.ids), question, hidden);
    const steps = nn.reshape(states, [-1, 2 * hidden]);
    const [forwards] = nn.split(nn.gatherRows(steps, question.last), [hidden, hidden], 1);
    const [, backwards] = nn.split(nn.gatherRows(steps, question.first), [hidden, hidden], 1);
    const asking = nn.concat([forwards, backwards], 1);
    const tokens = nn.reshape(nn.bilstm(p, "document", embed(document.ids), document, hidden), [-1, 2 * hidden]);
    const laid = [question.sizes.count, "tokens"];
    const read = nn.readChapters(p, "read", nn.reshape(asking, [question.sizes.count, 1, 2 * hidden]), {
      tokens: moveRows(tokens, batch.integers("places", laid), batch.integers("back", document.ids.shape)),
      of: batch.integers("of", laid),
      numbers: batch.integers("numbers", ["segments"]),
      seen: batch.floats("seen", [question.sizes.count, 1, "segments"]),
    });
    const answer = nn.linear(p, "answer", nn.concat([nn.reshape(read, asking.shape), asking], 1), width);
    const offered = nn.mean(embed(batch.integers("candidates", [question.sizes.count, candidates, names])), [2]);
    return nn.maxMargin(nn.cosine(nn.reshape(answer, [question.sizes.count, 1, width]), offered), 0.5);
  };

/** A batch of the given lengths, its words drawn from a seed, in a part for each thread. */
export function batchOf(lengths, seed, threads, sizes = full, layout = {}) {
  const { paragraphs: each, words, candidates, names } = sizes;
  const next = generator(seed);
  const ids = (count) => Int32Array.from({ length: count }, () => Math.floor(next() * words));
  const share = lengths.questions.length / threads;
  return Array.from({ length: threads }, (_, thread) => {
    const part = (all, size) => all.slice(thread * size, (thread + 1) * size);
    const texts = part(lengths.questions, share).map(ids);
    const paragraphs = part(lengths.paragraphs, share * each).map(ids);
    const values = {
      ...nn.packed("question", texts, layout),
      ...chapters(nn.packed("document", paragraphs, layout), paragraphs, each, layout.multiple),
      candidates: { shape: [share, candidates, names], data: ids(share * candidates * names) },
    };
    return { values, weight: share };
  });
}

/** Each question's paragraphs as a chapter of its own: where its tokens are in the rows, and the paragraph of each. */
function chapters(laid, paragraphs, each, multiple = 1) {
  const { shape } = laid["document.ids"];
  const count = paragraphs.length / each;
  const lengths = paragraphs.map(({ length }) => length);
  const sizes = Array.from({ length: count }, (_, k) => sum(lengths.slice(k * each, (k + 1) * each)));
  const width = multiple * Math.ceil((1 + Math.max(...sizes)) / multiple);
  const [places, of] = [new Int32Array(count * width), new Int32Array(count * width)];
  const back = new Int32Array(shape[0] * shape[1]).fill(count * width - 1);
  const used = sizes.map((_, k) => k * width);
  paragraphs.forEach(({ length }, paragraph) => {
    for (let token = 0; token < length; token++) {
      const at = used[Math.floor(paragraph / each)]++;
      places[at] = laid["document.first"].data[paragraph] + token * shape[1];
      back[places[at]] = at;
      of[at] = (paragraph % each) + 1;
    }
  });
  const numbers = Int32Array.from({ length: each + 1 }, (_, k) => k);
  return {
    ...laid,
    places: { shape: [count, width], data: places },
    of: { shape: [count, width], data: of },
    back: { shape, data: back },
    numbers: { shape: [each + 1], data: numbers },
    seen: {
      shape: [count, 1, each + 1],
      data: Float32Array.from({ length: count * (each + 1) }, (_, k) => Number(k % (each + 1) > 0)),
    },
  };
}

export function generator(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    return (state >>> 0) / 2 ** 32;
  };
}

async function measure(lengths, rounds, threads) {
  const opened = performance.now();
  const replicas = await nn.Replicas.open(nn.model(reader(full)), { threads, provider, keepBuffers: true });
  const openingMs = performance.now() - opened;
  const parts = batchOf(lengths, 1, threads, full, layout);
  const times = [];
  const warm = 3;
  for (let round = 1; round <= rounds + warm; round++) {
    const started = performance.now();
    await replicas.differentiate(parts, { step: round, seed: 1 });
    await replicas.apply({ step: round, scale: 1 }, adam);
    if (round > warm) times.push(performance.now() - started);
  }
  await replicas.close();
  const tokens = sum([...lengths.questions, ...lengths.paragraphs]);
  const { shape } = parts[0].values["document.ids"];
  return { times, tokens, peakMb: process.resourceUsage().maxRSS / 1024, openingMs, layout: shape };
}

/** One pass of `train` over questions with paragraphs of the given lengths. */
async function epoch({ paragraphs: pool }, tokens) {
  const next = generator(7);
  const drawn = () => pool[Math.floor(next() * pool.length)];
  const examples = [];
  for (let all = 0; all < tokens; all += sum(examples.at(-1))) {
    examples.push([15 + Math.floor(16 * next()), ...Array.from({ length: full.paragraphs }, drawn)]);
  }
  const collate = (some, random) => {
    const lengths = { questions: some.map(([question]) => question), paragraphs: some.flatMap(([, ...each]) => each) };
    return batchOf(lengths, Math.floor(2 ** 31 * random()), 1, full, layout)[0].values;
  };
  const ends = [];
  const started = performance.now();
  const { replicas, steps } = await nn.train(reader(full), {
    examples,
    collate,
    batchSize: Number(process.env.QUESTIONS ?? 256),
    epochs: 1,
    provider,
    keepBuffers: true,
    threads: Number(process.env.THREADS ?? 2),
    adam: { learningRate: 1e-4 },
    onProgress: ({ step, steps }) => {
      ends.push(performance.now());
      if (step % 20 === 0) console.error(`step ${step} of ${steps}`);
    },
  });
  const ms = performance.now() - started;
  await replicas.close();
  const all = sum(examples.flat());
  const later = ends.slice(1).map((end, place) => end - ends[place]);
  return {
    firstStepMs: ends[0] - started,
    medianStepMs: median(later),
    tokens: all,
    steps,
    ms,
    tokensPerSecond: (1000 * all) / ms,
  };
}

const provider = process.env.PROVIDER ?? "cpu";
const layout = provider === "webgpu" ? nn.forGpu : {};

if (process.argv[1]?.endsWith("nn-reader.mjs")) {
  const lengths = JSON.parse(process.env.LENGTHS);
  if (process.argv[2] === "epoch") console.log(JSON.stringify(await epoch(lengths, Number(process.argv[3]))));
  else {
    const threads = provider === "webgpu" ? 1 : Number(process.env.THREADS ?? 2);
    for (const each of [lengths].flat())
      console.log(JSON.stringify(await measure(each, Number(process.argv[2]), threads)));
  }
}
