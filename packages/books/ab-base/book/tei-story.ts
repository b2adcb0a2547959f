import { countWords } from "@plotline/align";
import { Problem, sumOf } from "@plotline/base";
import { addressesOf, type ParagraphMark } from "@plotline/corpus";
import { type Account, accountOf, readTei, type TeiChapter, type TeiParagraph } from "@plotline/formats";
import { cutParagraph } from "../blocks/paragraphs.ts";
import type { Story, StoryChapter, Warning } from "./types.ts";

/** A book in TEI: its divisions are the chapters, and identifiers, speakers and stanzas stay with the paragraphs. */
export function teiStory(xml: string, file: string, encoding: string): Story {
  const book = readTei(xml, file);
  const ids = new Set<string>();
  const chapters = book.chapters.map((chapter, k) => storyChapter(chapter, k, ids));
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

function storyChapter({ heading, id, type, paragraphs }: TeiChapter, k: number, ids: Set<string>): StoryChapter {
  const pieces = paragraphs.flatMap(shortEnough);
  const division = { ...(isNew(id, ids) && { id }), ...(type !== undefined && { type }) };
  return {
    heading,
    line: k + 1,
    paragraphs: pieces.map(({ text }) => text),
    words: sumOf(pieces, ({ text }) => countWords(text)),
    reasons: [{ kind: "edition" }],
    marks: { division, paragraphs: pieces.map(({ mark }) => withNewId(mark, ids)) },
  };
}

/** A paragraph that is too long is cut; its first piece is the one that is marked. */
function shortEnough({ text, mark }: TeiParagraph): TeiParagraph[] {
  const [first = text, ...more] = cutParagraph(text);
  return [{ text: first, mark }, ...more.map((piece) => ({ text: piece, mark: {} }))];
}

/** An identifier is used once in a book. */
function withNewId({ id, ...mark }: ParagraphMark, ids: Set<string>): ParagraphMark {
  return isNew(id, ids) ? { id, ...mark } : mark;
}

function isNew(id: string | undefined, ids: Set<string>): boolean {
  return id !== undefined && ids.size < ids.add(id).size;
}

function speakersOf(chapters: readonly TeiChapter[]): Map<string, number> {
  const speakers = new Map<string, number>();
  for (const { paragraphs } of chapters)
    for (const { mark } of paragraphs)
      if (mark.speaker !== undefined) speakers.set(mark.speaker, (speakers.get(mark.speaker) ?? 0) + 1);
  return speakers;
}
