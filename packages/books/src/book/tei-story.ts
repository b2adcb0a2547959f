import { countWords } from "@plotline/align";
import { Problem, sumOf } from "@plotline/base";
import { addressesOf } from "@plotline/corpus";
import { type Account, accountOf, readTei, type TeiChapter } from "@plotline/formats";
import { cutParagraph } from "../blocks/paragraphs.ts";
import type { Story, StoryChapter, Warning } from "./types.ts";

/** A book in TEI: its divisions are the chapters. */
export function teiStory(xml: string, file: string, encoding: string): Story {
  const book = readTei(xml, file);
  const chapters = book.chapters.map(storyChapter);
  if (chapters.length === 0) throw new Problem(`${file} has no text besides its header and title page.`);
  const words = sumOf(chapters, (chapter) => chapter.words);
  const account = accountOf(book.words, words, book.leftOut.leftOut());
  const speakers = speakersOf(book.chapters);
  const paragraphs = sumOf(book.chapters, (chapter) => chapter.paragraphs.length);
  const speeches = sumOf(speakers.values());
  const kind = speeches > paragraphs / 3 ? "play" : words < 20_000 ? "story" : "novel";
  return {
    title: book.title,
    author: book.author,
    licence: book.licence,
    kind,
    format: "TEI",
    encoding,
    chapters,
    addresses: addressesOf(
      chapters.map(({ heading }) => heading),
      kind,
    ),
    warnings: [...(book.isCut ? [cutOff] : []), ...missingWords(account)],
    stripped: account.leftOut.filter((each) => each.words > 0),
    isGutenberg: false,
    account,
    cast: kind === "play" ? [...speakers].sort((a, b) => b[1] - a[1]).map(([speaker]) => speaker) : [],
  };
}

const cutOff: Warning = {
  kind: "alarm",
  text: "the file ends in the middle of its markup: it was cut off, and what came after is missing",
};

/** Elements that hold text where no edition has it. */
function missingWords({ words, unexplained }: Account): Warning[] {
  if (unexplained <= Math.max(20, 0.02 * words)) return [];
  const [missing, all] = [unexplained, words].map((count) => count.toLocaleString("en"));
  const text = `${missing} of ${all} words are in none of the divisions that could be read`;
  return [{ kind: "alarm", text }];
}

function storyChapter({ heading, paragraphs }: TeiChapter, k: number): StoryChapter {
  const pieces = paragraphs.flatMap(({ text }) => cutParagraph(text));
  const words = sumOf(pieces, (text) => countWords(text));
  return { heading, line: k + 1, paragraphs: pieces, words, reasons: [{ kind: "edition" }] };
}

function speakersOf(chapters: readonly TeiChapter[]): Map<string, number> {
  const speakers = new Map<string, number>();
  for (const { paragraphs } of chapters)
    for (const { speaker } of paragraphs)
      if (speaker !== undefined) speakers.set(speaker, (speakers.get(speaker) ?? 0) + 1);
  return speakers;
}
