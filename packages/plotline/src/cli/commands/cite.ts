import { type Evidence, openStory } from "@plotline/align";
import { Problem } from "@plotline/base";
import type { Story } from "@plotline/books";
import { readStory } from "@plotline/books/node";
import { addressText, chapterIndex } from "@plotline/corpus";
import { plainBytes } from "@plotline/formats/node";
import type { Command } from "commander";
import { type Common, command } from "../command.ts";
import { encoderOption, languageOption } from "../options/method.ts";
import { fileOrInput, numberOption } from "../options/values.ts";
import { chapterHelp } from "../options/works.ts";
import { bold, dim, print, printJson, wrap } from "../print/print.ts";

interface CiteOptions extends Common {
  readonly sentences: number;
  readonly chapter?: string;
  readonly encoder?: string;
  readonly language?: string;
}

export default function citeCommand(): Command {
  return command(
    "cite <story> <statement>",
    "Find the sentences of a story that carry a statement, the likeliest first. The story is anything that `plotline read` takes; the score is the chance that the sentence belongs to the passage.",
  )
    .addOption(numberOption("-k, --sentences <number>", "how many sentences", 5))
    .option("--chapter <chapter>", `only one chapter of the story: ${chapterHelp}`)
    .addOption(encoderOption("a folder with an ONNX model, which knows more of what words mean"))
    .addOption(languageOption("the language of the story, if the guess is wrong"))
    .action(run);
}

async function run(file: string, statement: string, options: CiteOptions): Promise<void> {
  if (!/[\p{L}\p{N}]/u.test(statement)) throw new Problem("The statement has no word in it.");
  const read = fileOrInput(file);
  const book = readStory(plainBytes(read), read);
  const chapter = options.chapter === undefined ? undefined : chapterIndex(file, book.addresses, options.chapter);
  const places = placesOf(book, chapter);
  const texts = places.map(({ text }) => text);
  const placed = (await find(statement, texts, options)).map(({ paragraph, start, end, text, score }) => {
    const place = places[paragraph]!;
    return { chapter: place.chapter, paragraph: place.paragraph, start, end, score, text };
  });
  if (options.json) printJson({ statement, countedFrom: 0, sentences: placed });
  else for (const each of placed) printSentence(each, book);
}

/** Every paragraph of the chapters that are searched, with where it is. */
function placesOf({ chapters }: Story, only: number | undefined) {
  return chapters.flatMap(({ paragraphs }, chapter) =>
    only !== undefined && chapter !== only ? [] : paragraphs.map((text, paragraph) => ({ chapter, paragraph, text })),
  );
}

async function find(
  statement: string,
  story: readonly string[],
  { sentences: k, encoder: folder, language }: CiteOptions,
): Promise<readonly Evidence[]> {
  const opened = openStory(story, { language });
  if (folder === undefined) return opened.cite(statement, { k });
  const { openEncoder } = await import("@plotline/align/node");
  return opened.citeWith(await openEncoder(folder), statement, { k });
}

function printSentence(
  { chapter, paragraph, score, text }: { chapter: number; paragraph: number; score: number; text: string },
  { chapters, addresses }: Story,
): void {
  const address = chapters.length > 1 ? `${addressText(addresses[chapter]!)}, ` : "";
  print(`${bold(score.toFixed(2))} ${dim(`${address}paragraph ${paragraph + 1}`)}`);
  print(wrap(text, { indent: 2 }));
}
