import { createHash } from "node:crypto";
import { join } from "node:path";
import { type Command, Option } from "commander";
import { methods } from "../align/registry.ts";
import { findWork } from "../corpus/open.ts";
import type { Corpus, Work } from "../corpus/types.ts";
import type { MethodChoice } from "../jobs/align/methods.ts";
import { Problem } from "../problem.ts";
import type { Common } from "./frame.ts";

/** Which works of a corpus a command is about. */
export interface WorkChoice extends Common {
  readonly work?: readonly string[];
  readonly except?: readonly string[];
}

export function withWorks(made: Command): Command {
  return made.option("--work <title...>", "only these works").option("--except <title...>", "all works but these");
}

/** The chosen works, in the order of the corpus. */
export function chooseWorks(corpus: Corpus, { work, except = [] }: WorkChoice): readonly Work[] {
  const wanted = new Set(work?.map((title) => findWork(corpus, title)) ?? corpus.works);
  for (const title of except) wanted.delete(findWork(corpus, title));
  const left = corpus.works.filter((each) => wanted.has(each));
  if (left.length === 0) throw new Problem(`No work of ${corpus.folder} is left to work on.`);
  return left;
}

/** The signature's words for a choice of works: no two choices share theirs. */
export function workWords(corpus: Corpus, works: readonly Work[]): string {
  const others = corpus.works.filter((work) => !works.includes(work));
  const titles = (some: readonly Work[]) => some.map((work) => work.title).join(" + ");
  if (others.length === 0) return "all";
  if (works.length <= 3) return titles(works);
  if (others.length <= 3) return `all but ${titles(others)}`;
  const mark = createHash("sha256").update(titles(works)).digest("hex").slice(0, 8);
  return `${works.length} of ${corpus.works.length} (${mark})`;
}

/** Methods by name, and modules with methods of the user's own. */
export interface ChosenMethods {
  readonly method?: readonly string[];
  readonly aligner?: readonly string[];
  readonly encoder?: string;
}

export function withMethods(made: Command): Command {
  const names = methods.map((method) => method.name).join(", ");
  return made
    .option("--method <name...>", `methods: ${names}`)
    .option("--aligner <file...>", "methods of your own: modules with one, or weights of `plotline train aligner`")
    .addOption(encoderOption());
}

export function encoderOption(): Option {
  return new Option("--encoder <folder>", "a folder with an ONNX model, for the methods that compare vectors (BERT)");
}

/** What a job needs to know of the methods; vectors are kept in the corpus. */
export function methodChoice(
  corpus: Corpus,
  names: readonly string[],
  { seed, encoder, threads }: { readonly seed: number; readonly encoder?: string; readonly threads?: number },
): MethodChoice {
  const vectors = join(corpus.folder, ".cache", "vectors");
  return { methods: names, seed, encoder, vectors, ...(threads !== undefined && { model: { threads } }) };
}

/** What was asked for, once each, or else these. */
export function chosenNames({ method, aligner = [] }: ChosenMethods, otherwise: readonly string[]): string[] {
  const named = method ?? (aligner.length > 0 ? [] : otherwise);
  return [...new Set([...named, ...aligner])];
}
