// Readers to hold the pointer against, on the same cloze questions, blind: the Attention-Sum reader (Kadlec et al. 2016) and the
// Gated-Attention reader (Dhingra et al. 2017), both shown which words of the passages are in the question, trained in nn on the
// works of one corpus; a reader of the passages alone; and MiniLM, which compares each filled-in point with the passages.
// usage: node bench/readers-anchors.mjs TRAINING_CORPUS CORPUS [--passes N] [--questions N] [--sample N] [--encoder FOLDER] [--only NAME …]
//   Names are markers, drawn again for every question, so that without the passages only chance is left. Passages: the two of 190
//   words where the blind alignment and the point's words look. --questions: of a chapter, at most, in training, each with one
//   of the two sets of candidates; --sample: of the validation works, drawn at random.
import { openCorpus } from "../dist/corpus/open.js";
import { openEncoder } from "../dist/encoder/open.js";
import * as nn from "../dist/nn/index.js";
import { model } from "../dist/nn/model.js";
import { weightsOf } from "../dist/nn/training-state.js";
import { random, shuffled } from "../dist/random.js";
import { attend } from "../dist/readers/pointer/attention.js";
import { freeCandidates } from "../dist/readers/pointer/exhibit.js";
import { namingSegments, questionPassages } from "../dist/readers/pointer/passages.js";
import { clozeQuestions, maskedText } from "../dist/tasks/cloze.js";
import { byChapter, namedWork, workText } from "../dist/tasks/work.js";
import { tokens } from "../dist/text/tokens.js";
import { commandLine, mean, misused, share } from "./kit.mjs";

const [width, hidden, words, markers, longest, optionCount] = [48, 48, 8000, 60, 256, 10];
const sets = ["story", "hard"];
const { values, positionals } = commandLine({
  passes: 2,
  questions: 2,
  sample: 600,
  encoder: undefined,
  only: ["Attention-Sum", "Gated-Attention", "passages alone", "MiniLM"],
});
const [training, tested] = positionals;
if (tested === undefined) misused("usage: node bench/readers-anchors.mjs TRAINING_CORPUS CORPUS");

const readers = { "Attention-Sum": attentionSum, "Gated-Attention": gatedAttention, "passages alone": attentionSum };
const all = await questionsOf(tested, ({ split }) => split === "validation", Number.POSITIVE_INFINITY);
const test = shuffled(all, random("sample", 1)).slice(0, values.sample);
const wanted = (name) => values.only.includes(name);
if (Object.keys(readers).some(wanted)) {
  const train = await questionsOf(training, () => true, values.questions);
  const vocabulary = mostFrequent(train);
  for (const [name, build] of Object.entries(readers))
    if (wanted(name)) say(name, await measure(build, train, test, vocabulary, { blank: name === "passages alone" }));
}
if (values.encoder !== undefined && wanted("MiniLM")) await measureEncoder(values.encoder);

/** Every question with its passages as tokens: words, and the number of whoever is named. */
async function questionsOf(folder, chosen, most) {
  const corpus = await openCorpus(folder);
  const found = [];
  for (const work of corpus.works.filter((each) => each.summarised.length > 0 && chosen(each))) {
    const named = namedWork(await workText(corpus, work));
    const questions = byChapter(clozeQuestions(named));
    for (const chapter of named.chapters) {
      const own = questions.get(chapter.chapter.number) ?? [];
      if (own.length === 0) continue;
      const { story } = chapter.chapter;
      const look = attend(chapter, own, "blind");
      const segments = namingSegments(story, named.index);
      for (const question of shuffled(own, random("anchors", work.title)).slice(0, most)) {
        const passages = questionPassages(segments, look(question.paragraph), []).slice(0, 2);
        const parts = passages.sort((a, b) => a.from - b.from).flatMap(({ from, to }) => segments.slice(from, to));
        const texts = parts.map(({ paragraph, start, end }) => story[paragraph].slice(start, end));
        const masked = new Set(question.masked.map(({ start }) => start));
        const mentions = question.mentions.map((mention) => ({
          ...mention,
          ...(masked.has(mention.start) && { entity: "gap" }),
        }));
        found.push({
          question,
          texts,
          names: (entity) => named.index.entities[entity].name,
          ask: pieces(question.bullet, mentions).slice(0, 48),
          document: texts.flatMap((text) => pieces(text, named.index.known(text))).slice(0, longest),
        });
      }
    }
  }
  return found;
}

/** Words in small letters; a name is one piece: the number of its entity. */
function pieces(text, mentions) {
  const found = [];
  let next = 0;
  for (const token of tokens(text)) {
    while (next < mentions.length && mentions[next].end <= token.start) next++;
    const mention = mentions[next];
    if (mention === undefined || token.start < mention.start || mention.entity === undefined)
      found.push(token.text.toLowerCase());
    else if (token.start === mention.start) found.push(mention.entity);
  }
  return found;
}

function mostFrequent(questions) {
  const counts = new Map();
  for (const { document, ask } of questions)
    for (const piece of [...document, ...ask])
      if (typeof piece === "string") counts.set(piece, (counts.get(piece) ?? 0) + 1);
  const order = [...counts].sort((a, b) => b[1] - a[1]).slice(0, words - 2);
  return new Map([["gap", 1], ...order.filter(([word]) => word !== "gap").map(([word], k) => [word, k + 2])]);
}

function inputs(batch) {
  const document = {
    ids: batch.integers("document.ids", ["T", "Q"]),
    present: batch.floats("document.present", ["T", "Q", 1]),
    shared: batch.floats("document.shared", ["T", "Q", 1]),
  };
  const ask = {
    ids: batch.integers("ask.ids", ["S", "Q"]),
    present: batch.floats("ask.present", ["S", "Q", 1]),
    gap: batch.integers("ask.gap", ["Q"]),
  };
  return { document, ask };
}

function embedder(p) {
  return (ids) => p.rows("words", [words + markers, width], ids);
}

/** The softmax of document states with the question's state at its gap, added up over each candidate's mentions. */
function answered(states, question, document, batch) {
  const scores = nn.sum(nn.multiply(states, nn.reshape(question, [1, "Q", 2 * hidden])), [2]);
  const present = nn.transpose(nn.reshape(document.present, ["T", "Q"]), [1, 0]);
  const attention = nn.maskedSoftmax(nn.transpose(scores, [1, 0]), present);
  const occurs = batch.floats("occurs", ["Q", optionCount, "T"]);
  const found = nn.sum(nn.multiply(nn.reshape(attention, ["Q", 1, "T"]), occurs), [2]);
  const offered = batch.floats("offered", ["Q", optionCount]);
  const visible = nn.add(nn.log(nn.add(found, 1e-6)), nn.multiply(nn.subtract(offered, 1), 1e9));
  return { loss: nn.crossEntropy(visible, batch.integers("answer", ["Q"])), scores: visible };
}

function attentionSum(p, batch) {
  const { document, ask } = inputs(batch);
  const embed = embedder(p);
  const states = nn.bilstm(p, "document", nn.concat([embed(document.ids), document.shared], 2), document, hidden);
  const question = nn.gatherRows(
    nn.reshape(nn.bilstm(p, "ask", embed(ask.ids), ask, hidden), [-1, 2 * hidden]),
    ask.gap,
  );
  return answered(states, question, document, batch);
}

/** Two hops: every word of the document is multiplied with what the question says to it, and read again. */
function gatedAttention(p, batch) {
  const { document, ask } = inputs(batch);
  const embed = embedder(p);
  const byQuestion = (x) => nn.transpose(x, [1, 0, 2]);
  const first = byQuestion(nn.bilstm(p, "document", embed(document.ids), document, hidden));
  const asking = byQuestion(nn.bilstm(p, "ask", embed(ask.ids), ask, hidden));
  const present = nn.reshape(nn.transpose(nn.reshape(ask.present, ["S", "Q"]), [1, 0]), ["Q", 1, "S"]);
  const attention = nn.maskedSoftmax(nn.matmul(first, asking, { second: true }), present);
  const gated = byQuestion(nn.multiply(first, nn.matmul(attention, asking)));
  const states = nn.bilstm(p, "again", nn.concat([gated, document.shared], 2), document, hidden);
  const last = nn.reshape(nn.bilstm(p, "asked", embed(ask.ids), ask, hidden), [-1, 2 * hidden]);
  return answered(states, nn.gatherRows(last, ask.gap), document, batch);
}

/** Some questions with one set of candidates; `next` draws the markers. */
function batchOf(lessons, vocabulary, next, blank) {
  const [Q, S] = [lessons.length, Math.max(...lessons.map(({ ask }) => (blank ? 1 : ask.length)))];
  const T = Math.max(1, ...lessons.map(({ document }) => document.length));
  const grid = (rows, type) => new type(rows * Q);
  const made = {
    "document.ids": [[T, Q], grid(T, Int32Array)],
    "document.present": [[T, Q, 1], grid(T, Float32Array)],
    "document.shared": [[T, Q, 1], grid(T, Float32Array)],
    "ask.ids": [[S, Q], grid(S, Int32Array)],
    "ask.present": [[S, Q, 1], grid(S, Float32Array)],
    "ask.gap": [[Q], new Int32Array(Q)],
    occurs: [[Q, optionCount, T], new Float32Array(Q * optionCount * T)],
    offered: [[Q, optionCount], new Float32Array(Q * optionCount)],
    answer: [[Q], new Int32Array(Q)],
  };
  lessons.forEach(({ document, ask: whole, entities, answer }, q) => {
    const ask = blank ? ["gap"] : whole;
    const order = shuffled([...Array(markers).keys()], next);
    const markerOf = new Map();
    const number = (piece) => {
      if (typeof piece === "string") return vocabulary.get(piece) ?? 0;
      if (!markerOf.has(piece)) markerOf.set(piece, words + order[markerOf.size % markers]);
      return markerOf.get(piece);
    };
    const said = new Set(ask);
    document.forEach((piece, t) => {
      made["document.ids"][1][t * Q + q] = number(piece);
      made["document.present"][1][t * Q + q] = 1;
      made["document.shared"][1][t * Q + q] = said.has(piece) ? 1 : 0;
      const option = typeof piece === "number" ? entities.indexOf(piece) : -1;
      if (option >= 0) made.occurs[1][(q * optionCount + option) * T + t] = 1;
    });
    ask.forEach((piece, s) => {
      made["ask.ids"][1][s * Q + q] = number(piece);
      made["ask.present"][1][s * Q + q] = 1;
    });
    made["ask.gap"][1][q] = Math.max(0, ask.indexOf("gap")) * Q + q;
    made.offered[1].fill(1, q * optionCount, q * optionCount + entities.length);
    made.answer[1][q] = Math.max(0, answer);
  });
  return Object.fromEntries(Object.entries(made).map(([name, [shape, data]]) => [name, { shape, data }]));
}

/** The free candidates of a set: whom the point names is not asked for. */
function lessonOf({ question, document, ask }, set) {
  const named = new Set(question.named);
  const entities = question.options[set].entities.filter((entity) => !named.has(entity));
  return { document, ask, entities, answer: entities.indexOf(question.entity) };
}

async function measure(build, train, asking, vocabulary, { blank }) {
  const lessons = train.map((each, k) => lessonOf(each, sets[k % sets.length]));
  const known = lessons.filter(({ document, entities, answer }) => answer >= 0 && document.includes(entities[answer]));
  const { replicas } = await nn.train(build, {
    examples: known,
    collate: (some, next) => batchOf(some, vocabulary, next, blank),
    batchSize: 32,
    epochs: values.passes,
    adam: { learningRate: 2e-3 },
    schedule: (step, steps) => 1.02 - (step + 1) / steps,
    clip: 5,
  });
  const program = new nn.PortableProgram([model(build).outputs.scores]);
  const weights = weightsOf(replicas.memory);
  await replicas.close();
  return Object.fromEntries(
    sets.map((set) => {
      const hits = asking.map((each, k) => {
        const lesson = lessonOf(each, set);
        const [scores] = program.run({ ...weights, ...batchOf([lesson], vocabulary, random("asked", k), blank) });
        const own = scores.data.subarray(0, lesson.entities.length);
        const best = Math.max(...own);
        const tied = own.filter((score) => score > best - 1e-6).length;
        return lesson.answer >= 0 && own[lesson.answer] > best - 1e-6 ? 1 / tied : 0;
      });
      return [set, mean(hits)];
    }),
  );
}

/** The candidate whose name makes the point most like one of its passages, by the cosine of MiniLM's vectors. */
async function measureEncoder(folder) {
  const encoder = await openEncoder(folder, { threads: 1 });
  const hits = { story: 0, hard: 0 };
  for (const { question, texts, names } of test) {
    const entities = freeCandidates(question);
    const filled = entities.map((entity) => maskedText(question, names(entity)));
    const vectors = await encoder.encode([...filled, ...texts]);
    const passages = vectors.slice(filled.length);
    const best = new Map(
      entities.map((entity, k) => [entity, Math.max(...passages.map((passage) => cosine(vectors[k], passage)))]),
    );
    for (const set of sets) {
      const free = question.options[set].entities.filter((entity) => best.has(entity));
      const most = Math.max(...free.map((entity) => best.get(entity)));
      hits[set] += best.get(question.entity) === most ? 1 : 0;
    }
  }
  say("MiniLM, filled in", { story: hits.story / test.length, hard: hits.hard / test.length });
}

function cosine(a, b) {
  let [product, left, right] = [0, 0, 0];
  for (let k = 0; k < a.length; k++) {
    product += a[k] * b[k];
    left += a[k] ** 2;
    right += b[k] ** 2;
  }
  return product / Math.sqrt(left * right + 1e-12);
}

function say(name, { story, hard }) {
  console.log(`${name}: story ${share(story)}, hard ${share(hard)} of ${test.length} questions, blind`);
}
