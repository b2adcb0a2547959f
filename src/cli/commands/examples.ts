import type { Command } from "commander";
import { addressOf, shortAddress } from "../../corpus/addresses/address.ts";
import { storedAlignment, storedMethods } from "../../corpus/alignments/alignments.ts";
import { clearestExamples, type Example, type Paragraph } from "../../corpus/examples.ts";
import { findWork, openCorpus } from "../../corpus/open.ts";
import type { Alignment, Chapter, Corpus, Work } from "../../corpus/types.ts";
import { Problem } from "../../problem.ts";
import { type Common, command } from "../command.ts";
import { bold, cyan, printResult } from "../print/print.ts";
import { Progress } from "../print/progress.ts";
import { wrap } from "../print/wrap.ts";

interface Options extends Common {
  readonly work?: string;
  readonly alignment?: string;
}

export default function examplesCommand(): Command {
  return command("examples <corpus>", "Show a one-to-one, a one-to-many and a many-to-one link, with their texts.", [
    "examples corpora/sample",
    'examples corpora/sample --work "Forty Guineas"',
    "examples my-corpus --alignment Chronological-TFIDF --json",
  ])
    .option("--work <title>", "only from this work")
    .option("--alignment <name>", "links of a method stored in alignments/<name> instead of the gold ones")
    .action(async (folder: string, options: Options) => {
      const corpus = await openCorpus(folder);
      const works = options.work === undefined ? corpus.works : [findWork(corpus, options.work)];
      const found = await clearestExamples(aligned(corpus, works, options));
      if (found.length === 0) throw new Problem(await nothing(corpus, options));
      printResult(
        options,
        { countedFrom: 0, examples: found },
        found.map((each) => exampleText(each, findWork(corpus, each.work))).join("\n\n"),
      );
    });
}

async function* aligned(
  corpus: Corpus,
  works: readonly Work[],
  { alignment: method, quiet }: Options,
): AsyncGenerator<{ chapter: Chapter; alignment: Alignment }> {
  const progress = new Progress("Looking through works", works.length, quiet);
  for (const work of works) {
    for await (const chapter of corpus.chapters({ works: [work], goldOnly: method === undefined })) {
      const stored = method === undefined ? undefined : await storedAlignment(corpus, work, chapter, method);
      const alignment = method === undefined ? chapter.gold : stored;
      if (alignment !== undefined) yield { chapter, alignment };
    }
    progress.advance();
  }
  progress.end();
}

async function nothing(corpus: Corpus, { work, alignment }: Options): Promise<string> {
  const where = work === undefined ? corpus.folder : `"${work}"`;
  const stored = await storedMethods(corpus);
  const others = stored.filter((name) => name !== alignment);
  const instead = others.length === 0 ? "" : `; stored in alignments/: ${others.join(", ")}`;
  const what = alignment === undefined ? "gold alignment" : `alignment by ${alignment}`;
  return `${where} has no ${what} to take an example from${instead}.`;
}

function exampleText({ shape, chapter, summary, story }: Example, work: Work): string {
  return [
    bold(`${shape.replaceAll("-", " ")}: ${work.title}, ${shortAddress(addressOf(work, chapter))}`),
    ...summary.map((paragraph) => paragraphText("S", paragraph)),
    ...story.map((paragraph) => paragraphText("D", paragraph)),
  ].join("\n");
}

/** The label is in the margin of the first line. */
function paragraphText(side: "S" | "D", { index, text }: Paragraph): string {
  const label = `${side}${index + 1}`.padEnd(5);
  return `  ${cyan(label)}${wrap(text, { indent: 7 }).slice(7)}`;
}
