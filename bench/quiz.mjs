// Draws quiz questions of all works, as many from each and as many of both kinds, to be read by eye; and counts them.
// usage: node bench/quiz.mjs CORPUS… [--count 200] [--seed 1] [--works 70]   (after npm run build)

import { random, shuffled } from "../packages/base/dist/random.js";
import { openCorpus } from "../packages/corpus/dist/open.js";
import { maskedText } from "../packages/questions/dist/cloze.js";
import { missingNameQuestions } from "../packages/questions/dist/quiz/missing-name.js";
import { whatNextQuestions } from "../packages/questions/dist/quiz/what-next.js";
import { namedWork, workText } from "../packages/questions/dist/work.js";
import { commandLine, sum } from "./kit.mjs";

const { positionals: folders, values } = commandLine({ count: 200, seed: 1, works: Number.POSITIVE_INFINITY });
const { count, seed } = values;
const totals = { bullets: 0, names: 0, events: 0, works: 0, without: [] };
const drawn = [];
for (const folder of folders) {
  const corpus = await openCorpus(folder);
  const chosen = shuffled(corpus.works, random("works", seed)).slice(0, values.works);
  for (const work of chosen) {
    const named = namedWork(await workText(corpus, work));
    const names = missingNameQuestions(named);
    const events = named.chapters.flatMap((each) => whatNextQuestions(named, each, each.chapter.gold ?? []));
    totals.works++;
    totals.bullets += sum(named.chapters.map(({ chapter }) => chapter.summary.length));
    totals.names += names.length;
    totals.events += events.length;
    if (names.length === 0) totals.without.push(work.title);
    const next = random("read by eye", seed, work.title);
    const [some, others] = [shuffled(names, next).map(nameText), shuffled(events, next).map(eventText)];
    drawn.push([0, 1, 2].flatMap((k) => [some[k], others[k]]));
  }
}
const lists = shuffled(drawn, random("works read by eye", seed));
const rounds = [0, 1, 2, 3, 4, 5].flatMap((k) => lists.flatMap((list) => list[k] ?? []));
for (const [k, text] of rounds.slice(0, count).entries()) console.log(`${k + 1}. ${text}\n`);
console.log(
  `${totals.works} works, ${totals.bullets} bullets: ${totals.names} questions ask for a name, ${totals.events} what happens next; no name is asked for in ${totals.without.length}: ${totals.without.join(", ") || "none"}`,
);

function nameText(question) {
  const { names, answer } = question.options;
  return `[${question.id}] ${maskedText(question, "_____")}\n   ${names.map((name, k) => (k === answer ? `*${name}*` : name)).join(" | ")}`;
}

function eventText({ id, text, options, answer }) {
  return `[${id}] What happens next? ${text}\n${options.map((option, k) => `   ${k === answer ? "*" : "-"} ${option}`).join("\n")}`;
}
