import type { Command } from "commander";
import { addressOf, shortAddress } from "../../corpus/addresses/address.ts";
import { clearestExamples, type Example, type Paragraph } from "../../corpus/examples.ts";
import { findWork, openCorpus } from "../../corpus/open.ts";
import type { Work } from "../../corpus/types.ts";
import { Problem } from "../../problem.ts";
import { namedAlignment } from "../../runs/methods/named.ts";
import { alignedChapters } from "../aligned-chapters.ts";
import { type Common, command } from "../command.ts";
import { methodChoice } from "../options/method.ts";
import { bold, cyan, printResult } from "../print/print.ts";
import { wrap } from "../print/wrap.ts";

interface Options extends Common {
  readonly work?: string;
  readonly alignment: string;
}

export default function examplesCommand(): Command {
  return command("examples <corpus>", "Show a one-to-one, a one-to-many and a many-to-one link, with their texts.", [
    "examples corpora/sample",
    'examples corpora/sample --work "Forty Guineas"',
    "examples my-corpus --alignment Chronological-TFIDF --json",
  ])
    .option("--work <title>", "only from this work")
    .option("--alignment <name>", "gold, a method, an annotator, or a folder in alignments/", "gold")
    .action(async (folder: string, options: Options) => {
      const corpus = await openCorpus(folder);
      const works = options.work === undefined ? corpus.works : [findWork(corpus, options.work)];
      const alignment = await namedAlignment(corpus, options.alignment, methodChoice(corpus, [], { seed: 1 }));
      const found = await clearestExamples(alignedChapters(corpus, works, alignment, options));
      if (found.length === 0)
        throw new Problem(
          `${options.work ?? folder} has no alignment by "${options.alignment}" to take an example from.`,
        );
      printResult(
        options,
        { countedFrom: 0, examples: found },
        found.map((each) => exampleText(each, findWork(corpus, each.work))).join("\n\n"),
      );
    });
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
