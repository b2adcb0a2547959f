import { type ClientResponse, hc, type InferResponseType } from "hono/client";
import { useCallback, useEffect, useState } from "preact/hooks";
import type { CorporaRoutes } from "../server/routes/reading.ts";
import type { Routes } from "../server/routes/working.ts";
import { ask, silent } from "./backend.ts";
import { type Base, here } from "./route.ts";

/** The server's own routes for a corpus, with their types. */
export function serverOf(base: Base) {
  return hc<Routes>(apiOf(base), { fetch: ask });
}

/** What the addresses of a corpus's data begin with. */
export function apiOf(base: Base): string {
  return `/api${base}`;
}

/** The routes for the corpus that this page is about. */
export const server = serverOf(here);

export const allCorpora = hc<CorporaRoutes>("/api", { fetch: ask }).corpora;

export type LibraryAnswer = InferResponseType<typeof server.library.$get, 200>;
export type BookAnswer = InferResponseType<(typeof server.works)[":folder"]["$get"], 200>;
export type ChapterAnswer = InferResponseType<(typeof server.works)[":folder"][":number"]["$get"], 200>;

export type Loaded<T> =
  | { readonly state: "loading" }
  | { readonly state: "failed"; readonly problem: string }
  | { readonly state: "there"; readonly value: T };

/** What a route answers where all is well. */
type AnswerOf<Response> =
  Response extends ClientResponse<infer Value, infer Status> ? (200 extends Status ? Value : never) : never;

/** What the server says, or the sentence it gives when it cannot. */
export async function answer<Response extends ClientResponse<unknown, number>>(
  asked: Promise<Response>,
): Promise<AnswerOf<Response>> {
  const response = await asked.catch(() => {
    throw new Error(silent);
  });
  const value: unknown = await response.json().catch(() => undefined);
  if (response.ok) return value as AnswerOf<Response>;
  throw new Error(problemIn(value) ?? "The server could not answer.");
}

/**
 * Asks when something of `about` has changed, and again on `again`; what was there stays until the next answer. `pause`: for
 * how many milliseconds nothing may change before it asks.
 */
export function useAnswer<T>(
  ask: () => Promise<T>,
  about: readonly unknown[],
  pause = 0,
): Loaded<T> & { again(): void } {
  const [loaded, setLoaded] = useState<Loaded<T>>({ state: "loading" });
  const [times, setTimes] = useState(0);
  useEffect(() => {
    let wanted = true;
    const begin = () =>
      ask().then(
        (value) => wanted && setLoaded({ state: "there", value }),
        (error: Error) => wanted && setLoaded({ state: "failed", problem: error.message }),
      );
    const timer = pause === 0 ? void begin() : setTimeout(begin, pause);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [...about, times]);
  const again = useCallback(() => setTimes((before) => before + 1), []);
  return { ...loaded, again };
}

/** The value alone, where nothing is to be said while it is not there: undefined before it has come, and where it cannot. */
export function useFetched<T>(ask: () => Promise<T>, about: readonly unknown[]): T | undefined {
  const loaded = useAnswer(ask, about);
  return loaded.state === "there" ? loaded.value : undefined;
}

/** Does something that can fail; `say` is given the reason. */
export async function attempt(work: () => Promise<unknown>, say: (problem: string) => void): Promise<void> {
  try {
    await work();
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
  }
}

function problemIn(value: unknown): string | undefined {
  if (typeof value !== "object" || value === null || !("problem" in value)) return undefined;
  return typeof value.problem === "string" ? value.problem : undefined;
}
