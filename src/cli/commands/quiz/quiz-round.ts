import { createInterface, emitKeypressEvents } from "node:readline";
import type { QuizQuestion } from "../../../tasks/quiz/question.ts";
import { quizBaselines, ruleNames } from "../../../tasks/quiz/score.ts";
import { bold, cyan, dim, green, print, red } from "../../print/print.ts";
import { textTable } from "../../print/text-table.ts";
import { beginning, wrap } from "../../print/wrap.ts";

export interface Answered {
  readonly question: QuizQuestion;
  readonly given: number;
  readonly right: boolean;
  readonly seenPassage: boolean;
}

/** Asks one after the other, until all are answered or the player leaves. */
export async function askAll(questions: readonly QuizQuestion[]): Promise<Answered[]> {
  const keys = process.stdin.isTTY ? keyboard() : lines();
  const answered: Answered[] = [];
  try {
    for (const [k, question] of questions.entries()) {
      const answer = await ask(question, `${k + 1} of ${questions.length}`, keys);
      if (answer === undefined) break;
      const right = answer.given === question.answer;
      answered.push({ question, right, ...answer });
      const name = question.options[question.answer] ?? "";
      print(
        right
          ? green("  Right.")
          : red(`  Not quite: the answer is ${letter(question.answer)}, ${beginning(name, 60)}`),
      );
      if (!answer.seenPassage) showPassage(question);
    }
  } finally {
    await keys.return?.(undefined);
  }
  return answered;
}

/** Shows a question until it is answered; undefined: the player leaves. */
async function ask(
  question: QuizQuestion,
  count: string,
  keys: AsyncIterator<string>,
): Promise<{ given: number; seenPassage: boolean } | undefined> {
  let seenPassage = false;
  print(`\n${bold(count)}  ${dim(`${question.work}, ${question.chapterName}`)}\n`);
  print(`${wrap(question.text, { indent: 2 })}\n`);
  if (question.task === "completion" && question.benchmark === undefined) print(`  ${bold("What happens next?")}\n`);
  question.options.forEach((option, k) => {
    print(`${cyan(letter(k))}  ${wrap(option, { indent: 3 }).trimStart()}`);
  });
  const last = letter(question.options.length - 1);
  print(dim(`\na–${last} answers, p shows the passage, q ends`));
  for (;;) {
    const { value, done } = await keys.next();
    const key = done ? "q" : value.trim().toLowerCase().slice(0, 1);
    if (key === "q") return undefined;
    if (key === "p") {
      seenPassage = true;
      showPassage(question);
    }
    const chosen = key === "" ? -1 : key.charCodeAt(0) - "a".charCodeAt(0);
    if (chosen >= 0 && chosen < question.options.length) return { given: chosen, seenPassage };
    if (key !== "p") print(dim(`a–${last}, p or q`));
  }
}

function showPassage({ passage }: QuizQuestion): void {
  if (passage.length === 0) print(dim("\n  No matching passage was found.\n"));
  for (const paragraph of passage) print(`\n${wrap(paragraph, { indent: 4 })}`);
  print("");
}

export function scoreText(answered: readonly Answered[]): string {
  if (answered.length === 0) return "\nNo question was answered.";
  const { chance, rules } = quizBaselines(answered.map(({ question }) => question));
  const right = answered.filter((each) => each.right).length;
  const rows = [
    ["you", String(right), String(answered.length)],
    ["chance", chance.toFixed(1), String(answered.length)],
    ...[...rules].map(([rule, score]) => [ruleNames[rule] ?? rule, String(score.right), String(score.asked)]),
  ];
  const table = textTable(["player", "correct", "questions"], rows);
  return [`\n${bold(`${right} of ${answered.length}`)}`, table, ...missedText(answered)].join("\n\n");
}

/** The review at the end: what was missed, with what is right. */
function missedText(answered: readonly Answered[]): string[] {
  const missed = answered.filter((each) => !each.right);
  if (missed.length === 0) return [];
  const lines = missed.map(({ question, given }) => {
    const { text, options, answer } = question;
    return `${wrap(text, { indent: 2 })}\n  ${green(options[answer] ?? "")}  ${dim(`not ${beginning(options[given] ?? "", 60)}`)}`;
  });
  return [bold("What you missed"), ...lines];
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

/** Without a terminal: one answer per line. */
async function* lines(): AsyncGenerator<string> {
  const input = createInterface({ input: process.stdin });
  try {
    yield* input;
  } finally {
    input.close();
  }
}
