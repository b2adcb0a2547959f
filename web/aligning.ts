import type { Calibration } from "../src/align/guide/density.ts";
import type { FoundGuide } from "../src/align/guide/guide.ts";
import type { Explanation, Pins, Readable } from "../src/align/method.ts";
import type { Cell } from "../src/corpus/cells.ts";
import type { Alignment } from "../src/corpus/types.ts";

/** What the worker is asked: the methods there are, the links of a chapter, the sentences that carry them, or the reasons of one. */
export type AligningQuestion = { readonly id: number } & (
  | { readonly list: true }
  | { readonly chapter: Readable; readonly evidence: Alignment }
  | {
      /** Undefined: the one that is used where nobody chose. */
      readonly method: string | undefined;
      readonly chapter: Readable;
      /** The corpus's own, where it has one. */
      readonly calibration: Calibration | null;
      readonly pins: Pins;
      readonly explain?: Cell;
    }
);

export interface MethodNames {
  readonly usual: string;
  readonly names: readonly string[];
}

export interface AligningAnswer {
  readonly id: number;
  readonly links?: Alignment;
  /** What was found out about the guide, by methods that find out. */
  readonly guide?: GuideInChapter;
  readonly explanation?: Explanation;
  readonly methods?: MethodNames;
  readonly problem?: string;
}

export type GuideInChapter = Omit<FoundGuide, "links">;

/** A chapter, with what the corpus knows about how its guides cover stories. */
export interface Alignable {
  readonly chapter: Readable;
  readonly calibration: Calibration | null;
}

/** Links of a chapter by a method of the registry, around what is pinned; computed in the browser's own worker. */
export async function alignHere(
  method: string | undefined,
  what: Alignable,
  pins: Pins,
): Promise<{ readonly links: Alignment; readonly guide?: GuideInChapter }> {
  const { links = [], guide } = await ask({ method, ...what, pins });
  return { links, guide };
}

/** The links, each with the sentences of the story that carry it. */
export async function evidenceHere(chapter: Readable, evidence: Alignment): Promise<Alignment> {
  return (await ask({ chapter, evidence })).links ?? [];
}

/** Undefined where a method gives no reasons, or does not work in a tab. */
export async function explainHere(
  method: string | undefined,
  what: Alignable,
  pins: Pins,
  explain: Cell,
): Promise<Explanation | undefined> {
  if (method !== undefined && !(await methodsHere()).names.includes(method)) return undefined;
  return (await ask({ method, ...what, pins, explain })).explanation;
}

/** The methods that work in a tab. Only the worker holds their code, so only the worker knows them. */
export async function methodsHere(): Promise<MethodNames> {
  known ??= ask({ list: true }).then(({ methods }) => methods ?? { usual: "", names: [] });
  return known;
}

/** Dispatched on the page when the worker could not do what it was asked; the event's detail is the sentence. */
export const aligningFailed = "plotline-aligning-failed";

let known: Promise<MethodNames> | undefined;
const waiting = new Map<number, (answer: AligningAnswer) => void>();
let worker: Worker | undefined;
let asked = 0;

type WithoutId<Question> = Question extends unknown ? Omit<Question, "id"> : never;

async function ask(question: WithoutId<AligningQuestion>): Promise<AligningAnswer> {
  const id = asked++;
  const answered = new Promise<AligningAnswer>((resolve) => waiting.set(id, resolve));
  thread().postMessage({ id, ...question });
  const answer = await answered;
  if (answer.problem === undefined) return answer;
  dispatchEvent(new CustomEvent(aligningFailed, { detail: answer.problem }));
  throw new Error(answer.problem);
}

function thread(): Worker {
  if (worker !== undefined) return worker;
  worker = new Worker(new URL("./aligning.worker.ts", import.meta.url), { type: "module" });
  worker.addEventListener("message", ({ data }: MessageEvent<AligningAnswer>) => {
    waiting.get(data.id)?.(data);
    waiting.delete(data.id);
  });
  worker.addEventListener("error", () => {
    const problem = "The aligner could not be started; load the page again.";
    for (const [id, resolve] of waiting) resolve({ id, problem });
    waiting.clear();
  });
  return worker;
}
