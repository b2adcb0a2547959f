// What the completion scorer that ships says of the chapters that pack-readers.mjs wrote: for fit-blends.mjs.
//   node scripts/lab/scorer-scores.mjs DATA.jsonl REAL OUT.jsonl [EVERY]     EVERY: one chapter out of this many
import { createWriteStream } from "node:fs";
import { openCorpus } from "../../dist/corpus/open.js";
import { CompletionScorer } from "../../dist/readers/completion/scorer.js";
import { contextSources } from "../../dist/runs/context-sources.js";
import { completionItems } from "../../dist/tasks/completion.js";
import { visibleForCompletion } from "../../dist/tasks/contexts.js";
import { completionDefaults } from "../../dist/tasks/options.js";
import { byChapter, workText } from "../../dist/tasks/work.js";
import { chosenChapters } from "./chosen-chapters.mjs";

const [data, real, out, every = "1"] = process.argv.slice(2);
const corpus = await openCorpus(real);
const [posterior, tfidf] = await contextSources(corpus, ["Posterior-BM25", "TFIDF"], 1);
const asks = [
  ["blind", posterior, { protocol: "blind", task: "completion", given: completionDefaults.given }],
  ["Posterior-BM25", posterior, { protocol: "paper" }],
  ["TFIDF", tfidf, { protocol: "paper" }],
];
const scorer = new CompletionScorer();
const file = createWriteStream(out);
for (const [title, numbers] of await chosenChapters(data, Number(every))) {
  const work = corpus.works.find((each) => each.title === title);
  const { chapters } = await workText(corpus, work);
  const itemsOf = byChapter(completionItems({ title, chapters }));
  const opened = scorer.work(chapters);
  for (const chapter of chapters.filter(({ number }) => numbers.has(number))) {
    const items = itemsOf.get(chapter.number) ?? [];
    if (items.length === 0) continue;
    const prefixes = visibleForCompletion(chapter, completionDefaults.given);
    const found = [];
    for (const [name, source, wanted] of asks) {
      const contexts = (await source.contexts(chapter, wanted)) ?? [];
      const shown = { protocol: wanted.protocol, alignment: source.name, contexts, prefixes };
      found.push([name, opened.scores(items, chapter, shown)]);
    }
    file.write(`${JSON.stringify({ work: title, number: chapter.number, items: found })}\n`);
  }
}
file.end();
