// The hierarchical attentive reader of `bench/peers/nn_torch.py` on plotline/nn: whole training steps on the same sizes.
// usage: node bench/nn-reader.mjs dense|ragged|real ROUNDS      prints one JSON line; THREADS and LENGTHS as for the peer
import * as nn from "../dist/nn/index.js";

/** The sizes that the bars speak of. */
export const full = {
  questions: 32,
  paragraphs: 4,
  questionLength: 30,
  length: 60,
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

/** Batches are drawn from a seed; `real` lengths come from a corpus. */
export function batchOf(kind, seed, threads, sizes = full) {
  const { questions, paragraphs: each, questionLength, length, words, candidates, names } = sizes;
  const next = generator(seed);
  const below = (bound) => Math.floor(next() * bound);
  const ids = (count) => Int32Array.from({ length: count }, () => below(words));
  const real = kind === "real" ? JSON.parse(process.env.LENGTHS) : [];
  const drawn = (shortest, longest) => (kind === "dense" ? longest : shortest + below(longest - shortest + 1));
  const lengthOf = () => (kind === "real" ? real[below(real.length)] : drawn(length / 2, length));
  const share = questions / threads;
  return Array.from({ length: threads }, () => {
    const texts = Array.from({ length: share }, () => ids(drawn(questionLength / 2, questionLength)));
    const paragraphs = Array.from({ length: share * each }, () => ids(lengthOf()));
    const of = paragraphs.map((_, place) => Math.floor(place / each));
    const values = {
      ...nn.packed("question", texts),
      ...nn.packed("document", paragraphs),
      ...nn.grouped("asked", of, share),
      candidates: { shape: [share, candidates, names], data: ids(share * candidates * names) },
    };
    const tokens = [...texts, ...paragraphs].reduce((sum, text) => sum + text.length, 0);
    return { values, weight: share, tokens };
  });
}

function generator(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    return (state >>> 0) / 2 ** 32;
  };
}

async function measure(kind, rounds, threads) {
  const team = await nn.Team.open(nn.model(reader(full)), { threads });
  const times = [];
  let tokens = 0;
  const warm = 3;
  for (let round = 1; round <= rounds + warm; round++) {
    const parts = batchOf(kind, kind === "real" ? round : 1, threads);
    const started = performance.now();
    await team.differentiate(parts, { step: round, seed: 1 });
    await team.apply({ step: round, scale: 1 }, { learningRate: 1e-4, beta1: 0.9, beta2: 0.999, epsilon: 1e-8 });
    if (round <= warm) continue;
    times.push(performance.now() - started);
    tokens += parts.reduce((sum, part) => sum + part.tokens, 0) / rounds;
  }
  const compileTime = await team.compileTime();
  await team.close();
  times.sort((a, b) => a - b);
  const medianMs = times[times.length >> 1];
  const peakMb = process.resourceUsage().maxRSS / 1024;
  return {
    job: `reader ${kind}`,
    medianMs,
    times,
    tokens,
    tokensPerSecond: (1000 * tokens) / medianMs,
    peakMb,
    compileTime,
  };
}

if (process.argv[1]?.endsWith("nn-reader.mjs")) {
  const [, , kind, rounds] = process.argv;
  console.log(JSON.stringify(await measure(kind, Number(rounds), Number(process.env.THREADS ?? 2))));
}
