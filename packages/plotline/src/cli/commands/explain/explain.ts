import {
  type Chapter,
  type ChapterAddress,
  type Corpus,
  corpusView,
  defaultMethod,
  type Explanation,
  type SharedWord,
  withoutGold,
} from "@plotline/align";
import { Problem } from "@plotline/base";
import { shortAddress } from "@plotline/corpus";
import { findWork, storedAlignment, storedMethods } from "@plotline/corpus/node";
import { madeBy } from "@plotline/judge/node";
import { prepareMethods, storedAmong } from "@plotline/runs/node";
import type { Command } from "commander";
import { command } from "../../command.ts";
import { type ChosenAlignment, methodChoice, withAlignment } from "../../options/method.ts";
import { placeFromOne } from "../../options/values.ts";
import { type ChapterOptions, openChapter, withChapter } from "../../options/works.ts";
import { beginning, bold, dim, print, printJson, wrap } from "../../print/print.ts";
import { missingCommand } from "./missing.ts";

interface ExplainOptions extends ChapterOptions, ChosenAlignment {
  readonly point?: number;
  readonly paragraph?: number;
}

type Asked = ExplainOptions & { readonly point: number };

export default function explainCommand(): Command {
  const made = command(
    "explain <corpus>",
    "Show why a point is linked to its story paragraphs: the words and names they share, where they are, and the best rival that was not linked.",
  );
  return withAlignment(
    withChapter(made)
      .enablePositionalOptions()
      .addCommand(missingCommand())
      .option("--point <number>", "the point, counted from 1", placeFromOne)
      .option(
        "--paragraph <number>",
        "a story paragraph, counted from 1, linked or not (default: all that are linked)",
        placeFromOne,
      ),
  ).action(run);
}

async function run(folder: string, options: ExplainOptions): Promise<void> {
  const { corpus, chapter, address } = await openChapter(folder, options);
  const { point } = options;
  // Not required of the parser, which would ask `explain missing` for it too.
  if (point === undefined)
    throw new Problem("Name a point with --point; `plotline explain missing` shows what no point covers.");
  mustBeThere(point, chapter.summary.length, "point");
  if (options.paragraph !== undefined) mustBeThere(options.paragraph, chapter.story.length, "story paragraph");
  const asked = { ...options, point };
  printExplained(chapter, address, asked, await explained(corpus, chapter, asked));
}

interface Explained {
  readonly method: string;
  readonly linked: readonly number[];
  readonly reasons: readonly Explanation[];
  readonly note?: string;
}

/** A method explains its own links; of links that are stored in the corpus plotline's method says what it sees in them. */
async function explained(corpus: Corpus, chapter: Chapter, options: Asked): Promise<Explained> {
  const { alignment: name, point, paragraph, encoder } = options;
  const isStored = storedAmong([name], await storedMethods(corpus), encoder !== undefined).length > 0;
  const choice = await methodChoice(corpus, [isStored ? defaultMethod : name], options);
  const [prepared] = await prepareMethods(corpusView(corpus), choice);
  const { align, method } = prepared!;
  if (align.explain === undefined)
    throw new Problem(
      `"${method.name}" gives no reasons: it does not look at the texts, or its module cannot explain.`,
    );
  const [seen, work] = [withoutGold(chapter), findWork(corpus, chapter.work)];
  const links = isStored ? await storedAlignment(corpus, work, chapter, name) : await align(seen);
  if (links === undefined) throw new Problem(`"${name}" has no links for this chapter.`);
  const own = links.filter(({ summary }) => summary === point);
  const linked = own.map(({ story }) => story);
  const reasons: Explanation[] = [];
  for (const story of paragraph === undefined ? linked : [paragraph]) {
    const reason = await align.explain(seen, { summary: point, story });
    const { confidence, quote } = own.find((link) => link.story === story) ?? {};
    reasons.push(isStored ? { ...reason, confidence, quote } : reason);
  }
  const made = isStored ? await madeBy(corpus, work, chapter.number, name) : undefined;
  const refused = made?.own.find((each) => each.point === point);
  const note =
    refused && `The model's answer was not used, or not whole (${refused.why}): plotline's own odds decide there.`;
  return { method: isStored ? name : method.name, linked, reasons, note };
}

function printExplained(chapter: Chapter, address: ChapterAddress, options: Asked, found: Explained): void {
  const { method, linked, reasons, note } = found;
  const { point } = options;
  if (options.json)
    printJson({ method, countedFrom: 0, chapter: chapter.number, address, point, linked, reasons, note });
  else printReasons(chapter, address, point, found);
}

function mustBeThere(index: number, count: number, what: string): void {
  if (index >= count) throw new Problem(`There is no ${what} ${index + 1}: the chapter has ${count}.`);
}

function printReasons(
  chapter: Chapter,
  address: ChapterAddress,
  point: number,
  { method, reasons, note }: Explained,
): void {
  print(`${bold(`Point ${point + 1}`)} ${dim(`of ${chapter.work}, ${shortAddress(address)}, by ${method}`)}`);
  print(wrap(chapter.summary[point] ?? "", { indent: 2 }));
  if (note !== undefined) print(wrap(note, { indent: 2 }));
  if (reasons.length === 0) print("\nIt is linked to no paragraph.");
  for (const reason of reasons) {
    const { link, score, confidence, quote, sentences = [], words, position, rival } = reason;
    const paragraph = chapter.story[link.story] ?? "";
    print(
      `\n${bold(`Story paragraph ${link.story + 1}`)} ${confidence === undefined ? "is not linked" : `linked, confidence ${confidence.toFixed(2)}`}, score ${score.toFixed(3)}`,
    );
    print(dim(wrap(beginning(paragraph, 220), { indent: 2 })));
    for (const { start, end, score: likely } of sentences)
      print(wrap(`${likely.toFixed(2)} “${beginning(paragraph.slice(start, end), 220)}”`, { indent: 4 }));
    if (quote !== undefined) print(wrap(`the model quotes: “${quote}”`, { indent: 2 }));
    print(wrap(`shared: ${wordList(words)}`, { indent: 2 }));
    print(`  place: ${percent(position.summary)} of the summary, ${percent(position.story)} of the story`);
    if (rival !== undefined)
      print(
        wrap(
          `best not linked: paragraph ${rival.story + 1}, score ${rival.score.toFixed(3)}, with ${wordList(rival.words)}`,
          { indent: 2 },
        ),
      );
  }
}

function wordList(words: readonly SharedWord[]): string {
  if (words.length === 0) return "nothing";
  const shown = words.slice(0, 12).map(({ word, storyWord, weight, name }) => {
    const note = name ? " (name)" : storyWord === undefined ? "" : ` (${storyWord})`;
    return `${word}${note} ${weight.toFixed(2)}`;
  });
  return shown.join(", ") + (words.length > 12 ? `, and ${words.length - 12} more` : "");
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
