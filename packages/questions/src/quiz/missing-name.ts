import { random, shuffled } from "@plotline/base";
import { folded, parseName, type StoryMention, tokens } from "@plotline/text";
import { type ClozeQuestion, maskedText, type Options, questionAbout } from "../cloze.ts";
import { isWhole } from "../fair/gap.ts";
import { isClear } from "../fair/questions.ts";
import type { NamedChapter, NamedWork } from "../work.ts";
import { type NameStyle, nameStyles, PeopleOfWork, type Somebody, shareName, styleOf } from "./people.ts";

/**
 * Questions that ask who it is, fit for people. Every option is a person, none of whom stands out by how the name is
 * written, of the answer's sex where that is known; none is named in the question, might be the answer under another
 * name, or comes into the story later, and one at least is possible by all that the question says.
 */
export function missingNameQuestions(work: NamedWork): ClozeQuestion[] {
  const people = new PeopleOfWork(work);
  return work.chapters.flatMap((chapter) =>
    chapter.chapter.summary.flatMap((_, point) => questionOf(work, people, chapter, point) ?? []),
  );
}

function questionOf(
  work: NamedWork,
  people: PeopleOfWork,
  chapter: NamedChapter,
  paragraph: number,
): ClozeQuestion | undefined {
  const { number, summary } = chapter.chapter;
  const point = summary[paragraph] ?? "";
  const mentions = chapter.points[paragraph] ?? [];
  const id = `${work.title}/${number}/${paragraph}`;
  const next = random("missing name", id);
  const named = [...new Set(mentions.map(({ entity }) => entity))];
  const { candidates } = people;
  const clear = isWhole(point)
    ? named.filter((entity) => isClear(entity, { point, mentions, chapter, work, candidates }))
    : [];
  for (const answer of shuffled(
    clear.flatMap((entity) => people.get(entity) ?? []),
    next,
  )) {
    const own = mentions.filter(({ entity }) => entity === answer.entity);
    if (!areOneName(own)) continue;
    const masked = own.map(({ start, end }) => ({ start, end }));
    const text = maskedText({ point, masked }, gapSign);
    if (!chapter.inStory.has(answer.entity)) continue;
    const wrong = ranked(wrongAnswers(people, answer, text, chapter), answer, chapter, next);
    const hidden = candidates.pointOf(answer.entity, point, mentions);
    const isRival = (other: Somebody) => candidates.isPossible(other.entity, answer.entity, hidden);
    const tried = stylesFor(answer, own[0]).map((styles) => chosenIn(styles, answer, wrong, isRival));
    const chosen = tried.find((options) => options !== undefined);
    if (chosen === undefined || isGivenAway(text, answer, chosen)) continue;
    const options = optionsOf(answer, chosen, next);
    return questionAbout(answer.entity, work, chapter, paragraph, options);
  }
  return undefined;
}

/** A point that calls somebody Jack here and John there says something of the names. */
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

/** How the options are written, the answer first. */
type Styles = readonly [NameStyle, NameStyle, NameStyle, NameStyle];

/** All in one style, the gap's own first; else two and two, so that nobody stands out. Of a name that the gap had. */
function stylesFor(answer: Somebody, own: StoryMention | undefined): Styles[] {
  if (own === undefined) return [];
  const isOfGap = (name: string | undefined) => name !== undefined && shareName(name, own.text);
  const fit = [...new Set([styleOf(own.text), ...nameStyles])].filter((style) => isOfGap(answer.names[style]));
  const mixed = fit.flatMap((style) =>
    nameStyles.filter((other) => other !== style).map((other) => [style, other] as const),
  );
  return [
    ...fit.map((style): Styles => [style, style, style, style]),
    ...mixed.map(([style, other]): Styles => [style, style, other, other]),
  ];
}

interface Option {
  readonly who: Somebody;
  readonly name: string;
}

/** The first of a list for every place, no two of whom might be one; some rival among them. */
function chosenIn(
  [own, ...places]: Styles,
  answer: Somebody,
  wrong: readonly Somebody[],
  isRival: (other: Somebody) => boolean,
): Option[] | undefined {
  const chosen: Option[] = [{ who: answer, name: answer.names[own] ?? "" }];
  const open = [...places];
  for (const who of [...wrong.filter(isRival), ...wrong.filter((each) => !isRival(each))]) {
    const place = open.findIndex((style) => who.names[style] !== undefined);
    const name = who.names[open[place] ?? own];
    if (place < 0 || name === undefined || chosen.some((other) => isConfusing(who, name, other))) continue;
    chosen.push({ who, name });
    open.splice(place, 1);
  }
  return open.length === 0 && chosen.some(({ who }) => who !== answer && isRival(who)) ? chosen : undefined;
}

/** "She" in the question, and one woman among the options. */
function isGivenAway(text: string, answer: Somebody, options: readonly Option[]): boolean {
  const { male, female } = pronounsOf(text);
  if (answer.gender === undefined || male === female || male !== (answer.gender === "male")) return false;
  return !options.some(({ who }) => who !== answer && who.gender === answer.gender);
}

/** Of the answer's sex first, and of these those whom the chapter names. */
function ranked(
  wrong: readonly Somebody[],
  answer: Somebody,
  { inStory }: NamedChapter,
  next: () => number,
): Somebody[] {
  const rank = ({ gender, entity }: Somebody) => {
    const sex = gender === answer.gender ? 0 : gender === undefined || answer.gender === undefined ? 1 : 2;
    return 2 * sex + (inStory.has(entity) ? 0 : 1);
  };
  return shuffled(wrong, next).sort((a, b) => rank(a) - rank(b));
}

function optionsOf(answer: Somebody, chosen: readonly Option[], next: () => number): Options {
  const options = shuffled(chosen, next);
  return {
    names: options.map(({ name }) => name),
    entities: options.map(({ who }) => who.entity),
    answer: options.findIndex(({ who }) => who === answer),
  };
}

/** Two names that share a word might be one person's. */
function isConfusing(a: Somebody, name: string, b: Option): boolean {
  return name === b.name || [...a.parts].some((part) => b.who.parts.has(part));
}

/** The pronouns of a question: whom it may be about. */
function pronounsOf(text: string): { readonly male: boolean; readonly female: boolean } {
  return {
    male: /\b(?:he|him|his|himself)\b/i.test(text),
    female: /\b(?:she|her|hers|herself)\b/i.test(text),
  };
}
