import { existsSync, readFileSync } from "node:fs";
import { Problem } from "@plotline/base";
import { writeAtomically } from "@plotline/base/node";
import { resultsMarkdown, resultsSignature, resultsText, withFigures } from "@plotline/runs";
import { type PaperResults, readResults } from "@plotline/runs/node";
import type { Command } from "commander";
import { type Common, command, commandGroup } from "../../command.ts";
import { isStandard, outOption, writeFileOrOutput } from "../../options/values.ts";
import { print, printResult, signatureText } from "../../print/print.ts";
import { learnCommand } from "./learn.ts";
import { scoreCommand } from "./score.ts";
import { summarizeCommand } from "./summarize.ts";
import { trainCommand } from "./train.ts";

export default function paperCommand(): Command {
  return commandGroup("paper", "The paper's models and its table.", [
    trainCommand(),
    tableCommand(),
    scoreCommand(),
    learnCommand(),
    summarizeCommand(),
  ]);
}

interface Options extends Common {
  readonly out?: string;
  readonly into?: readonly string[];
}

function tableCommand(): Command {
  return command(
    "table <results>",
    "The paper's table from a folder of figures, ours next to the paper's: alignment.json (`plotline evaluate --json`), the cells of `paper train`, the learn-*.json of `paper learn`. Nothing is computed but means.",
  )
    .addOption(outOption("write it to a file; one that ends in .md gets Markdown, with what each accuracy stands on"))
    .option(
      "--into <page...>",
      "update the blocks of figures in Markdown pages, from <!-- figures: … --> to their ends",
    )
    .action(run);
}

function run(folder: string, options: Options): void {
  const results = readResults(folder);
  for (const page of options.into ?? []) writeAtomically(page, withFigures(readPage(page), results));
  if (options.into !== undefined && options.out === undefined) return;
  const text = written(results, options.out);
  if (options.out === undefined) printResult(options, results, text.trimEnd());
  else {
    writeFileOrOutput(options.out, text);
    if (!options.quiet && !isStandard(options.out)) print(`The table is in ${options.out}.`);
  }
}

function readPage(path: string): string {
  if (existsSync(path)) return readFileSync(path, "utf8");
  throw new Problem(`There is no page ${path}.`);
}

function written(results: PaperResults, out = ""): string {
  if (/\.(?:md|markdown)$/i.test(out)) return `${resultsMarkdown(results)}\n`;
  const signatures = resultsSignature(results).split("\n").map(signatureText);
  return `${resultsText(results)}\n\n${signatures.join("\n")}\n`;
}
