// What the pointer and the completion scorer that ship say of the chapters that pack-readers.mjs wrote: for fit-blends.mjs.
//   node training/torch/shipped-scores.mjs pointer|scorer DATA.jsonl REAL OUT.jsonl [EVERY]     EVERY: one chapter out of this many
import { createReadStream, createWriteStream } from "node:fs";
import { createInterface } from "node:readline";
import { openCorpus } from "../../dist/corpus/open.js";
import { CompletionScorer } from "../../dist/readers/completion/scorer.js";
import { openWork } from "../../dist/readers/pointer/pointer.js";
import { shippedPointer } from "../../dist/readers/pointer/shipped.js";
import { contextSources } from "../../dist/runs/context-sources.js";
import { clozeQuestions } from "../../dist/tasks/cloze.js";
import { completionItems } from "../../dist/tasks/completion.js";
import { visibleForCompletion } from "../../dist/tasks/contexts.js";
import { candidateSets, completionDefaults, protocols } from "../../dist/tasks/options.js";
import { byChapter, namedWork, workText } from "../../dist/tasks/work.js";

const [which, data, real, out, every = "1"] = process.argv.slice(2);
const corpus = await openCorpus(real);
const open = await { pointer: pointerOf, scorer: scorerOf }[which]();
const file = createWriteStream(out);
for (const [title, numbers] of await chosenChapters()) {
  const work = corpus.works.find((each) => each.title === title);
  const text = await workText(corpus, work);
  const scores = open(text);
  for (const { number } of text.chapters.filter((chapter) => numbers.has(chapter.number))) {
    const found = await scores(number);
    if (found !== undefined) file.write(`${JSON.stringify({ work: title, number, ...found })}\n`);
  }
}
file.end();

/** The title of each work with its chapters' numbers. */
async function chosenChapters() {
  const works = new Map();
  let line = 0;
  for await (const text of createInterface({ input: createReadStream(data) })) {
    if (line++ % Number(every) !== 0) continue;
    const { work, number } = JSON.parse(text);
    works.set(work, (works.get(work) ?? new Set()).add(number));
  }
  return works;
}

async function pointerOf() {
  const pointer = await shippedPointer();
  return (text) => {
    const work = namedWork(text);
    const asked = byChapter(clozeQuestions(work));
    const opened = openWork(pointer, work);
    return (number) => {
      const chapter = work.chapters.find((each) => each.chapter.number === number);
      const questions = asked.get(number) ?? [];
      const answers = questions.length === 0 ? [] : protocols.map((protocol) => opened(chapter, questions, protocol));
      const said = (question) =>
        protocols.map((protocol, k) => [
          protocol,
          Object.fromEntries(candidateSets.map((set) => [set, answers[k](question, set)])),
        ]);
      const rows = questions.map((question) => ({
        paragraph: question.paragraph,
        answer: question.entity,
        options: { story: question.options.story.entities, hard: question.options.hard.entities },
        ...Object.fromEntries(said(question)),
      }));
      return { rows };
    };
  };
}

async function scorerOf() {
  const [posterior, tfidf] = await contextSources(corpus, ["Posterior-BM25", "TFIDF"], 1);
  const asks = [
    ["blind", posterior, { protocol: "blind", task: "completion", given: completionDefaults.given }],
    ["Posterior-BM25", posterior, { protocol: "paper" }],
    ["TFIDF", tfidf, { protocol: "paper" }],
  ];
  const scorer = new CompletionScorer();
  return (text) => {
    const itemsOf = byChapter(completionItems(text));
    const opened = scorer.work(text.chapters);
    return async (number) => {
      const chapter = text.chapters.find((each) => each.number === number);
      const items = itemsOf.get(number) ?? [];
      if (items.length === 0) return undefined;
      const prefixes = visibleForCompletion(chapter, completionDefaults.given);
      const found = [];
      for (const [name, source, wanted] of asks) {
        const contexts = (await source.contexts(chapter, wanted)) ?? [];
        const shown = { protocol: wanted.protocol, alignment: source.name, contexts, prefixes };
        found.push([name, opened.scores(items, chapter, shown)]);
      }
      return { items: found };
    };
  };
}
