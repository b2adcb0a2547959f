import type { Alignment, Calibration, Cell, Explanation, FoundGuide, Pins, Readable } from "@plotline/align";
import { once } from "@plotline/base";
import { AskedWorker } from "./asked-worker.ts";

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
  /** The one of them that must be loaded first, and how much that is, in MB. */
  readonly encoder?: { readonly method: string; readonly size: number };
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
export const methodsHere = once(async (): Promise<MethodNames> => {
  const { methods = { usual: "", names: [] } } = await ask({ list: true });
  return methods;
});

/** Dispatched on the page when the worker could not do what it was asked; the event's detail is the sentence. */
export const aligningFailed = "plotline-aligning-failed";

type WithoutId<Question> = Question extends unknown ? Omit<Question, "id"> : never;

async function ask(question: WithoutId<AligningQuestion>): Promise<AligningAnswer> {
  const failed = ({ message }: Error): AligningAnswer => ({ id: -1, problem: message });
  const answer = await worker.ask(question).catch(failed);
  if (answer.problem === undefined) return answer;
  dispatchEvent(new CustomEvent(aligningFailed, { detail: answer.problem }));
  throw new Error(answer.problem);
}

const worker = new AskedWorker<WithoutId<AligningQuestion>, AligningAnswer>(
  () => new Worker(new URL("./aligning.worker.ts", import.meta.url), { type: "module" }),
  "The aligner has broken down; what it was asked can be asked again.",
);
