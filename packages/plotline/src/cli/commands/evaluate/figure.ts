import { shortAddress } from "@plotline/corpus";
import { matrixFigure, type Panel } from "@plotline/runs";
import { namedAlignment } from "@plotline/runs/node";
import { type Command, Option } from "commander";
import { command } from "../../command.ts";
import { type MethodSettings, methodChoice, withMethodSettings } from "../../options/method.ts";
import { isStandard, outOption, writeFileOrOutput } from "../../options/values.ts";
import { type ChapterOptions, openChapter, withChapter } from "../../options/works.ts";
import { print, warn } from "../../print/print.ts";

interface FigureOptions extends ChapterOptions, MethodSettings {
  readonly alignment: readonly string[];
  readonly out: string;
}

/** The paper's own choice. */
const inThePaper = ["Random-5", "Diagonal-5", "TFIDF", "Chronological-TFIDF"];

export function figureCommand(): Command {
  const made = command(
    "figure <corpus>",
    "Draw the alignment matrices of a chapter side by side as SVG, gold first: rows are points, columns story paragraphs.",
    false,
  );
  return withMethodSettings(
    withChapter(made)
      .addOption(
        new Option("--alignment <name...>", "methods, files with one, annotators or alignments of the corpus").default(
          inThePaper,
          "the paper's four",
        ),
      )
      .addOption(outOption("the SVG").default("-")),
  ).action(run);
}

async function run(folder: string, options: FigureOptions): Promise<void> {
  const { corpus, chapter, address } = await openChapter(folder, options);
  const { gold } = chapter;
  const panels: Panel[] = gold === undefined ? [] : [{ name: "gold", links: gold }];
  if (gold === undefined) warn(`"${chapter.work}", ${shortAddress(address)}, has no gold alignment.`, options);
  for (const name of options.alignment.filter((name) => name.toLowerCase() !== "gold")) {
    const links = await (await namedAlignment(corpus, name, await methodChoice(corpus, [], options)))(chapter);
    if (links === undefined) warn(`"${name}" has no links for this chapter.`, options);
    else panels.push({ name, links });
  }
  const title = `${chapter.work}, ${shortAddress(address)}`;
  const svg = matrixFigure({ title, points: chapter.summary.length, paragraphs: chapter.story.length, panels, gold });
  writeFileOrOutput(options.out, svg);
  if (!isStandard(options.out) && !options.quiet)
    print(`${options.out}: ${panels.map((panel) => panel.name).join(", ")}`);
}
