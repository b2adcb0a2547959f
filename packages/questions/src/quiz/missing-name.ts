import { random, shuffled } from "@plotline/base";
import { folded, parseName, tokens } from "@plotline/text";
import { type ClozeQuestion, maskedText, type Options } from "../cloze.ts";
import { isClear } from "../fair-questions.ts";
import { isWhole } from "../gap.ts";
import { pronounsOf } from "../pronouns.ts";
import type { NamedChapter, NamedWork, StoryMention } from "../work.ts";
import { type NameStyle, nameStyles, PeopleOfWork, type Somebody, shareName, styleOf } from "./people.ts";

/** Options of a question, the answer included. */
const size = 4;

/**
 * Questions that ask who it is, fit for people. Every option is a person, written in one style, of the answer's sex where
 * that is known; none is named in the question, might be the answer under another name, or comes into the story later.
 */
export function missingNameQuestions(work: NamedWork): ClozeQuestion[] {
  const people = new PeopleOfWork(work);
  return work.chapters.flatMap((chapter) =>
    chapter.chapter.summary.flatMap((_, bullet) => questionOf(work, people, chapter, bullet) ?? []),
  );
}

function questionOf(
  work: NamedWork,
  people: PeopleOfWork,
  chapter: NamedChapter,
  paragraph: number,
): ClozeQuestion | undefined {
  const { number, summary } = chapter.chapter;
  const bullet = summary[paragraph] ?? "";
  const mentions = chapter.bullets[paragraph] ?? [];
  const id = `${work.title}/${number}/${paragraph}`;
  const next = random("missing name", id);
  const named = [...new Set(mentions.map(({ entity }) => entity))];
  const { candidates } = people;
  const clear = isWhole(bullet)
    ? named.filter((entity) => isClear(entity, { bullet, mentions, chapter, work, candidates }))
    : [];
  for (const answer of shuffled(
    clear.flatMap((entity) => people.get(entity) ?? []),
    next,
  )) {
    const own = mentions.filter(({ entity }) => entity === answer.entity);
    if (!areOneName(own)) continue;
    const masked = own.map(({ start, end }) => ({ start, end }));
    const text = maskedText({ bullet, masked }, gapSign);
    if (!chapter.inStory.has(answer.entity)) continue;
    const wrong = wrongAnswers(people, answer, text, chapter);
    const style = bestStyle(answer, wrong, own);
    if (style === undefined || isGivenAway(text, answer, wrong, style)) continue;
    const options = optionsOf(answer, ranked(wrong, answer, style, chapter, next), style, next);
    if (options === undefined) continue;
    const others = named.filter((entity) => entity !== answer.entity);
    return {
      id,
      work: work.title,
      chapter: number,
      paragraph,
      bullet,
      kind: "entity",
      masked,
      mentions,
      entity: answer.entity,
      named: others,
      options,
    };
  }
  return undefined;
}

/** A bullet that calls somebody Jack here and John there says something of the names. */
function areOneName([first, ...more]: readonly StoryMention[]): boolean {
  const parts = new Set(parseName(first?.text ?? "").names);
  return more.every(({ text }) => parseName(text).names.some((part) => parts.has(part)));
}

const gapSign = "\u0001";

/** A word as names are compared: small letters, no accents, no genitive. */
function namePart(word: string): string {
  return folded(word)
    .toLowerCase()
    .replace(/['’]s?$/, "");
}

/** Everybody who is known by now, is not named in the question and cannot be the answer. */
function wrongAnswers(people: PeopleOfWork, answer: Somebody, text: string, { chapter }: NamedChapter): Somebody[] {
  const words = new Set(tokens(text).map(({ text: word }) => namePart(word)));
  return people.all.filter(
    (other) =>
      other !== answer &&
      other.first <= chapter.number &&
      other.isCreature === answer.isCreature &&
      !people.mayBeSame(other, answer) &&
      ![...other.parts].some((part) => words.has(part)),
  );
}

/** The answer's own style in the guide where three others have it too, else another; of a name that the gap had. */
function bestStyle(
  answer: Somebody,
  wrong: readonly Somebody[],
  [own]: readonly StoryMention[],
): NameStyle | undefined {
  if (own === undefined) return undefined;
  const isOfGap = (name: string | undefined) => name !== undefined && shareName(name, own.text);
  return [styleOf(own.text), ...nameStyles].find(
    (style) => isOfGap(answer.names[style]) && wrong.filter(({ names }) => names[style]).length >= size - 1,
  );
}

/** "She" in the question, and one woman among the options. */
function isGivenAway(text: string, answer: Somebody, wrong: readonly Somebody[], style: NameStyle): boolean {
  const { male, female } = pronounsOf(text);
  if (answer.gender === undefined || male === female || male !== (answer.gender === "male")) return false;
  return !wrong.some(({ gender, names }) => names[style] !== undefined && gender === answer.gender);
}

/** Of the answer's sex first, and of these those whom the chapter names. */
function ranked(
  wrong: readonly Somebody[],
  answer: Somebody,
  style: NameStyle,
  { inStory }: NamedChapter,
  next: () => number,
): Somebody[] {
  const rank = ({ gender, entity }: Somebody) => {
    const sex = gender === answer.gender ? 0 : gender === undefined || answer.gender === undefined ? 1 : 2;
    return 2 * sex + (inStory.has(entity) ? 0 : 1);
  };
  return shuffled(
    wrong.filter(({ names }) => names[style] !== undefined),
    next,
  ).sort((a, b) => rank(a) - rank(b));
}

function optionsOf(
  answer: Somebody,
  wrong: readonly Somebody[],
  style: NameStyle,
  next: () => number,
): Options | undefined {
  const chosen: Somebody[] = [answer];
  for (const each of wrong) {
    if (chosen.length === size) break;
    if (!chosen.some((other) => isConfusing(each, other, style))) chosen.push(each);
  }
  if (chosen.length < size) return undefined;
  const entities = shuffled(chosen, next);
  return {
    names: entities.map(({ names }) => names[style] ?? ""),
    entities: entities.map(({ entity }) => entity),
    answer: entities.indexOf(answer),
  };
}

/** Two names that share a word might be one person's. */
function isConfusing(a: Somebody, b: Somebody, style: NameStyle): boolean {
  return a.names[style] === b.names[style] || [...a.parts].some((part) => b.parts.has(part));
}
