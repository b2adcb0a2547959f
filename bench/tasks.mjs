// The benchmark tasks on a corpus: how long all questions take next to tagging, how memory behaves, how many bullets yield
// a question, and what the baselines and controls score on the validation works.
// usage: node bench/tasks.mjs CORPUS [--only time|controls] [--alignment NAME …] [--sample N --seed N]
//   --sample prints N hard questions of 40 works to read (texts of the corpus: not to be shared)

import { random, shuffled } from "../packages/base/dist/random.js";
import { version } from "../packages/base/dist/version.js";
import { openCorpus } from "../packages/corpus/dist/open.js";
import { buildWork } from "../packages/questions/dist/build.js";
import { clozeTable, completionTable } from "../packages/questions/dist/card.js";
import { clozeQuestions, maskedText } from "../packages/questions/dist/cloze.js";
import { completionItems } from "../packages/questions/dist/completion.js";
import { Controls } from "../packages/questions/dist/controls.js";
import { clozeDefaults, completionDefaults, optionsText } from "../packages/questions/dist/options.js";
import { namedWork, workText } from "../packages/questions/dist/work.js";
import { contextSources } from "../packages/runs/dist/context-sources.js";
import { tokens } from "../packages/text/dist/tokens.js";
import { commandLine, megabytes, percent, printTable, sample, seconds, sum, summarisedWorks, timed } from "./kit.mjs";

const { values, positionals } = commandLine({
  only: undefined,
  alignment: ["No alignment", "Random-5", "Diagonal-5", "TFIDF", "Chronological-TFIDF", "Posterior-BM25", "gold"],
  sample: 0,
  seed: 201,
});
const corpus = await openCorpus(positionals[0] ?? sample);
const works = summarisedWorks(corpus);

if (values.sample > 0) await printSample(values.sample, values.seed);
else {
  if (values.only !== "controls") await measureTime();
  if (values.only !== "time") await measureControls();
}

/** One work at a time. Tagging: the index of the story's names and the names of every bullet. */
async function measureTime() {
  const time = { reading: 0, tagging: 0, bullets: 0, questions: 0 };
  const count = { chapters: 0, bullets: 0, tokens: 0, cloze: 0, completion: 0 };
  const memory = [];
  const spent = async (key, work) => {
    const { result, ms } = await timed(work);
    time[key] += ms;
    return result;
  };
  for (const work of works) {
    const text = await spent("reading", () => workText(corpus, work));
    const named = await spent("tagging", () => namedWork(text));
    const bullets = named.chapters.flatMap(({ chapter }) => chapter.summary);
    await spent("bullets", () => bullets.map((bullet) => named.index.mentions(bullet)));
    const chapters = named.chapters.map(({ chapter }) => chapter);
    const cloze = await spent("questions", () => clozeQuestions(named));
    const completion = await spent("questions", () => completionItems({ title: work.title, chapters }));
    count.chapters += chapters.length;
    count.bullets += bullets.length;
    count.tokens += sum(bullets.map((bullet) => tokens(bullet).length));
    count.cloze += cloze.length;
    count.completion += completion.length;
    memory.push(process.memoryUsage().rss);
  }
  printTimes(time, count);
  const half = Math.floor(memory.length / 2);
  const most = (list) => megabytes(Math.max(...list));
  console.log(
    `memory at most ${most(memory.slice(0, half))} in the first half, ${most(memory.slice(half))} in the second\n`,
  );
}

function printTimes(time, count) {
  const all = time.tagging + time.questions;
  console.log(`${count.chapters} chapters, ${count.bullets} bullets of ${works.length} works`);
  console.log(
    `${count.cloze} entity questions (${percent(count.cloze / count.bullets)} of the bullets), ${count.completion} completion items`,
  );
  printTable(
    ["step", "time"],
    [
      ["reading files", seconds(time.reading)],
      ["tagging: names of the stories and of their summaries", seconds(time.tagging)],
      ["  of which the summaries alone, the index being there", seconds(time.bullets)],
      ["questions of both tasks", seconds(time.questions)],
    ],
  );
  const atBar = count.tokens / 60;
  console.log(`all questions take ${(all / time.tagging).toFixed(2)} times the tagging (bar: 3),`);
  console.log(
    `and ${(all / atBar).toFixed(2)} times the ${seconds(atBar)} that the ${count.tokens} tokens of the summaries alone would take at the tagger's bar of 60,000 tokens/s`,
  );
}

async function measureControls() {
  const validation = summarisedWorks(corpus, "validation");
  const sources = await contextSources(corpus, values.alignment, 1);
  const controls = new Controls();
  const options = {
    cloze: clozeDefaults,
    completion: completionDefaults,
    sources,
    corpusHash: await corpus.hash(),
    controls,
    goesOut: () => true,
  };
  let [bullets, questions] = [0, 0];
  for (const work of validation) {
    const rows = await buildWork(corpus, work, options);
    bullets += rows.bullets;
    questions += rows.cloze.length;
  }
  console.log(
    `plotline ${version}, corpus ${options.corpusHash}, ${validation.length} validation works; cloze ${optionsText(clozeDefaults, clozeDefaults)}; completion ${optionsText(completionDefaults, completionDefaults)}`,
  );
  console.log(
    `${questions} of ${bullets} summary paragraphs yield an entity question (${percent(questions / bullets)})\n`,
  );
  for (const { header, cells } of [clozeTable(controls.rows("cloze")), completionTable(controls.rows("completion"))])
    printTable(header, cells);
}

/** Of 40 works drawn at random; under each question the names that are grouped with its options. */
async function printSample(count, seed) {
  const questions = [];
  for (const work of shuffled(works, random("works", seed)).slice(0, 40)) {
    const named = namedWork(await workText(corpus, work));
    for (const question of clozeQuestions(named)) questions.push({ question, entities: named.index.entities });
  }
  console.log(
    `${questions.length} questions of ${new Set(questions.map(({ question }) => question.work)).size} works\n`,
  );
  const drawn = shuffled(questions, random("sample", seed)).slice(0, count);
  for (const [k, { question, entities }] of drawn.entries()) {
    const { names, answer, entities: offered } = question.options.hard;
    console.log(`${k + 1}. ${question.id}: ${maskedText(question, "____")}`);
    console.log(`   masked: ${question.masked.map(({ start, end }) => question.bullet.slice(start, end)).join(", ")}`);
    for (const [at, name] of names.entries()) {
      const { forms, count: mentions } = entities[offered[at]];
      const grouped = forms.slice(0, 10).map(({ text, count: n }) => `${text} ${n}`);
      console.log(`   ${at === answer ? "→" : " "} ${name}   [${mentions}: ${grouped.join(", ")}]`);
    }
    console.log();
  }
}
