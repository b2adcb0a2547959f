import { Problem } from "@plotline/base";
import { readStory } from "@plotline/books/node";
import { chapterIndex } from "@plotline/corpus";
import { plainBytes } from "@plotline/formats/node";
import { type ReaderFolder, readerFolder, summarise } from "@plotline/questions/node";
import type { Command } from "commander";
import { type Common, command } from "../../command.ts";
import { isStandard, outOption, wholeNumber, writeFileOrOutput } from "../../options/values.ts";
import { chapterHelp } from "../../options/works.ts";
import { print, printJson, warn } from "../../print/print.ts";
import { Progress } from "../../print/progress.ts";

interface Options extends Common {
  readonly run: string;
  readonly count?: number;
  readonly chapter?: string;
  readonly out?: string;
  readonly anyway?: boolean;
}

export function summarizeCommand(): Command {
  return command(
    "summarize <story>",
    "Write a summary with a trained summary decoder: the story (any format that `import story` takes) is cut into stretches of equal length, and each becomes one point.",
  )
    .requiredOption(
      "--run <folder>",
      "a folder of checkpoints that `plotline paper train` left in the corpus, in runs/",
    )
    .option(
      "--count <number>",
      "how many points (default: as many as the training corpus has for a story of this length)",
      wholeNumber,
    )
    .option("--chapter <chapter>", `only one chapter of the story: ${chapterHelp}`)
    .addOption(outOption("write the points here, one per paragraph"))
    .option("--anyway", "write even with a decoder that is no better than chance on held-out text")
    .action(run);
}

async function run(storyFile: string, options: Options): Promise<void> {
  const { count } = options;
  if (count === 0) throw new Problem("--count must be 1 or more.");
  const decoder = readerFolder(options.run);
  if (decoder.file.task !== "completion")
    throw new Problem(
      `${options.run} contains a ${decoder.file.task} reader, which cannot write; "plotline paper train --only completion" makes one that can.`,
    );
  if (!options.anyway) mustBeAbleToWrite(decoder);
  const story = readStory(plainBytes(storyFile), storyFile);
  for (const { text } of story.warnings) warn(`${storyFile}: ${text}.`, options);
  const only = options.chapter === undefined ? undefined : chapterIndex(storyFile, story.addresses, options.chapter);
  const chapters = only === undefined ? story.chapters : [story.chapters[only]!];
  const paragraphs = chapters.flatMap((chapter) => chapter.paragraphs);
  const progress = new Progress("Writing", 0, options.quiet);
  const summary = await summarise(decoder, paragraphs, {
    points: count,
    onPoint: (_, total) => progress.outOf(total).advance(),
  });
  progress.end();
  if (options.out !== undefined) writeFileOrOutput(options.out, `${summary.join("\n\n")}\n`);
  if (options.json) printJson({ points: summary, signature: decoder.file.signature });
  else if (options.out === undefined) print(summary.map((point) => `- ${point}`).join("\n"));
  else if (!isStandard(options.out)) print(`${options.out}: ${summary.length} points`);
}

/** A decoder that cannot distinguish a point's own continuation from others cannot write. */
function mustBeAbleToWrite({ folder, file: { heldOut } }: ReaderFolder): void {
  if (heldOut === undefined)
    throw new Problem(
      `${folder} was stopped before it was tested on held-out text: nothing shows that it can write. Resume its training, or write with it --anyway.`,
    );
  const { accuracy, questions, chance } = heldOut;
  const byLuck = chance + 1.645 * Math.sqrt((chance * (1 - chance)) / questions);
  if (accuracy > byLuck) return;
  throw new Problem(
    `${folder} cannot write yet: it completes ${accuracy.toFixed(3)} of ${questions} held-out points correctly, which is not clearly better than chance (${chance.toFixed(3)}). Train it on more text, or write with it --anyway.`,
  );
}
