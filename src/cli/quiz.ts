import { createInterface, emitKeypressEvents } from "node:readline";
import { type Command, Option } from "commander";
import { defaultMethod } from "../align/registry.ts";
import { addressOf, shortAddress } from "../corpus/address.ts";
import { findWork, openCorpus } from "../corpus/open.ts";
import { Problem } from "../problem.ts";
import { shippedOpponents } from "../readers/opponents.ts";
import { contextSources } from "../runs/context-sources.ts";
import type { QuizOptions, QuizQuestion } from "../tasks/quiz/question.ts";
import { quiz } from "../tasks/quiz/quiz.ts";
import { quizBaselines, ruleNames } from "../tasks/quiz/score.ts";
import { chooseWorks, type WorkChoice, withWorks } from "./choice.ts";
import { bold, command, cyan, dim, green, numberOption, print, red, wholeNumber } from "./frame.ts";
import { textTable } from "./table.ts";
import { beginning, wrap } from "./wrap.ts";

interface Options extends WorkChoice {
  readonly task: QuizOptions["task"];
  readonly count: number;
  readonly alignment: string;
  readonly candidates: QuizOptions["set"];
  readonly seed?: number;
}

export function quizCommand(): Command {
  return withWorks(
    command(
      "quiz <corpus>",
      "Ten questions about stories you may have read, with the passage one key away; and what simple rules and plotline's own readers score.",
      [
        "quiz corpora/sample",
        'quiz my-corpus --work "Jude the Obscure" --candidates hard',
        "quiz my-corpus --task completion",
      ],
      false,
    ),
  )
    .addOption(new Option("--task <task>", "what is asked").choices(["cloze", "completion", "both"]).default("cloze"))
    .addOption(numberOption("--count <number>", "how many questions", 10))
    .addOption(
      new Option("--candidates <set>", "names of the same story, or of the same chapter first")
        .choices(["story", "hard"])
        .default("story"),
    )
    .option("--alignment <name>", "which alignment the passages come from", defaultMethod)
    .addOption(new Option("--seed <number>", "the same questions again (default: new ones)").argParser(wholeNumber))
    .action(run);
}

async function run(folder: string, options: Options): Promise<void> {
  if (options.count === 0) throw new Problem("--count must be 1 or more.");
  const corpus = await openCorpus(folder);
  const works = chooseWorks(corpus, options);
  const seed = options.seed ?? Date.now() % 1_000_000;
  const [source] = await contextSources(corpus, [options.alignment], seed);
  if (source === undefined) return;
  if (!options.quiet) print(dim(`Reading (seed ${seed}) …`));
  const questions = await quiz(corpus, works, source, await shippedOpponents(), {
    ...options,
    set: options.candidates,
    seed,
  });
  const keys = process.stdin.isTTY ? keyboard() : lines();
  const answered: { question: QuizQuestion; right: boolean }[] = [];
  try {
    for (const [k, question] of questions.entries()) {
      const where = shortAddress(addressOf(findWork(corpus, question.work), question.chapter));
      const given = await ask(question, `${k + 1} of ${questions.length}`, where, keys);
      if (given === undefined) break;
      const right = given === question.answer;
      answered.push({ question, right });
      const name = question.options[question.answer] ?? "";
      print(right ? green("  Right.") : red(`  No: ${letter(question.answer)}  ${beginning(name, 60)}`));
    }
  } finally {
    await keys.return?.(undefined);
  }
  print(scoreText(answered));
}

/** Shows a question until it is answered; undefined: the player leaves. */
async function ask(
  question: QuizQuestion,
  count: string,
  where: string,
  keys: AsyncIterator<string>,
): Promise<number | undefined> {
  print(`\n${bold(count)}  ${dim(`${question.work}, ${where}`)}\n`);
  print(`${wrap(question.text, { indent: 2 })}\n`);
  question.options.forEach((option, k) => {
    print(`${cyan(letter(k))}  ${wrap(option, { indent: 3 }).trimStart()}`);
  });
  const last = letter(question.options.length - 1);
  print(dim(`\na–${last} answers, p shows the passage, q ends`));
  for (;;) {
    const { value, done } = await keys.next();
    const key = done ? "q" : value.trim().toLowerCase().slice(0, 1);
    if (key === "q") return undefined;
    if (key === "p") showPassage(question);
    const chosen = key === "" ? -1 : key.charCodeAt(0) - "a".charCodeAt(0);
    if (chosen >= 0 && chosen < question.options.length) return chosen;
    if (key !== "p") print(dim(`a–${last}, p or q`));
  }
}

function showPassage({ passage }: QuizQuestion): void {
  if (passage.length === 0) print(dim("\n  No paragraph of the story is aligned with this.\n"));
  for (const paragraph of passage) print(`\n${wrap(paragraph, { indent: 4 })}`);
  print("");
}

function scoreText(answered: readonly { question: QuizQuestion; right: boolean }[]): string {
  if (answered.length === 0) return "\nNo question was answered.";
  const { chance, rules } = quizBaselines(answered.map(({ question }) => question));
  const right = answered.filter((each) => each.right).length;
  const rows = [
    ["you", String(right), String(answered.length)],
    ["chance", chance.toFixed(1), String(answered.length)],
    ...[...rules].map(([rule, score]) => [ruleNames[rule] ?? rule, String(score.right), String(score.asked)]),
  ];
  return `\n${bold(`${right} of ${answered.length}`)}\n\n${textTable(["who", "right", "of"], rows)}`;
}

function letter(k: number): string {
  return String.fromCharCode("a".charCodeAt(0) + k);
}

/** One key at a time, without Enter; Ctrl-C and Ctrl-D leave. */
async function* keyboard(): AsyncGenerator<string> {
  const pressed: string[] = [];
  let wake = () => {};
  const listen = (text: string | undefined, key: { ctrl?: boolean; name?: string }) => {
    pressed.push(key.ctrl && (key.name === "c" || key.name === "d") ? "q" : (text ?? ""));
    wake();
  };
  emitKeypressEvents(process.stdin);
  process.stdin.setRawMode(true);
  process.stdin.on("keypress", listen);
  process.stdin.resume();
  try {
    for (;;) {
      while (pressed.length === 0) await new Promise<void>((resolve) => (wake = resolve));
      yield pressed.shift() ?? "";
    }
  } finally {
    process.stdin.off("keypress", listen);
    process.stdin.setRawMode(false);
    process.stdin.pause();
  }
}

/** Without a terminal: one answer a line. */
async function* lines(): AsyncGenerator<string> {
  const input = createInterface({ input: process.stdin });
  try {
    yield* input;
  } finally {
    input.close();
  }
}
