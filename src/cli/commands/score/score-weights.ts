import { statSync } from "node:fs";
import type { Corpus, Work } from "../../../corpus/types.ts";
import { type AnsweredScore, scoresBy } from "../../../evaluate/answered.ts";
import { jsonIn } from "../../../json.ts";
import { Problem } from "../../../problem.ts";
import { askCompletion } from "../../../readers/completion/score.ts";
import {
  blindAlignment,
  type CompletionWeights,
  forestNames,
  isCompletionWeights,
  shippedCompletion,
} from "../../../readers/completion/weights.ts";
import type { Pointer } from "../../../readers/pointer/pointer.ts";
import { askPointer } from "../../../readers/pointer/score.ts";
import { shippedPointer } from "../../../readers/pointer/shipped.ts";
import { isPackedPointer, unpackPointer } from "../../../readers/pointer/weights.ts";
import { figure } from "../../../report/alignment-table.ts";
import { contextSources } from "../../../runs/context-sources.ts";
import { openPassageReader } from "../../../runs/passage-reader.ts";
import { controlRows } from "../../../runs/score.ts";
import type { Common } from "../../command.ts";
import { dim, printResult } from "../../print/print.ts";
import { Progress } from "../../print/progress.ts";
import { textTable } from "../../print/text-table.ts";
import { beginning, wrap } from "../../print/wrap.ts";

interface Options extends Common {
  readonly controls: boolean;
  readonly encoder?: string;
  readonly threads?: number;
}

/** Whether `plotline score` was given weights: those that ship, or a file that training/train-pointer.mjs or train-completion-scorer.mjs wrote. */
export function namesWeights(run: string): boolean {
  const found = statSync(run, { throwIfNoEntry: false });
  return found === undefined ? shippedNames.includes(run) || run.endsWith(".json") : found.isFile();
}

const whoWritesThem =
  "in a clone of plotline, training/train-pointer.mjs and training/train-completion-scorer.mjs write one.";

const shippedNames = ["pointer", "completion-scorer"];

/** Asks a trained model all questions of some works under both protocols, and prints its scores. */
export async function scoreWeights(
  run: string,
  corpus: Corpus,
  works: readonly Work[],
  options: Options,
): Promise<void> {
  const weights = await weightsOf(run);
  const progress = new Progress("Works", works.length, options.quiet);
  const asked: Asked = { corpus, works, options, onWork: ({ title }) => progress.advance(1, title) };
  const { task, lines, encoder } =
    "panels" in weights ? await pointerLines(weights, asked) : await scorerLines(weights, asked);
  progress.end();
  if (lines.length === 0) throw new Problem(`These works have no ${task} questions to score on.`);
  const about =
    encoder === undefined
      ? weights.about
      : `${weights.about} It was asked together with the encoder ${encoder.name}: ${encoder.about}`;
  printResult(
    options,
    { about, encoder: encoder?.name, scores: lines.map(({ score, rule }) => ({ ...score, rule })) },
    scoreText(task, about, lines),
  );
}

interface Asked {
  readonly corpus: Corpus;
  readonly works: readonly Work[];
  readonly options: Options;
  readonly onWork: (work: Work) => void;
}

/** A protocol with its variants, and the score of the rule. */
interface Line {
  readonly name: readonly [string, string];
  readonly score: AnsweredScore;
  readonly rule: number | undefined;
}

interface Lines {
  readonly task: "cloze" | "completion";
  readonly lines: readonly Line[];
  readonly encoder: { readonly name: string; readonly about: string } | undefined;
}

/** An encoder that reads the questions too, where one is named. */
async function passageReader({ encoder, threads }: Options) {
  return encoder === undefined ? undefined : openPassageReader(encoder, threads);
}

async function pointerLines(pointer: Pointer, { corpus, works, options, onWork }: Asked): Promise<Lines> {
  const reader = (await passageReader(options))?.cloze;
  const scores = scoresBy(await askPointer(pointer, corpus, works, { onWork, reader }), ["protocol", "set"]);
  const sources = options.controls ? await contextSources(corpus, [blindAlignment], 1) : [];
  const rows = options.controls ? await controlRows(corpus, works, sources, "cloze") : [];
  const lines = scores.map((score): Line => {
    const row = rows.find(({ protocol, set }) => protocol === score.protocol && set === score.set);
    return { name: [score.protocol, score.set], score, rule: row?.right["frequency, not named"] };
  });
  return { task: "cloze", lines, encoder: reader };
}

async function scorerLines(weights: CompletionWeights, { corpus, works, options, onWork }: Asked): Promise<Lines> {
  const reader = (await passageReader(options))?.completion;
  const names = forestNames.filter((name) => name !== "blind" && name !== "any");
  const sources = await contextSources(corpus, names, 1);
  const hits = await askCompletion(weights, corpus, works, sources, { onWork, reader });
  const rows = options.controls ? await controlRows(corpus, works, sources, "completion") : [];
  const lines = scoresBy(hits, ["protocol", "alignment"]).map((score): Line => {
    const row = rows.find(({ protocol, alignment }) => protocol === score.protocol && alignment === score.alignment);
    return { name: [score.protocol, score.alignment], score, rule: row?.right["context"] };
  });
  return { task: "completion", lines, encoder: reader };
}

async function weightsOf(run: string): Promise<Pointer | CompletionWeights> {
  if (run === "pointer") return shippedPointer();
  if (run === "completion-scorer") return shippedCompletion;
  const value = jsonIn(run);
  if (value === undefined) throw new Problem(`${run} is not a file of weights; ${whoWritesThem}`);
  if (isPackedPointer(value)) return unpackPointer(value);
  if (isCompletionWeights(value)) return value;
  throw new Problem(`${run} contains neither a pointer nor a completion scorer; ${whoWritesThem}`);
}

function scoreText(task: Lines["task"], about: string, lines: readonly Line[]): string {
  const [first] = lines;
  const varied = task === "cloze" ? "candidates" : "alignment";
  const header = ["", "protocol", varied, "right", "95 %", "95 % by work", "rule"];
  const cells = lines.map(({ name, score, rule }, k) => [
    numbered(k),
    ...name,
    figure(score.right),
    score.interval.map(figure).join("–"),
    score.byWork.map(figure).join("–"),
    figure(rule),
  ]);
  const works = (first?.score.works ?? []).map(({ work, questions }, k) => [
    beginning(work, 46),
    String(questions),
    ...lines.map(({ score }) => figure(score.works[k]?.right)),
  ]);
  return [
    `${first?.score.questions ?? 0} questions, chance ${figure(first?.score.chance)}. ${aboutRules[task]}\n`,
    textTable(header, cells),
    "",
    textTable(["work", "questions", ...lines.map((_, k) => numbered(k))], works),
    dim(`\n${wrap(about)}`),
  ].join("\n");
}

const aboutRules = {
  cloze: `Rule: the most frequent name of the context\nthat the point does not have; it reads ${blindAlignment}'s contexts.`,
  completion: "Rule: the option that shares most with\nthe context; it reads the same contexts.",
};

function numbered(line: number): string {
  return `(${line + 1})`;
}
