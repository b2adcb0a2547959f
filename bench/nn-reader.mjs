// The hierarchical attentive reader of `bench/peers/nn_torch.py` on plotline/nn: whole training steps on the same sizes.
// usage: node bench/nn-reader.mjs ROUNDS      prints one JSON line; THREADS and LENGTHS as for the peer
import * as nn from "../dist/nn/index.js";

/** The sizes that the bars speak of. */
export const full = {
  /** Paragraphs to a question. */
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
    const asked = batch.groups("asked", document.sizes.count, question.sizes.count);
    const embed = (ids) => p.rows("words", [words, width], ids, { normal: 1 });
    const states = nn.bilstm(p, "question", embed(question.ids), question, hidden);
    const steps = nn.reshape(states, [-1, 2 * hidden]);
    const [forwards] = nn.split(nn.gatherRows(steps, question.last), [hidden, hidden], 1);
    const [, backwards] = nn.split(nn.gatherRows(steps, question.first), [hidden, hidden], 1);
    const asking = nn.concat([forwards, backwards], 1);
    const tokens = nn.bilstm(p, "document", embed(document.ids), document, hidden);
    const read = nn.readParagraphs(p, "read", asking, tokens, { paragraphs: document, asked });
    const answer = nn.linear(p, "answer", nn.concat([read, asking], 1), width);
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
    const of = paragraphs.map((_, place) => Math.floor(place / each));
    const values = {
      ...nn.packed("question", texts),
      ...nn.packed("document", paragraphs),
      ...nn.grouped("asked", of, share),
      candidates: { shape: [share, candidates, names], data: ids(share * candidates * names) },
    };
    return { values, weight: share };
  });
}

export function generator(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    return (state >>> 0) / 2 ** 32;
  };
}

async function measure(lengths, rounds, threads) {
  const team = await nn.Team.open(nn.model(reader(full)), { threads });
  const parts = batchOf(lengths, 1, threads);
  const times = [];
  const warm = 3;
  for (let round = 1; round <= rounds + warm; round++) {
    const started = performance.now();
    await team.differentiate(parts, { step: round, seed: 1 });
    await team.apply({ step: round, scale: 1 }, { learningRate: 1e-4, beta1: 0.9, beta2: 0.999, epsilon: 1e-8 });
    if (round > warm) times.push(performance.now() - started);
  }
  const compileTime = await team.compileTime();
  await team.close();
  const tokens = [...lengths.questions, ...lengths.paragraphs].reduce((sum, length) => sum + length, 0);
  return { times, tokens, peakMb: process.resourceUsage().maxRSS / 1024, compileTime };
}

if (process.argv[1]?.endsWith("nn-reader.mjs")) {
  const lengths = JSON.parse(process.env.LENGTHS);
  console.log(JSON.stringify(await measure(lengths, Number(process.argv[2]), Number(process.env.THREADS ?? 2))));
}
