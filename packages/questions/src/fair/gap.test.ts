import { expect, test } from "vitest";
import { isGap, isTelling, isWhole } from "./gap.ts";

const lower = new Set(["then", "black"]);
const index = { usage: (word: string) => ({ ...noCounts, lower: lower.has(word.toLowerCase()) ? 9 : 0 }) };
const noCounts = {
  lower: 0,
  inside: 3,
  initial: 0,
  upper: 0,
  afterTitle: 0,
  afterPlacePreposition: 0,
  beforeSpeech: 0,
  possessive: 0,
  afterThe: 0,
  afterA: 0,
  beforeCapital: 0,
  afterCapital: 0,
};

/** The mention between the brackets. */
function gapIn(marked: string): boolean {
  const [before = "", text = "", after = ""] = marked.split(/[{}]/);
  const [start, end] = [before.length, before.length + text.length];
  return isGap(before + text + after, { start, end, text, type: "PERSON", entity: 0 }, index);
}

test.each([
  "{Anna} sings.",
  "Then {Anna} sings.",
  "Of course, {Anna}'s brother sings.",
  "Boris's {Aunt Anna} sings.",
  "He sings (and {Anna}, too) all day.",
  "Boris knows (30.4) that {Anna} sings.",
])("%s has a gap", (marked) => expect(gapIn(marked)).toBe(true));

test.each([
  ["a number after it", "{Equality} 7-2521 sings."],
  ["a name after it", "{Looking-glass} House is lost."],
  ["a numeral after it", "{Alexander} VI sings."],
  ["a first of that name", "{Richard} I sings."],
  ["a second name in brackets", "{Henry} (Bolingbroke) sings."],
  ["a rank after it", "{Carmilla}, Countess and singer, is ill."],
  ["an apostrophe alone", "Brutus meets {Octavius}' men."],
  ["a particle before it", "Anna visits the van der {Luydens} again."],
  ["a title that it shares", "Boris meets Miss and {Mr. Murdstone} there."],
  ["what somebody is like", "Boris fusses like an {Aunt Anna} all day."],
  ["a name with more to it", "Boris reads of {Alexander} the Great."],
  ["a title in italics", "Boris reads <em>{Ivanhoe}</em> in bed."],
  ["one of several", "Sophy is the only unlucky {Crewler} there."],
  ["a hyphen after it", "The {Anna}-like girl sings."],
  ["a place after it", "{Helena} of Athens sings."],
  ["a company", "{Dombey} and Son sings."],
  ["a capital before it", "Boris meets the Black {Knight}."],
  ["a capital before it, at the start", "Little {Dorrit} sings."],
  ["a title before it", "Mrs. {Cratchit} sings."],
  ["what it is lord of", "The Duke of {York} sings."],
  ["an article", "Boris is an {Angelo}."],
  ["a family", "The {Frome} house burns."],
  ["a name spoken of", "Her name is {Anna}."],
  ["a name given", "They call him {Boris}."],
  ["a rank given", "The king makes him {Lord Protector}."],
  ["a quotation", 'Boris says: "{Anna} sings," and goes.'],
  ["a title of a work", "Boris reads “Antony and {Cleopatra}” in bed."],
  ["brackets of its own", "The singer ({Anna}) is ill."],
  ["a sentence of its own", "Who sings? {Anna}!"],
  ["a name given by oneself", "He introduces himself as {Boris}."],
  ["a measure of others", "The house is older than {Anna}."],
  ["a likeness", "Folks like {Anna} hardly ever sing."],
  ["one of many", "{Anna}, Boris and the other guests sing."],
  ["a list", "Clara, {Anna} and Boris sing."],
  ["a guess", "The singer is probably {Anna}."],
  ["a list of names", "Their names are Boris and {Anna}."],
  ["a rank to be had", "Clara dreams of becoming {Lady Anna}."],
  ["one of two with the name", "Boris remembers old {Anna}."],
  ["a name among names", "All of their names seem to be {Boris}."],
  ["a second name after it", "Boris thinks that {Mrs. Karenin} (a.k.a. Anna) sings."],
])("no gap in %s", (_, marked) => expect(gapIn(marked)).toBe(false));

test("a point says something besides a name", () => {
  expect(isTelling(" pauses for a bit before replying.", false)).toBe(false);
  expect(isTelling(" feels filled with grief and pity at the sight.", false)).toBe(false);
  expect(isTelling(" doesn't think this is the case though, which makes Boris feel better.", false)).toBe(false);
  expect(isTelling(" lights the lamp and fills the empty inkwell.", false)).toBe(true);
});

test("a point that names nobody else says more, most in one sentence", () => {
  expect(isTelling(" lights the lamp and fills the empty inkwell.", true)).toBe(false);
  expect(isTelling("Evening comes.  lights the lamp and fills the inkwell.", true)).toBe(true);
  expect(isTelling(" lights the lamp, fills the empty inkwell and sharpens a quill.", true)).toBe(true);
});

test("a point is whole sentences", () => {
  expect(["Anna sings.", "“Anna,” he says.", "Anna sings…"].every(isWhole)).toBe(true);
  expect(
    ["Anna sings", "and sings.", "Anna sings:", 'Anna says "No.', "Anna (who sings.", "(Anna sings.)"].some(isWhole),
  ).toBe(false);
});

test("a remark of the guide is no point; what we are told on the way is", () => {
  expect(isWhole("We hope that Anna is well paid.")).toBe(false);
  expect(isWhole("Here the plot of the novel thickens, and Anna sings.")).toBe(false);
  expect(isWhole("For more on Anna's songs, turn to the last act.")).toBe(false);
  expect(isWhole("Anna sings. We hope that she is well paid.")).toBe(true);
  expect(isWhole("“We sing,” says Anna.")).toBe(true);
});
