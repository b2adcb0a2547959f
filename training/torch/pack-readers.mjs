// Writes what train_readers.py learns from and scores: the questions and items of corpora with the passages that readers look at.
//   node training/torch/pack-readers.mjs OUT REAL [SET …]
// OUT/open.jsonl, train.jsonl and validation.jsonl (or the SETs named): a chapter a line. REAL: the Shmoop corpus. Draw 0 of a
// question is the question as it is; where is learned from, everybody else whom a point names is asked for too, with several draws
// of candidates. Items of REAL's training works: of one chapter in eight. After node scripts/build.mjs.
import { createWriteStream, mkdirSync } from "node:fs";
import { join } from "node:path";
import { openCorpus } from "../../dist/corpus/open.js";
import { random } from "../../dist/random.js";
import { WorkEvidence } from "../../dist/readers/completion/evidence.js";
import { optionPassages } from "../../dist/readers/completion/reading/passages.js";
import { attend } from "../../dist/readers/pointer/attention.js";
import { namingSegments, questionPassages } from "../../dist/readers/pointer/passages.js";
import { clozeQuestions, maskedText } from "../../dist/tasks/cloze.js";
import { completionItems } from "../../dist/tasks/completion.js";
import { byChapter, namedWork, workText } from "../../dist/tasks/work.js";

const [out, realFolder, ...only] = process.argv.slice(2);
mkdirSync(out, { recursive: true });
const sets = only.length > 0 ? only : ["open", "validation", "train"];
const draws = [{}, { seed: 2 }, ...[3, 4, 5, 6].map((seed) => ({ seed, mask: "random" }))];
if (sets.includes("open")) {
  const open = await openCorpus(new URL("../../corpora/open", import.meta.url).pathname);
  await pack(open, open.works, "open.jsonl", { part: 1, draws });
}
const real = await openCorpus(realFolder);
const summarised = real.works.filter((work) => work.summarised.length > 0);
for (const [split, rules] of [
  ["validation", { part: 1, draws: [{}] }],
  ["train", { part: 1 / 8, draws: [{}, ...draws.slice(2, 5)] }],
])
  if (sets.includes(split)) {
    const works = summarised.filter((work) => work.split === split);
    await pack(real, works, `${split}.jsonl`, rules);
  }

/** part: of the chapters, whose items are written */
async function pack(corpus, works, name, { part, draws }) {
  const file = createWriteStream(join(out, name));
  const counts = { chapters: 0, questions: 0, items: 0 };
  for (const work of works) {
    const text = await workText(corpus, work);
    const named = namedWork(text);
    const asked = draws.map((rules) => byChapter(clozeQuestions(named, rules)));
    const items = byChapter(completionItems({ title: work.title, chapters: text.chapters }));
    const evidence = new WorkEvidence(text.chapters);
    for (const chapter of named.chapters) {
      const { number } = chapter.chapter;
      const questions = asked.map((own) => own.get(number) ?? []);
      const some = random("pack", work.title, number)() < part ? (items.get(number) ?? []) : [];
      const row = chapterRow(work, named, chapter, { questions, items: some, evidence, draws });
      file.write(`${JSON.stringify(row)}\n`);
      counts.chapters++;
      counts.questions += row.questions.length;
      counts.items += row.items.length;
    }
  }
  await new Promise((done) => file.end(done));
  console.log(name, counts);
}

function chapterRow(work, named, chapter, { questions, items, evidence, draws }) {
  const { story, number } = chapter.chapter;
  const segments = namingSegments(story, named.index);
  return {
    work: work.title,
    number,
    kind: work.kind,
    segments: segments.map(({ paragraph, start, end }) => story[paragraph].slice(start, end)),
    mentions: segments.map(({ mentions, start }) =>
      mentions.map((each) => [each.start - start, each.end - start, each.entity]),
    ),
    questions: questions.flatMap((own, draw) => {
      const before = questions.slice(0, draw).flat();
      const fresh = own.filter((question) => draws[draw].mask === undefined || !isAsked(before, question));
      const look = attend(chapter, own, "blind");
      return fresh.map((question) => questionRow(question, segments, look, draw));
    }),
    items: itemRows(items, chapter, segments, evidence),
  };
}

function isAsked(before, { paragraph, entity }) {
  return before.some((other) => other.paragraph === paragraph && other.entity === entity);
}

function questionRow(question, segments, look, draw) {
  const named = new Set(question.named);
  const { story, hard } = question.options;
  const names = new Map([story, hard].flatMap((set) => set.entities.map((entity, k) => [entity, set.names[k]])));
  const entities = [...names.keys()].filter((entity) => !named.has(entity));
  return {
    paragraph: question.paragraph,
    draw,
    text: maskedText(question, "[MASK]"),
    entities,
    names: entities.map((entity) => names.get(entity)),
    story: story.entities,
    hard: hard.entities,
    answer: question.entity,
    passages: questionPassages(segments, look(question.paragraph), entities).map(({ from, to }) => [from, to]),
  };
}

function itemRows(items, { chapter }, segments, evidence) {
  if (items.length === 0) return [];
  const found = evidence.matches(items, chapter);
  return items.map((item, k) => ({
    paragraph: item.paragraph,
    prefix: item.prefix,
    options: item.options.map(({ text }) => text),
    answer: item.answer,
    passages: optionPassages(segments, found[k].whole, { index: item.paragraph, bullets: chapter.summary.length }).map(
      ({ from, to }) => [from, to],
    ),
  }));
}
