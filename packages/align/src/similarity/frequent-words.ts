import type { Vocabulary } from "@plotline/text";
import { bags } from "./bags.ts";
import type { ChapterWords } from "./chapter-words.ts";
import { countDocuments } from "./frequencies.ts";

/** A word in more than this share of a chapter's paragraphs, and in more than this many, carries no meaning. */
const mostShare = 0.25;
const mostParagraphs = 2;

/** What serves as stop words where nobody has listed any: the words that most paragraphs of a chapter have. */
export function frequentWords({ words, summary, story }: ChapterWords, vocabulary: Vocabulary): ReadonlySet<string> {
  const sides = [bags(summary, words.length), bags(story, words.length)];
  const { documents, counts } = countDocuments(words.length, sides);
  const most = Math.max(mostParagraphs, mostShare * documents);
  return new Set([...words].filter((_, k) => counts[k]! > most).map((word) => vocabulary.word(word)));
}
