import type { ClozeQuestion } from "../cloze.ts";
import { fairQuestions } from "../fair/questions.ts";
import type { NamedChapter, NamedWork } from "../work.ts";

/** The answer included. */
const optionCount = 4;

/**
 * The questions of `fair-1` as a person is asked them: of four, none of whom the question names or comes into the story
 * later. The story of the chapter itself must name the answer: whoever reads the passage can know it.
 */
export function missingNameQuestions(work: NamedWork): ClozeQuestion[] {
  const first = firstChapters(work);
  const isToCome = (entity: number, { chapter }: NamedChapter) => !(first.get(entity)! <= chapter.number);
  const questions = fairQuestions(work, {
    optionCount,
    isOption: (entity, chapter, mentions) =>
      !isToCome(entity, chapter) && !mentions.some((mention) => mention.entity === entity),
  });
  const inStory = new Map(work.chapters.map((each) => [each.chapter.number, each.inStory]));
  return questions.filter(
    ({ chapter, entity, options }) => options.names.length === optionCount && inStory.get(chapter)?.has(entity ?? -1),
  );
}

function firstChapters({ chapters }: NamedWork): Map<number, number> {
  const first = new Map<number, number>();
  for (const { chapter, inStory } of chapters)
    for (const entity of inStory) if (!first.has(entity)) first.set(entity, chapter.number);
  return first;
}
