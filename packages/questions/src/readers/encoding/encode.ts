import type { Work } from "@plotline/align";
import { groupedBy } from "@plotline/base";
import {
  entityToken,
  type NumberedToken,
  type Numbering,
  nameStretches,
  numberedTokens,
  type Span,
  tokens,
} from "@plotline/text";
import type { ClozeQuestion } from "../../cloze.ts";
import { type CompletionItem, givenTokens } from "../../completion.ts";
import { type QuestionSet, questionHashes, questionSets } from "../../question-sets.ts";
import type { NamedWork } from "../../work.ts";
import type { ClozeExample, CompletionExample, Encoded, EncodedPoint, EncodedWork } from "./examples.ts";
import { special } from "./words.ts";

/** A work's story, points and questions as numbers; names are entities of the work. */
export function encodeWork(work: NamedWork, split: Work["split"], number: Numbering, set: QuestionSet): EncodedWork {
  const { title, index } = work;
  const asked = questionSets[set](work, split === "train");
  const questions = groupedBy(asked.cloze, ({ chapter }) => chapter);
  const items = groupedBy(asked.completion, ({ chapter }) => chapter);
  const chapters = work.chapters.map(({ chapter, points }) => ({
    number: chapter.number,
    story: chapter.story.map((paragraph) => encodeText(paragraph, index.known(paragraph), number)),
    points: chapter.summary.map((point, place) => encodePoint(point, points[place] ?? [], givenTokens, number)),
    cloze: (questions.get(chapter.number) ?? []).map((question) => clozeExample(question, number)),
    completion: (items.get(chapter.number) ?? []).map(completionExample),
  }));
  return { title, split, chapters, questions: questionHashes(asked) };
}

type Named = Span & { readonly entity: number | undefined };

/** Words in lower case; a name of an entity is one token, a masked stretch is one mask. */
export function encodeText(
  text: string,
  mentions: readonly Named[],
  number: Numbering,
  masked: readonly Span[] = [],
): Encoded {
  return Int32Array.from(pieces(text, mentions, number, masked), ({ token }) => token);
}

function encodePoint(point: string, mentions: readonly Named[], given: number, number: Numbering): EncodedPoint {
  const found = pieces(point, mentions, number);
  const cut = tokens(point)[given]?.start ?? point.length;
  return {
    text: Int32Array.from(found, ({ token }) => token),
    given: found.filter(({ start }) => start < cut).length,
  };
}

function pieces(
  text: string,
  mentions: readonly Named[],
  number: Numbering,
  masked: readonly Span[] = [],
): NumberedToken[] {
  const hidden = masked.map(({ start, end }) => ({ start, end, token: special.mask }));
  const named = mentions.filter(({ start, end }) => !hidden.some((span) => span.start < end && start < span.end));
  const stretches = [...hidden, ...nameStretches(named)].sort((a, b) => a.start - b.start);
  return numberedTokens(text, stretches, (word) => number(word.toLowerCase()));
}

function clozeExample(question: ClozeQuestion, number: Numbering): ClozeExample {
  const { id, paragraph, kind, point, mentions, masked, options } = question;
  const text = encodeText(point, mentions, number, masked);
  const { names, entities, answer } = options;
  const all = kind === "entity" ? entities.map(entityToken) : names.map((name) => number(name.toLowerCase()));
  const answerFirst = Int32Array.from([all[answer] ?? 0, ...all.filter((_, place) => place !== answer)]);
  const mask = Math.max(0, text.indexOf(special.mask));
  return { id, paragraph, kind, text, mask, options: answerFirst };
}

function completionExample({ id, paragraph, options, answer }: CompletionItem): CompletionExample {
  const own = options[answer];
  const wrong = options.filter((_, place) => place !== answer);
  const places = (own === undefined ? wrong : [own, ...wrong]).map((option) => ({
    chapter: option.chapter,
    paragraph: option.paragraph,
  }));
  return { id, paragraph, options: places };
}
