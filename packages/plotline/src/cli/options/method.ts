import { join } from "node:path";
import { type Corpus, type Density, defaultMethod, parseDensity, pointChoices } from "@plotline/align";
import { shippedEncoder } from "@plotline/align/node";
import { corpusCalibration } from "@plotline/corpus/node";
import type { MethodChoice } from "@plotline/runs/node";
import { languageNamed } from "@plotline/text";
import { type Command, Option } from "commander";
import { seedOption } from "./values.ts";

/** The options that any method may need. */
export interface MethodSettings {
  readonly encoder?: string;
  readonly seed: number;
  readonly density?: Density;
  readonly language?: string;
}

export function withMethodSettings(made: Command): Command {
  return made.addOption(encoderOption()).addOption(densityOption()).addOption(languageOption()).addOption(seedOption());
}

/** `--encoder`: a folder with a model. */
export function encoderOption(
  about = "a folder with an ONNX model, for plotline and the methods that compare vectors",
): Option {
  return new Option("--encoder <folder>", `${about}; "shipped" is that of the package @plotline/encoder`).argParser(
    (folder: string) => (folder === "shipped" ? shippedEncoder() : folder),
  );
}

export function densityOption(): Option {
  return new Option(
    "--density <amount>",
    "how much of a story the guides cover: strict, normal, generous, whole (every paragraph belongs to a point, in order), or a share from 0 to 1",
  ).argParser(parseDensity);
}

export function languageOption(about = "the language of the stories, if the guess is wrong"): Option {
  return new Option("--language <code>", `${about}: fr, de, it, es, nl, pt, ru, zh …`).argParser(
    (wanted: string) => languageNamed(wanted).code,
  );
}

export function pointsOption(): Option {
  const about = "what the guide's points are; auto cuts prose into sentences where its paragraphs are long or few";
  return new Option("--points <unit>", about).choices([...pointChoices]).default("auto");
}

export interface ChosenMethod extends MethodSettings {
  readonly method: string;
}

/** Links that there are or that a method makes, by one name. */
export interface ChosenAlignment extends MethodSettings {
  readonly alignment: string;
}

export function withAlignment(made: Command): Command {
  const about = "whose links: gold, an annotator, a folder in alignments/, a method, or a file with one";
  return withMethodSettings(made.option("--alignment <name>", about, defaultMethod));
}

export function withMethod(made: Command): Command {
  return withMethodSettings(made.option("--method <name>", "the method, or a file with one", defaultMethod));
}

/** Methods by name, and files with methods of the user's own. */
export interface ChosenMethods extends MethodSettings {
  readonly method?: readonly string[];
  readonly aligner?: readonly string[];
}

export function withMethods(made: Command): Command {
  return withMethodSettings(
    made
      .option("--method <name...>", "methods by name: plotline, TFIDF, Chronological-BM25 …; a wrong name lists all")
      .option(
        "--aligner <file...>",
        "methods of your own: modules with one, or weights that `npm run train -- aligner` wrote",
      ),
  );
}

/** The methods that were asked for, once each, or else these. */
export function chosenNames({ method, aligner = [] }: ChosenMethods, otherwise: readonly string[]): string[] {
  const named = method ?? (aligner.length > 0 ? [] : otherwise);
  return [...new Set([...named, ...aligner])];
}

/** What a job needs to know about the methods; vectors are saved in the corpus. */
export async function methodChoice(
  corpus: Corpus,
  names: readonly string[],
  { seed, encoder, density, language, threads }: MethodSettings & { readonly threads?: number },
): Promise<MethodChoice> {
  const vectors = join(corpus.folder, ".cache", "vectors");
  const calibration = await corpusCalibration(corpus.folder, encoder);
  return { methods: names, seed, encoder, vectors, density, calibration, language, model: { threads } };
}
