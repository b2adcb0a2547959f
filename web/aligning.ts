import type { Cell, Explanation, Pins, Readable } from "../src/align/method.ts";
import type { Alignment } from "../src/corpus/types.ts";

export interface AligningQuestion {
  readonly id: number;
  readonly method: string;
  readonly chapter: Readable;
  readonly pins: Pins;
  readonly explain?: Cell;
}

export interface AligningAnswer {
  readonly id: number;
  readonly links?: Alignment;
  readonly explanation?: Explanation;
  readonly problem?: string;
}

/** Links of a chapter by a method of the registry, around what is pinned; computed in the browser's own worker. */
export async function alignHere(method: string, chapter: Readable, pins: Pins): Promise<Alignment> {
  return (await ask({ method, chapter, pins })).links ?? [];
}

export async function explainHere(
  method: string,
  chapter: Readable,
  pins: Pins,
  explain: Cell,
): Promise<Explanation | undefined> {
  return (await ask({ method, chapter, pins, explain })).explanation;
}

const waiting = new Map<number, (answer: AligningAnswer) => void>();
let worker: Worker | undefined;
let asked = 0;

async function ask(question: Omit<AligningQuestion, "id">): Promise<AligningAnswer> {
  const id = asked++;
  const answered = new Promise<AligningAnswer>((resolve) => waiting.set(id, resolve));
  thread().postMessage({ id, ...question });
  const answer = await answered;
  if (answer.problem !== undefined) throw new Error(answer.problem);
  return answer;
}

function thread(): Worker {
  if (worker !== undefined) return worker;
  worker = new Worker(new URL("./aligning.worker.ts", import.meta.url), { type: "module" });
  worker.addEventListener("message", ({ data }: MessageEvent<AligningAnswer>) => {
    waiting.get(data.id)?.(data);
    waiting.delete(data.id);
  });
  return worker;
}
