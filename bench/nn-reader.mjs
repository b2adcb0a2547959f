// The hierarchical attentive reader of `bench/peers/nn_torch.py` on plotline/nn: whole training steps on the same sizes.
// usage: node bench/nn-reader.mjs ROUNDS            prints one JSON line per batch; THREADS and LENGTHS as for the peer
import * as nn from "../packages/nn/dist/index.js";
import { Replicas } from "../packages/nn/dist/node.js";
import { moveRows } from "../packages/nn/dist/ops/rows.js";
import { sum } from "./kit.mjs";

export const adam = { learningRate: 1e-4, beta1: 0.9, beta2: 0.999, epsilon: 1e-8 };

/** The sizes of the required speeds. */
export const full = {
  /** Paragraphs per question. */
  paragraphs: 4,
  width: 200,
  hidden: 200,
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
export function batchOf(lengths, seed, threads, sizes = full) {
  const { paragraphs: each, words, candidates, names } = sizes;
  const next = generator(seed);
  const ids = (count) => Int32Array.from({ length: count }, () => Math.floor(next() * words));
  const share = lengths.questions.length / threads;
  return Array.from({ length: threads }, (_, thread) => {
    const part = (all, size) => all.slice(thread * size, (thread + 1) * size);
    const texts = part(lengths.questions, share).map(ids);
    const paragraphs = part(lengths.paragraphs, share * each).map(ids);
    const values = {
      ...nn.packed("question", texts),
      ...chapters(nn.packed("document", paragraphs), paragraphs, each),
      candidates: { shape: [share, candidates, names], data: ids(share * candidates * names) },
    };
    return { values, weight: share };
  });
}

/** Each question's paragraphs as a chapter of its own: where its tokens are in the rows, and the paragraph of each. */
function chapters(laid, paragraphs, each) {
  const { shape } = laid["document.ids"];
  const count = paragraphs.length / each;
  const lengths = paragraphs.map(({ length }) => length);
  const sizes = Array.from({ length: count }, (_, k) => sum(lengths.slice(k * each, (k + 1) * each)));
  const width = 1 + Math.max(...sizes);
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
  const replicas = await Replicas.open(nn.model(reader(full)), { threads });
  const openingMs = performance.now() - opened;
  const parts = batchOf(lengths, 1, threads);
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
  return { times, tokens, peakMb: process.resourceUsage().maxRSS / 1024, openingMs };
}

if (process.argv[1]?.endsWith("nn-reader.mjs")) {
  const measured = await measure(
    JSON.parse(process.env.LENGTHS),
    Number(process.argv[2]),
    Number(process.env.THREADS ?? 2),
  );
  console.log(JSON.stringify(measured));
}
