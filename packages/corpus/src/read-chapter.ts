import { type Alignment, type Fault, mostCompared, mostPairs, splitParagraphs, type Work } from "@plotline/align";
import { sentenceOf } from "@plotline/base";
import { linksOf, parseAlignment, type RowFault } from "./alignments/alignment-file.ts";
import { chapterPath, type Section } from "./listing.ts";
import { readBytes, textOf } from "./store/read-file.ts";

/**
 * Reads the files of one chapter, and finds everything that is wrong in them. Its gold is left out when the gold file has
 * a fault that matters.
 */
export async function readChapter(folder: string, work: Work, number: number) {
  const story = await readText(folder, "stories", work, number, true);
  const summary = await readText(folder, "summaries", work, number, work.summarised.includes(number));
  const gold = await readText(folder, "manual_alignments", work, number, work.annotated.includes(number));
  const all = { story: splitParagraphs(story.text), summary: splitParagraphs(summary.text) };
  const [points, paragraphs] = [all.summary.length, all.story.length];
  const isTooMuch = points * paragraphs > mostPairs;
  const texts = isTooMuch ? { ...all, summary: [] } : all;
  const why = `${points} points for ${paragraphs} paragraphs are too many for one chapter; divide it; not used`;
  const tooMuch = isTooMuch ? [{ file: summary.file ?? "", row: null, why, leavesOut: true }] : [];
  const checked = gold.file === undefined ? { links: undefined, faults: [] } : checkGold(gold, texts);
  const { title, language } = work;
  return {
    chapter: { work: title, number, ...texts, language, gold: checked.links },
    faults: [...story.faults, ...summary.faults, ...tooMuch, ...gold.faults, ...checked.faults],
  };
}

interface Text {
  readonly file: string | undefined;
  readonly text: string;
  readonly faults: readonly Fault[];
}

/** A chapter: the longest novels have less. What is done with it, many times as much, has to fit into memory. */
export const mostBytes = 8 * 2 ** 20;
const noText: Text = { file: undefined, text: "", faults: [] };

/** What cannot be used as a text is none, with the fault that says why. */
async function readText(folder: string, section: Section, work: Work, number: number, there: boolean): Promise<Text> {
  if (!there) return noText;
  const file = chapterPath(section, work.folder, number);
  const unusable = (why: string): Text => ({ file, text: "", faults: [{ file, row: null, why, leavesOut: true }] });
  try {
    const bytes = await readBytes(folder, file);
    if (bytes.length > mostBytes) return unusable("it has over 8 MB, too much for a chapter; split it; not used");
    const text = textOf(bytes);
    if (text.includes("\0")) return unusable("it contains zero bytes, so it is no text; not used");
    const isWrong = text.includes("\ufffd") && !isUtf8(bytes);
    return { file, text, faults: isWrong ? [notUtf8(file, bytes)] : [] };
  } catch (error) {
    // These say nothing about the file.
    if (["EMFILE", "ENFILE", "ENOMEM"].includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
    return unusable(`not used, since it cannot be read: ${sentenceOf(error)}`);
  }
}

function checkGold(
  { file = "", text }: Text,
  { story, summary }: { story: readonly string[]; summary: readonly string[] },
): { links: Alignment | undefined; faults: readonly Fault[] } {
  const parsed = parseAlignment(text);
  const { links, faults: found } = linksOf(parsed, summary.length, story.length);
  const hasLinks = parsed.rows.some((row) => row.stories.length > 0);
  const [points, paragraphs] = [summary.length, story.length];
  const isTooMuch = points * paragraphs > mostCompared;
  const tooMuch = `methods cannot be compared on ${points} points and ${paragraphs} paragraphs; divide the chapter`;
  const faults = [
    ...found,
    ...(hasLinks ? [] : [{ row: null, why: "there is no link in it", fatal: true }]),
    ...(isTooMuch ? [{ row: null, why: tooMuch, fatal: true }] : []),
  ];
  const said = ({ row, why, fatal }: RowFault): Fault => ({
    file,
    row,
    ...(fatal ? { why: `${why}; this gold is not used`, leavesOut: true } : { why }),
  });
  return { links: hasLinks && !isTooMuch ? links : undefined, faults: faults.map(said) };
}

/** The first line that is not UTF-8. */
function notUtf8(file: string, bytes: Uint8Array): Fault {
  let [row, start] = [1, 0];
  for (let end = bytes.indexOf(10); end >= 0 && isUtf8(bytes.subarray(start, end)); end = bytes.indexOf(10, start)) {
    row++;
    start = end + 1;
  }
  return { file, row, why: "this is not UTF-8; each wrong byte is read as \ufffd" };
}

const strict = new TextDecoder("utf-8", { fatal: true });

function isUtf8(bytes: Uint8Array): boolean {
  try {
    strict.decode(bytes);
    return true;
  } catch {
    return false;
  }
}
