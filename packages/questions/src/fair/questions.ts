import { type Random, random, shuffled } from "@plotline/base";
import type { StoryMention } from "@plotline/text";
import { type ClozeQuestion, maskedText, type Options, questionAbout, rarest } from "../cloze.ts";
import type { NamedChapter, NamedWork } from "../work.ts";
import { Candidates, wrongOptions } from "./candidates.ts";
import { isGap, isTelling, isWhole } from "./gap.ts";
import type { Point } from "./point.ts";

/** How many options a question has at most, its answer included, and who may be a wrong one. */
interface FairChoice {
  readonly optionCount: number;
  readonly isOption: (entity: number, chapter: NamedChapter, mentions: readonly StoryMention[]) => boolean;
}

const ofTheSet: FairChoice = { optionCount: 10, isOption: () => true };

/**
 * Questions fit for people: of the persons that a point surely means and that nothing else in it gives away, the one
 * that is rarest in the chapter's summary is masked; the wrong options are persons of the same chapter first, possible by
 * all that the point says, and none of them may be the answer under another name. Points without such a person ask nothing.
 *
 * @example
 * const corpus = await openCorpus("corpora/sample");
 * const [{ point, masked, options }] = fairQuestions(namedWork(await workText(corpus, corpus.works[0])));
 * masked.map(({ start, end }) => point.slice(start, end)); // → ["Mrs. Quillet"]
 * options.names.length; // → 10
 */
export function fairQuestions(work: NamedWork, choice = ofTheSet): ClozeQuestion[] {
  const candidates = new Candidates(work);
  return work.chapters.flatMap((chapter) =>
    chapter.chapter.summary.flatMap((_, paragraph) => question(work, chapter, paragraph, candidates, choice) ?? []),
  );
}

function question(
  work: NamedWork,
  chapter: NamedChapter,
  paragraph: number,
  candidates: Candidates,
  { optionCount, isOption }: FairChoice,
): ClozeQuestion | undefined {
  const { number, summary } = chapter.chapter;
  const next = random("fair-1", work.title, number, paragraph);
  const point = summary[paragraph] ?? "";
  const mentions = chapter.points[paragraph] ?? [];
  const found = [...new Set(mentions.map(({ entity }) => entity))];
  const askable = isWhole(point)
    ? found.filter(
        (entity) =>
          isClear(entity, { point, mentions, chapter, work, candidates }) && candidates.isOpen(entity, point, mentions),
      )
    : [];
  if (askable.length === 0) return undefined;
  const entity = rarest(askable, chapter, next);
  const hidden = candidates.pointOf(entity, point, mentions);
  const never = [...work.index.entities.keys()].filter((other) => !isOption(other, chapter, mentions));
  const options = optionsOf(work, chapter, candidates, { entity, point: hidden, optionCount, never }, next);
  if (!candidates.areEnough(entity, hidden, options.entities)) return undefined;
  return questionAbout(entity, work, chapter, paragraph, options);
}

/** The point hides whole names of a person who is surely meant, nothing else in it says who, and others could be. */
export function isClear(
  entity: number,
  {
    point,
    mentions,
    chapter,
    work,
    candidates,
  }: {
    point: string;
    mentions: readonly StoryMention[];
    chapter: NamedChapter;
    work: NamedWork;
    candidates: Candidates;
  },
): boolean {
  const own = mentions.filter((mention) => mention.entity === entity);
  return (
    candidates.isSure(entity) &&
    own.every((mention) => isGap(point, mention, work.index) && candidates.isMeant(mention, chapter)) &&
    !mentions.some((other) => other.entity !== entity && candidates.isShownBy(entity, other.entity)) &&
    !candidates.isGivenAway(entity, point, mentions) &&
    !candidates.behaviour.isOfAnimals(point) &&
    isTelling(maskedText({ point, masked: own }, ""), !candidates.isTiny && own.length === mentions.length)
  );
}

function optionsOf(
  { index }: NamedWork,
  chapter: NamedChapter,
  candidates: Candidates,
  {
    entity,
    point,
    optionCount,
    never,
  }: { entity: number; point: Point; optionCount: number; never: readonly number[] },
  next: Random,
): Options {
  const nearness = (k: number) => {
    const distance = chapter.inStory.has(k) ? 0 : 1;
    const sex = candidates.isOnlyOneWoman(k, entity) ? 1 : 0;
    return (candidates.isRare(k) ? 8 : 0) + (candidates.isPossible(k, entity, point) ? 0 : 2) + sex + distance;
  };
  const wrong = wrongOptions(candidates, entity, optionCount, next, {
    from: candidates.pool,
    rivals: 2,
    rank: nearness,
    never: [...candidates.strangersTo(chapter), ...never],
    point,
  });
  const entities = shuffled([entity, ...wrong], next);
  const names = entities.map((k) => index.entities[k]?.name ?? "");
  return { names, entities, answer: entities.indexOf(entity) };
}
