// Draws quiz questions of all works, as many from each and as many of both kinds, to be read by eye; and counts them.
//   npm run bench -- quiz CORPUS… [--count 200] [--seed 1] [--works 70]
import { random, shuffled, sumOf } from "@plotline/base";
import { openCorpus } from "@plotline/corpus/node";
import { type ClozeQuestion, maskedText, namedWork, workText } from "@plotline/questions";
import { missingNameQuestions } from "../packages/questions/src/quiz/missing-name.ts";
import { type WhatNext, whatNextQuestions } from "../packages/questions/src/quiz/what-next.ts";
import { program } from "./kit/kit.ts";

const options = { count: 200, seed: 1, works: Number.POSITIVE_INFINITY };
program(import.meta.url, options, async ({ positionals: folders, values: { count, seed, works: most } }) => {
  let [works, points, names, events] = [0, 0, 0, 0];
  const without: string[] = [];
  const drawn: (string | undefined)[][] = [];
  for (const folder of folders) {
    const corpus = await openCorpus(folder);
    for (const work of shuffled(corpus.works, random("works", seed)).slice(0, most)) {
      const named = namedWork(await workText(corpus, work));
      const asked = missingNameQuestions(named);
      const next = named.chapters.flatMap((each) => whatNextQuestions(named, each, each.chapter.gold ?? []));
      works++;
      points += sumOf(named.chapters, ({ chapter }) => chapter.summary.length);
      names += asked.length;
      events += next.length;
      if (asked.length === 0) without.push(work.title);
      const draw = random("read by eye", seed, work.title);
      const [some, others] = [shuffled(asked, draw).map(nameText), shuffled(next, draw).map(eventText)];
      drawn.push([0, 1, 2].flatMap((k) => [some[k], others[k]]));
    }
  }
  const lists = shuffled(drawn, random("works read by eye", seed));
  const rounds = [0, 1, 2, 3, 4, 5].flatMap((k) => lists.flatMap((list) => list[k] ?? []));
  for (const [k, text] of rounds.slice(0, count).entries()) console.log(`${k + 1}. ${text}\n`);
  console.log(
    `${works} works, ${points} points: ${names} questions ask for a name, ${events} what happens next; no name is asked for in ${without.length}: ${without.join(", ") || "none"}`,
  );
});

function nameText(question: ClozeQuestion): string {
  const { names, answer } = question.options;
  const options = names.map((name, k) => (k === answer ? `*${name}*` : name)).join(" | ");
  return `[${question.id}] ${maskedText(question, "_____")}\n   ${options}`;
}

function eventText({ id, text, options, answer }: WhatNext): string {
  const list = options.map((option, k) => `   ${k === answer ? "*" : "-"} ${option}`);
  return `[${id}] What happens next? ${text}\n${list.join("\n")}`;
}
