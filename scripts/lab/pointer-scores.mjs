// What the pointer that ships says of the questions that pack-readers.mjs wrote: for fit-blends.mjs.
//   node scripts/lab/pointer-scores.mjs DATA.jsonl REAL OUT.jsonl [EVERY]     EVERY: one chapter out of this many
import { createWriteStream } from "node:fs";
import { openCorpus } from "../../dist/corpus/open.js";
import { openWork } from "../../dist/readers/pointer/pointer.js";
import { shippedPointer } from "../../dist/readers/pointer/shipped.js";
import { clozeQuestions } from "../../dist/tasks/cloze.js";
import { candidateSets, protocols } from "../../dist/tasks/options.js";
import { byChapter, namedWork, workText } from "../../dist/tasks/work.js";
import { chosenChapters } from "./chosen-chapters.mjs";

const [data, real, out, every = "1"] = process.argv.slice(2);
const corpus = await openCorpus(real);
const pointer = await shippedPointer();
const file = createWriteStream(out);
for (const [title, numbers] of await chosenChapters(data, Number(every))) {
  const work = namedWork(
    await workText(
      corpus,
      corpus.works.find((each) => each.title === title),
    ),
  );
  const asked = byChapter(clozeQuestions(work));
  const open = openWork(pointer, work);
  for (const chapter of work.chapters.filter((each) => numbers.has(each.chapter.number))) {
    const questions = asked.get(chapter.chapter.number) ?? [];
    const rows = questions.map(({ paragraph, entity, options }) => ({
      paragraph,
      answer: entity,
      options: { story: options.story.entities, hard: options.hard.entities },
    }));
    for (const protocol of questions.length > 0 ? protocols : []) {
      const answer = open(chapter, questions, protocol);
      questions.forEach((question, k) => {
        rows[k][protocol] = Object.fromEntries(candidateSets.map((set) => [set, answer(question, set)]));
      });
    }
    file.write(`${JSON.stringify({ work: title, number: chapter.chapter.number, rows })}\n`);
  }
}
file.end();
