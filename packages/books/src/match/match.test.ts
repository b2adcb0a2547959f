import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readLabel } from "./label.ts";
import { type BookChapter, type GuidePoint, type GuideSection, matchGuide } from "./match.ts";

/** Ten chapters, each with words of its own and some that all share. */
const subjects = ["whale", "garden", "duel", "letter", "storm", "wedding", "trial", "island", "fever", "inheritance"];
const story = (k: number) => [
  `The ${subjects[k]} was all that anyone in the house could speak of, and Anna heard it from the stairs.`,
  `Nobody had foreseen the ${subjects[k]}; the captain least of all, who had his own number ${k} to think about.`,
];
const chapter = (k: number, heading?: string): BookChapter => ({ number: k, heading, story: story(k) });
const section = (name: string, ...covered: number[]): GuideSection<GuidePoint> => ({
  name,
  place: "guide",
  points: covered.flatMap((k) => [
    { text: `Anna hears of the ${subjects[k]}.` },
    { text: `The captain is surprised by the ${subjects[k]}.` },
  ]),
});
const book = (headings: (k: number) => string | undefined = () => undefined) =>
  subjects.map((_, k) => chapter(k, headings(k)));
const numbersOf = (matches: ReturnType<typeof matchGuide>) =>
  matches.map(({ chapters }) => chapters.map(({ number }) => number));

describe("a guide is matched", () => {
  test("by number where guide and book agree", () => {
    const matches = matchGuide(
      subjects.map((_, k) => section(`Chapter ${k + 1}`, k)),
      book((k) => `CHAPTER ${k + 1}`),
    );
    expect(numbersOf(matches)).toEqual(subjects.map((_, k) => [k]));
    expect(matches.every(({ sure, clues }) => sure && clues.includes("number"))).toBe(true);
  });

  test("by title", () => {
    const titles = (k: number) => `The ${subjects[k]}`;
    const bare = subjects.map((_, k) => ({ ...section(titles(k), k), points: [{ text: "Things happen here." }] }));
    const matches = matchGuide(bare, book(titles));
    expect(numbersOf(matches)).toEqual(subjects.map((_, k) => [k]));
    expect(matches[3]?.clues).toContain("title");
  });

  test("by content where it has no headings and leaves chapters out", () => {
    const told = [0, 1, 3, 4, 7, 9];
    expect(
      numbersOf(
        matchGuide(
          told.map((k) => section("", k)),
          book(),
        ),
      ),
    ).toEqual(told.map((k) => [k]));
  });

  test("when the book counts a prologue that the guide does not", () => {
    const headings = (k: number) => (k === 0 ? "PROLOGUE" : `CHAPTER ${k}`);
    const guide = subjects.slice(1).map((_, k) => section(`Chapter ${k + 1}`, k + 1));
    expect(numbersOf(matchGuide(guide, book(headings)))).toEqual(guide.map((_, k) => [k + 1]));
  });

  test("when the guide counts a prologue that the book does not have", () => {
    const guide = [
      { ...section("Prologue"), points: [{ text: "Words about the author's youth." }] },
      ...subjects.map((_, k) => section(`Chapter ${k + 1}`, k)),
    ];
    const matches = matchGuide(
      guide,
      book((k) => `CHAPTER ${k + 1}`),
    );
    expect(numbersOf(matches)).toEqual([[], ...subjects.map((_, k) => [k])]);
    expect(matches[0]).toMatchObject({ sure: false });
  });

  test("when numbering restarts in the book and not in the guide", () => {
    const matches = matchGuide(
      subjects.map((_, k) => section(`Chapter ${k + 1}`, k)),
      book((k) => `CHAPTER ${(k % 5) + 1}`),
    );
    expect(matches.every(({ clues }) => clues.includes("number"))).toBe(true);
  });

  test("act by act with a play that has scenes", () => {
    const headings = (k: number) => `ACT ${k < 6 ? "I" : "II"}, SCENE ${k < 6 ? k + 1 : k - 5}`;
    const guide = [section("Act 1", 0, 1, 2, 3, 4, 5), section("Act 2", 6, 7, 8, 9)];
    expect(numbersOf(matchGuide(guide, book(headings)))).toEqual([
      [0, 1, 2, 3, 4, 5],
      [6, 7, 8, 9],
    ]);
  });

  test("act by act with scenes whose numbering restarts, without a word of acts", () => {
    const headings = (k: number) => `SCENE ${k < 6 ? k + 1 : k - 5}`;
    const guide = [section("Act 1", 0, 1, 2, 3, 4, 5), section("Act 2", 6, 7, 8, 9)];
    const matches = matchGuide(guide, book(headings));
    expect(numbersOf(matches)).toEqual([
      [0, 1, 2, 3, 4, 5],
      [6, 7, 8, 9],
    ]);
    expect(matches[1]?.clues).toContain("number");
  });

  test("scene by scene, by act and scene", () => {
    const headings = (k: number) => `ACT ${k < 6 ? "I" : "II"}, SCENE ${k < 6 ? k + 1 : k - 5}`;
    const guide = [0, 1, 2, 5, 6, 7].map((k) => section(`${k < 6 ? 1 : 2}.${k < 6 ? k + 1 : k - 5}`, k));
    expect(numbersOf(matchGuide(guide, book(headings)))).toEqual([[0], [1], [2], [5], [6], [7]]);
  });
});

describe("a short section", () => {
  const headings = (k: number) =>
    `CHAPTER ${k + 1}. ${["A Walk", "The Inn", "News", "Old Friends", "At Sea"][k % 5]} ${k}`;
  /** Says little, and what it says fits the next chapter better. */
  const short = {
    name: headings(2),
    place: "guide",
    points: [{ text: "After the duel a letter comes, and nobody had foreseen the letter." }],
  };
  const others = subjects.map((_, k) => section(headings(k), k));

  test("is taken at its number and title, where the guide's other sections fit theirs", () => {
    const match = matchGuide(others.toSpliced(2, 1, short), book(headings))[2]!;
    expect(match).toMatchObject({ sure: true, chapters: [{ number: 2 }] });
    expect(match.clues).toEqual(expect.arrayContaining(["number", "title"]));
  });

  test("is not, where the others speak of something else too", () => {
    const strange = others.map((each) => ({ ...each, points: [{ text: "Quite other matters are told of here." }] }));
    expect(matchGuide(strange.toSpliced(2, 1, short), book(headings)).filter(({ sure }) => sure)).toEqual([]);
  });
});

describe("a guide in parts", () => {
  test("that counts anew in each, of a book that counts through, and leaves chapters out", () => {
    const guide = [0, 1, 2].map((k) => section(`Part One, Chapter ${k + 1}`, k));
    const second = [0, 2, 4].map((k) => section(`Part Two, Chapter ${k + 1}`, 5 + k));
    const matches = matchGuide(
      [...guide, ...second],
      book((k) => `CHAPTER ${k + 1}`),
    );
    expect(numbersOf(matches)).toEqual([[0], [1], [2], [5], [7], [9]]);
    expect(matches.every(({ sure, clues }) => sure && clues.includes("number"))).toBe(true);
  });

  test("by acts, some of which have no scenes in the book", () => {
    const printed = ["ACT I", "ACT II", "ACT III, SCENE I", "ACT III, SCENE II", "ACT III, SCENE III", "ACT IV"];
    const chapters = printed.map((heading, k) => chapter(k, heading));
    const guide = [section("Act 1", 0), section("Act 2", 1), section("Act 3", 2, 3, 4), section("Act 4", 5)];
    const matches = matchGuide(guide, chapters);
    expect(numbersOf(matches)).toEqual([[0], [1], [2, 3, 4], [5]]);
    expect(matches.every(({ clues }) => clues.includes("number"))).toBe(true);
  });
});

test("one summary of three chapters is split among them, point by point", () => {
  const guide = [
    section("Chapters 1-3", 0, 1, 2),
    ...subjects.slice(3).map((_, k) => section(`Chapter ${k + 4}`, k + 3)),
  ];
  const [first] = matchGuide(
    guide,
    book((k) => `Chapter ${k + 1}`),
  );
  expect(first?.chapters.map(({ number, points }) => [number, points.length])).toEqual([
    [0, 2],
    [1, 2],
    [2, 2],
  ]);
});

test("an overview of the whole is left out, surely", () => {
  const guide = [section("Plot Overview", 0, 4, 9), ...subjects.map((_, k) => section(`Chapter ${k + 1}`, k))];
  expect(matchGuide(guide, book())[0]).toMatchObject({ chapters: [], sure: true, why: "covers the whole work" });
});

test("a guide to another book is not sure of anything, whatever its numbers", () => {
  const guide = subjects.map((_, k) => ({
    ...section(`Chapter ${k + 1}`),
    points: [{ text: "Quite other matters are related here." }],
  }));
  const matches = matchGuide(
    guide,
    book((k) => `Chapter ${k + 1}`),
  );
  expect(matches.filter(({ sure }) => sure)).toEqual([]);
  expect(matches[1]?.why).toBe("the guide's wording is not that of the book");
});

describe("whatever the guide", () => {
  const name = fc.oneof(
    fc.constantFrom("", "Prologue", "Overview", "The storm", "Act 1", "Book 2", "Chapters 3-5", "Chapter 4-400", "2.3"),
    fc.nat(14).map((k) => `Chapter ${k}`),
    fc.string(),
  );
  const text = fc.constantFrom(...subjects.map((subject) => `The ${subject} again.`), "", "Nothing.");
  const points = fc.array(fc.record({ text }), {
    maxLength: 5,
  });
  const guide = fc.array(fc.record({ name, points, place: fc.constant("") }), { maxLength: 12 });
  const heading = fc.option(name, { nil: undefined });

  test("sections and chapters keep their order, no chapter is covered twice, and no point is lost or doubled", () => {
    fc.assert(
      fc.property(guide, fc.array(heading, { maxLength: 10 }), (sections, headings) => {
        const matches = matchGuide(
          sections,
          headings.map((each, k) => chapter(k, each)),
        );
        const numbers = matches.flatMap(({ chapters }) => chapters.map(({ number }) => number));
        expect(new Set(numbers).size).toBe(numbers.length);
        // Where every section has a number, they may be sorted by it.
        if (sections.some((each) => readLabel(each.name).numbers === undefined))
          expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
        for (const [k, match] of matches.entries()) {
          expect(match.section).toBe(sections[k]);
          if (match.chapters.length > 0)
            expect(match.chapters.flatMap((each) => each.points)).toEqual(match.section.points);
          expect(match.chapters.every((each) => each.points.length > 0)).toBe(true);
          expect(match.confidence).toBeGreaterThanOrEqual(0);
          expect(match.confidence).toBeLessThanOrEqual(1);
        }
      }),
      { numRuns: 200 },
    );
  });
});
