import type { Asked, ClozeRule } from "./cloze-rules.ts";
import type { CompletionItem } from "./completion.ts";
import type { CompletionRule } from "./completion-rules.ts";
import { strikeOut } from "./leak.ts";
import type { Protocol } from "./options.ts";

/** One line of the table of controls. */
export interface ControlRow {
  readonly alignment: string;
  readonly protocol: Protocol;
  readonly questions: number;
  readonly chance: number;
  /** How often the answer's entity is in the context: the ceiling of a reader that points. Cloze only. */
  readonly inContext: number | undefined;
  /** What a reader that strikes out options found in its inputs would score: `chance`, unless something leaks. */
  readonly struck: number | undefined;
  readonly right: Readonly<Record<string, number>>;
}

interface Sums {
  questions: number;
  chance: number;
  inContext: number;
  struck: number;
  right: Map<string, number>;
}

/** A line that is not divided by its questions yet, so that lines of several works can be added. */
export interface ControlLine extends Pick<ControlRow, "alignment" | "protocol"> {
  readonly task: "cloze" | "completion";
  readonly sums: Readonly<Omit<Sums, "right">> & { readonly right: Readonly<Record<string, number>> };
}

/** Adds up answers, line by line. */
export class Controls {
  private readonly lines = new Map<
    string,
    Omit<ControlRow, "questions" | "chance" | "inContext" | "struck" | "right"> & {
      task: "cloze" | "completion";
      sums: Sums;
    }
  >();

  addCloze(
    line: { alignment: string; protocol: Protocol },
    asked: Asked,
    context: readonly number[],
    answers: Readonly<Record<ClozeRule, number>>,
  ): void {
    const { entities, answer } = asked.question.options;
    const sums = this.line("cloze", line);
    const inContext = context.some((paragraph) => asked.chapter.story[paragraph]?.includes(entities[answer] ?? -1));
    sums.inContext += inContext ? 1 : 0;
    add(sums, 1 / entities.length, answer, answers);
  }

  addCompletion(
    line: { alignment: string; protocol: Protocol },
    item: CompletionItem,
    inputs: readonly string[],
    answers: Readonly<Record<CompletionRule, number>>,
  ): void {
    const sums = this.line("completion", line);
    sums.struck += strikeOut(item, inputs).chance;
    add(sums, 1 / item.options.length, item.answer, answers);
  }

  /** What was added up so far; `merge` adds it elsewhere. */
  sums(): ControlLine[] {
    return [...this.lines.values()].map(({ task, alignment, protocol, sums }) => ({
      task,
      alignment,
      protocol,
      sums: { ...sums, right: Object.fromEntries(sums.right) },
    }));
  }

  merge(lines: readonly ControlLine[]): void {
    for (const { task, alignment, protocol, sums } of lines) {
      const own = this.line(task, { alignment, protocol });
      own.questions += sums.questions;
      own.chance += sums.chance;
      own.inContext += sums.inContext;
      own.struck += sums.struck;
      for (const [rule, count] of Object.entries(sums.right)) own.right.set(rule, (own.right.get(rule) ?? 0) + count);
    }
  }

  rows(task: "cloze" | "completion"): ControlRow[] {
    return [...this.lines.values()]
      .filter((line) => line.task === task)
      .map(({ alignment, protocol, sums }) => ({
        alignment,
        protocol,
        questions: sums.questions,
        chance: sums.chance / sums.questions,
        inContext: task === "cloze" ? sums.inContext / sums.questions : undefined,
        struck: task === "completion" ? sums.struck / sums.questions : undefined,
        right: Object.fromEntries([...sums.right].map(([rule, count]) => [rule, count / sums.questions])),
      }));
  }

  private line(task: "cloze" | "completion", line: Pick<ControlRow, "alignment" | "protocol">): Sums {
    const key = [task, line.protocol, line.alignment].join("\n");
    let known = this.lines.get(key);
    if (known === undefined) {
      const sums = { questions: 0, chance: 0, inContext: 0, struck: 0, right: new Map() };
      this.lines.set(key, (known = { ...line, task, sums }));
    }
    return known.sums;
  }
}

function add(sums: Sums, chance: number, answer: number, answers: Readonly<Record<string, number>>): void {
  sums.questions++;
  sums.chance += chance;
  for (const [rule, given] of Object.entries(answers))
    sums.right.set(rule, (sums.right.get(rule) ?? 0) + (given === answer ? 1 : 0));
}
