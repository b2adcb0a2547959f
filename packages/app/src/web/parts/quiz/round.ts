import type { ReadSoFar } from "@plotline/questions";
import type { InferResponseType } from "hono/client";
import { here } from "../../route.ts";
import { answer, server } from "../../server.ts";
import { useStored } from "../frame/stored.ts";

type QuizAnswer = InferResponseType<typeof server.quiz.$get, 200>;
export type AskedQuestion = QuizAnswer["questions"][number];

/** What somebody wants to be asked. */
export interface RoundRequest {
  readonly folder: string;
  readonly task: "cloze" | "completion" | "both";
  readonly count: number;
  /** By title: how far each work has been read; undefined where everything may be asked. */
  readonly soFar: Readonly<Record<string, ReadSoFar>> | undefined;
}

/** What was answered to a question. */
export interface Given {
  readonly question: AskedQuestion;
  readonly given: number;
  readonly seenPassage: boolean;
}

/** A round as it is being played: whoever loads the page again finds it where it was. */
export interface Round {
  readonly seed: number;
  readonly questions: readonly AskedQuestion[];
  readonly given: readonly Given[];
  /** The question that is shown, counted from 0; past the last one the score is. */
  readonly at: number;
  readonly saved?: string;
}

export function useRound(): [Round | undefined, (round: Round | undefined) => void] {
  const [round, setRound] = useStored<Round | null>(`quiz${here}`, null);
  return [round ?? undefined, (next) => setRound(next ?? null)];
}

export function newRound(questions: readonly AskedQuestion[], seed: number = newSeed()): Round {
  return { seed, questions, given: [], at: 0 };
}

/** Questions as requested; they are made on the server, which reads the works. */
export async function questionsFor({ folder, task, count, soFar }: RoundRequest): Promise<Round> {
  const seed = newSeed();
  const chosen = { ...(folder !== "" && { folder }), ...(soFar && { soFar: JSON.stringify(soFar) }) };
  const query = { ...chosen, task, count: String(count), seed: String(seed) };
  return newRound((await answer(server.quiz.$get({ query }))).questions, seed);
}

function newSeed(): number {
  return Math.floor(Math.random() * 1_000_000);
}
