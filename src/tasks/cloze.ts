import { below, type Random, random, shuffled } from "../random.ts";
import { stopWords } from "../text/stop-words.ts";
import { type Span, tokens } from "../text/tokens.ts";
import { Candidates, wrongOptions } from "./candidates.ts";
import { isGap, isHalfOfTitle, isTelling, isWhole, mayBeTitle } from "./gap.ts";
import { type CandidateSet, type ClozeOptions, clozeDefaults } from "./options.ts";
import type { Point } from "./point.ts";
import { type NamedChapter, type NamedWork, namedWork, type StoryMention, type WorkText } from "./work.ts";

/** A bullet with one entity masked. It does not depend on any alignment: contexts are joined by method. */
export interface ClozeQuestion {
  readonly id: string;
  readonly work: string;
  readonly chapter: number;
  readonly paragraph: number;
  /** "word": the bullet names nobody, and a random word is asked for; for training only. */
  readonly kind: "entity" | "word";
  /** The bullet, unmasked. */
  readonly bullet: string;
  /** The characters of the bullet that are masked. */
  readonly masked: readonly Span[];
  /** All mentions of entities in the bullet, the masked ones too. */
  readonly mentions: readonly StoryMention[];
  /** The entity asked for, as the work's index numbers it; undefined for a word. */
  readonly entity: number | undefined;
  /** The other entities that the bullet names. */
  readonly named: readonly number[];
  readonly options: Readonly<Record<CandidateSet, Options>>;
}

/** Ten things to choose from. `entities` is empty for a word question. */
export interface Options {
  readonly names: readonly string[];
  readonly entities: readonly number[];
  readonly answer: number;
}

export const placeholder = "@placeholder";

/**
 * All cloze questions of a work, chapter by chapter, bullet by bullet.
 *
 * @example
 * const corpus = await openCorpus("corpora/sample");
 * const [{ bullet, masked, options }] = clozeQuestions(await workText(corpus, corpus.works[0]));
 * masked.map(({ start, end }) => bullet.slice(start, end)); // → ["Mrs. Quillet"]
 * options.story.names.slice(0, 4); // → ["Tarrowmouth", "Oldacre", "Mrs. Quillet", "Mr. Fitch"]
 */
export function clozeQuestions(text: WorkText | NamedWork, options: Partial<ClozeOptions> = {}): ClozeQuestion[] {
  const work = "index" in text ? text : namedWork(text);
  const rules = { ...clozeDefaults, ...options };
  const candidates = new Candidates(work, rules.pool);
  return work.chapters.flatMap((chapter) =>
    chapter.chapter.summary.flatMap((_, paragraph) => question(work, chapter, paragraph, candidates, rules) ?? []),
  );
}

/** The bullet with its masked stretches replaced. */
export function maskedText({ bullet, masked }: Pick<ClozeQuestion, "bullet" | "masked">, by = placeholder): string {
  return replaceSpans(
    bullet,
    masked.map((span) => ({ ...span, by })),
  );
}

export function replaceSpans(text: string, spans: readonly (Span & { readonly by: string })[]): string {
  let result = "";
  let last = 0;
  for (const { start, end, by } of spans) {
    result += text.slice(last, start) + by;
    last = end;
  }
  return result + text.slice(last);
}

function question(
  work: NamedWork,
  chapter: NamedChapter,
  paragraph: number,
  candidates: Candidates,
  rules: ClozeOptions,
): ClozeQuestion | undefined {
  const { number, summary } = chapter.chapter;
  const next = random("cloze", rules.seed, work.title, number, paragraph);
  const bullet = summary[paragraph] ?? "";
  const mentions = chapter.bullets[paragraph] ?? [];
  const found = [...new Set(mentions.map(({ entity }) => entity))];
  const askable = isWhole(bullet)
    ? found.filter(
        (entity) =>
          (rules.occurs === "work" || chapter.inStory.has(entity)) &&
          isClear(entity, { bullet, mentions, chapter, work, candidates }),
      )
    : [];
  const place = { id: `${work.title}/${number}/${paragraph}`, work: work.title, chapter: number, paragraph, bullet };
  if (askable.length === 0) return rules.words ? wordQuestion({ ...place, mentions }, chapter, rules, next) : undefined;

  const entity = chosen(askable, rules, work, chapter, next);
  const named = found.filter((other) => other !== entity);
  const own = mentions.filter((mention) => mention.entity === entity);
  const masked = rules.mentions === "all" ? own : own.slice(0, 1);
  const point = candidates.pointOf(entity, bullet, mentions);
  const options = optionSets(work, chapter, candidates, { entity, point }, rules, next);
  if (!candidates.areEnough(entity, point, options.hard.entities)) return undefined;
  return { ...place, kind: "entity", masked: masked.map(spanOf), mentions, entity, named, options };
}

/** The bullet hides whole names of a person who is surely meant, nothing else in it says who, and others could be. */
export function isClear(
  entity: number,
  {
    bullet,
    mentions,
    chapter,
    work,
    candidates,
  }: {
    bullet: string;
    mentions: readonly StoryMention[];
    chapter: NamedChapter;
    work: NamedWork;
    candidates: Candidates;
  },
): boolean {
  const own = mentions.filter((mention) => mention.entity === entity);
  return (
    candidates.isAskable(entity, candidates.pointOf(entity, bullet, mentions)) &&
    own.every(
      (mention) =>
        isGap(bullet, mention, work.index) &&
        candidates.isMeant(mention, chapter) &&
        candidates.isOfSaidSex(mention, bullet),
    ) &&
    !own.some(({ text }) => mayBeTitle(bullet, text, work.title) || isHalfOfTitle(bullet, text, work.title)) &&
    !mentions.some((other) => other.entity !== entity && candidates.isShownBy(entity, other.entity)) &&
    !candidates.isGivenAway(entity, bullet, mentions) &&
    !candidates.behaviour.isOfAnimals(bullet) &&
    isTelling(maskedText({ bullet, masked: own }, ""), !candidates.isTiny && own.length === mentions.length)
  );
}

function chosen(
  entities: readonly number[],
  { mask, rarity }: ClozeOptions,
  work: NamedWork,
  chapter: NamedChapter,
  next: Random,
): number {
  if (mask === "first") return entities[0] as number;
  if (mask === "random") return entities[below(entities.length, next)] as number;
  const told = rarity === "chapter" ? chapter.told : work.told;
  const least = Math.min(...entities.map((entity) => told.get(entity) ?? 0));
  const rarest = entities.filter((entity) => told.get(entity) === least);
  return rarest[below(rarest.length, next)] as number;
}

function optionSets(
  { index }: NamedWork,
  chapter: NamedChapter,
  candidates: Candidates,
  { entity, point }: { entity: number; point: Point },
  rules: ClozeOptions,
  next: Random,
): ClozeQuestion["options"] {
  const always = rules.named === "included" ? point.named : [];
  const never = rules.named === "excluded" ? [...point.named, ...point.spokenOf] : point.spokenOf;
  const nearness = (k: number) => {
    const distance = chapter.inStory.has(k) ? 0 : candidates.isMinor(k) ? 4 : 1;
    const sex = candidates.isOnlyOneWoman(k, entity) ? 1 : 0;
    return (candidates.isRare(k) ? 8 : 0) + (candidates.isPossible(k, entity, point) ? 0 : 2) + sex + distance;
  };
  const kinds = {
    story: { from: [...candidates.pool, ...candidates.places], rivals: 1, rank: () => 0, never },
    hard: { from: candidates.pool, rivals: 2, rank: nearness, never: [...never, ...candidates.strangersTo(chapter)] },
  };
  const make = (set: CandidateSet) => {
    const wrong = wrongOptions(candidates, entity, rules.size, next, { ...kinds[set], point, always });
    const entities = shuffled([entity, ...wrong], next);
    const names = entities.map((k) => index.entities[k]?.name ?? "");
    return { names, entities, answer: entities.indexOf(entity) };
  };
  return { story: make("story"), hard: make("hard") };
}

/** A bullet that names nobody asks for one of its words, among random words of the chapter. */
function wordQuestion(
  place: Pick<ClozeQuestion, "id" | "work" | "chapter" | "paragraph" | "bullet" | "mentions">,
  { chapter }: NamedChapter,
  { size }: ClozeOptions,
  next: Random,
): ClozeQuestion | undefined {
  const words = tokens(place.bullet).filter(({ text }) => isWord(text));
  const target = words[below(words.length, next)];
  if (target === undefined) return undefined;
  const answer = target.text.toLowerCase();
  const others = new Set<string>();
  for (let tries = 0; tries < 40 * size && others.size < size - 1; tries++) {
    const paragraph = tokens(chapter.story[below(chapter.story.length, next)] ?? "");
    const word = paragraph[below(paragraph.length, next)]?.text.toLowerCase() ?? "";
    if (isWord(word) && word !== answer) others.add(word);
  }
  if (others.size === 0) return undefined;
  const names = shuffled([answer, ...others], next);
  const options = { names, entities: [], answer: names.indexOf(answer) };
  return {
    ...place,
    kind: "word",
    masked: [spanOf(target)],
    entity: undefined,
    named: [],
    options: { story: options, hard: options },
  };
}

function isWord(text: string): boolean {
  return /^\p{L}{2,}$/u.test(text) && !stopWords.has(text.toLowerCase());
}

function spanOf({ start, end }: Span): Span {
  return { start, end };
}
