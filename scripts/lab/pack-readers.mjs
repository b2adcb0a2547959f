// Writes what train_readers.py learns from and scores: the questions and items of corpora with the passages that readers look at.
//   node scripts/lab/pack-readers.mjs OUT REAL [SHARE]
// OUT/open.jsonl, train.jsonl and validation.jsonl: a chapter a line. REAL: the Shmoop corpus; SHARE of its chapters outside
// validation is written. After node scripts/build.mjs.
import { createWriteStream, mkdirSync } from "node:fs";
import { join } from "node:path";
import { openCorpus } from "../../dist/corpus/open.js";
import { random } from "../../dist/random.js";
import { WorkEvidence } from "../../dist/readers/completion/evidence.js";
import { optionPassages } from "../../dist/readers/completion/passages.js";
import { segmentsOf } from "../../dist/readers/passages.js";
import { attend } from "../../dist/readers/pointer/attention.js";
import { questionPassages } from "../../dist/readers/pointer/passages.js";
import { clozeQuestions, maskedText } from "../../dist/tasks/cloze.js";
import { completionItems } from "../../dist/tasks/completion.js";
import { byChapter, namedWork, workText } from "../../dist/tasks/work.js";

const [out, realFolder, share = "0.45"] = process.argv.slice(2);
mkdirSync(out, { recursive: true });
const open = await openCorpus(new URL("../../corpora/open", import.meta.url).pathname);
const real = await openCorpus(realFolder);
await pack(open, open.works, "open.jsonl", 1);
const summarised = real.works.filter((work) => work.summarised.length > 0);
await pack(
  real,
  summarised.filter(({ split }) => split === "validation"),
  "validation.jsonl",
  1,
);
await pack(
  real,
  summarised.filter(({ split }) => split === "train"),
  "train.jsonl",
  Number(share),
);

async function pack(corpus, works, name, part) {
  const file = createWriteStream(join(out, name));
  const counts = { chapters: 0, questions: 0, items: 0 };
  for (const work of works) {
    const text = await workText(corpus, work);
    const named = namedWork(text);
    const asked = byChapter(clozeQuestions(named));
    const items = byChapter(completionItems({ title: work.title, chapters: text.chapters }));
    const evidence = new WorkEvidence(text.chapters);
    for (const chapter of named.chapters) {
      const { number } = chapter.chapter;
      if (random("pack", work.title, number)() >= part) continue;
      const row = chapterRow(work, named, chapter, asked.get(number) ?? [], items.get(number) ?? [], evidence);
      file.write(`${JSON.stringify(row)}\n`);
      counts.chapters++;
      counts.questions += row.questions.length;
      counts.items += row.items.length;
    }
  }
  await new Promise((done) => file.end(done));
  console.log(name, counts);
}

function chapterRow(work, named, chapter, questions, items, evidence) {
  const { story, number, summary } = chapter.chapter;
  const segments = segmentsOf(story);
  const byParagraph = story.map((text) => named.index.known(text));
  const rows = segments.map(({ paragraph, start, end }) => ({
    text: story[paragraph].slice(start, end),
    mentions: byParagraph[paragraph]
      .filter((mention) => mention.entity !== undefined && mention.start >= start && mention.end <= end)
      .map((mention) => [mention.start - start, mention.end - start, mention.entity]),
  }));
  const look = attend(chapter, questions, "blind");
  return {
    work: work.title,
    number,
    kind: work.kind,
    summary,
    segments: rows.map(({ text }) => text),
    mentions: rows.map(({ mentions }) => mentions),
    questions: questions.map((question) => questionRow(question, segments, look(question.paragraph))),
    items: itemRows(items, chapter, segments, evidence),
  };
}

function questionRow(question, segments, attention) {
  const named = new Set(question.named);
  const all = [...new Set([...question.options.story.entities, ...question.options.hard.entities])];
  return {
    paragraph: question.paragraph,
    text: maskedText(question, "[MASK]"),
    entities: all.filter((entity) => !named.has(entity)),
    story: question.options.story.entities,
    hard: question.options.hard.entities,
    answer: question.entity,
    passages: questionPassages(segments, attention).map(({ from, to }) => [from, to]),
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
