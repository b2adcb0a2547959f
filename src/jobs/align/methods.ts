import type { Aligner, CorpusView, Method } from "../../align/method.ts";
import { findMethod } from "../../align/registry.ts";
import { sharedScores } from "../../align/scores.ts";
import { externalMethod, isModule } from "./external.ts";

/** Which methods, by their names in the registry or the paths of their modules, and what they are prepared with. */
export interface MethodChoice {
  readonly methods: readonly string[];
  readonly seed: number;
}

export interface Prepared {
  readonly method: Method;
  readonly align: Aligner;
}

export async function chosenMethods(names: readonly string[]): Promise<Method[]> {
  return Promise.all(names.map((name) => (isModule(name) ? externalMethod(name) : findMethod(name))));
}

/** Prepares methods together, so that they share what they read and score. */
export async function prepareMethods(corpus: CorpusView, choice: MethodChoice): Promise<Prepared[]> {
  const options = { seed: choice.seed, scores: sharedScores() };
  const prepared: Prepared[] = [];
  for (const method of await chosenMethods(choice.methods))
    prepared.push({ method, align: await method.prepare(corpus, options) });
  return prepared;
}
