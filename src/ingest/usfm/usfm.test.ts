import { describe, expect, test } from "vitest";
import { Problem } from "../../problem.ts";
import { random } from "../../random.ts";
import { readUsfm } from "./book.ts";
import { clauses, goldOf, pointsOf } from "./points.ts";

const book = String.raw`\id TST A made-up book
\usfm 3.0
\h The Harbour
\toc1 The Book of the Harbour
\mt2 The book of
\mt1 The Harbour
\ip It was written for this test.
\c 1
\s1 The storm
\cd 1 A storm, 3 of the boats. 4 Of Ada \it alone\it*.
\p
\v 1 The wind \add was\add* high,\f + \fr 1:1 \ft Or \fqa strong\fqa*.\f* and the \nd Harbour\nd*’s bell rang.
\v 2 Nobody\x - \xo 1:2 \xt Tst 2:1\x* slept.
\q1
\v 3-4 The boats \w broke|lemma="break"\w* loose,
\q2 \+wj and \+nd one\+nd* sank\+wj*.
\b
\p ¶
\v 5 Ada~stayed//awake.
\c 2
\p \qt-s |sid="a"\*
\v 1a “Is it over?”\qt-e |eid="a"\*
\v 1b she said.
\s2 A smaller heading
\s The morning
\v 2 It was.
`;

describe("readUsfm", () => {
  const read = readUsfm(book, "tst.usfm");

  test("verses are text only, whatever is marked in them", () => {
    expect([read.code, read.title]).toEqual(["TST", "The Harbour"]);
    expect(read.chapters.map(({ number, verses }) => [number, verses])).toEqual([
      [
        1,
        [
          { first: 1, last: 1, text: "The wind was high, and the Harbour’s bell rang." },
          { first: 2, last: 2, text: "Nobody slept." },
          { first: 3, last: 4, text: "The boats broke loose, and one sank." },
          { first: 5, last: 5, text: "Ada stayed awake." },
        ],
      ],
      [
        2,
        [
          { first: 1, last: 1, text: "“Is it over?”" },
          { first: 1, last: 1, text: "she said." },
          { first: 2, last: 2, text: "It was." },
        ],
      ],
    ]);
  });

  test("headings have their verses, and what is left out is counted", () => {
    expect(read.chapters[0]!.heading).toBe("1 A storm, 3 of the boats. 4 Of Ada alone.");
    expect(read.chapters.map(({ sections }) => sections)).toEqual([
      [{ text: "The storm", verse: 1 }],
      [{ text: "The morning", verse: 2 }],
    ]);
    expect(read.leftOut.map(({ what, words }) => [what, words])).toEqual([
      ["identification", 5],
      ["titles and introductions", 18],
      ["footnotes", 5],
      ["cross references", 4],
      ["headings and references above the text", 3],
    ]);
    expect(read.notes).toEqual([]);
    expect(readUsfm(`${book}\\v 2 Again.`, "tst.usfm").notes).toEqual(["line 27: verse 2 is there twice"]);
  });

  test("a word is in a verse, in a heading or left out, however markers are mixed", () => {
    const next = random("usfm");
    const markers = [
      "p",
      "q2",
      "s",
      "s2",
      "cd",
      "d",
      "f",
      "nd",
      "+wj",
      "f*",
      "x",
      "x*",
      "zz",
      "b",
      "nd*",
      "qt-s",
      "rem",
      "*",
    ];
    for (let round = 0; round < 200; round++) {
      const words: string[] = [];
      const pieces = ["\\id TST\n\\c 1\n\\v 1"];
      for (let k = 0; k < 30; k++) {
        const marker = markers[Math.floor(next() * markers.length)]!;
        const inMilestone = marker === "qt-s";
        pieces.push(inMilestone ? `\\qt-s |a="b"\\*` : `\\${marker}`, ...(next() < 0.8 ? [`w${k}`] : []));
        if (pieces.at(-1) === `w${k}`) words.push(`w${k}`);
        if (next() < 0.1) pieces.push(`\\v ${k + 2}`);
      }
      const { chapters, words: counted, leftOut } = readUsfm(pieces.join(" "), "mixed");
      const out = leftOut.reduce((sum, each) => sum + each.words, 0);
      const seen = chapters.flatMap(({ verses, heading, sections }) => [
        ...verses.map(({ text }) => text),
        heading,
        ...sections.map(({ text }) => text),
      ]);
      expect(seen.join(" ").split(" ").filter(Boolean).length + out, pieces.join(" ")).toBe(words.length + 1);
      expect(counted.all).toBe(words.length + 1);
    }
  });

  test.each([
    ["Genesis\n", "is not USFM"],
    ["\\id", "is not USFM"],
    ["\\id TST\n\\v 1 Text.", "line 2: verse 1 is in no chapter"],
    ["\\id TST\n\\c one\n", "line 2: \\c has no chapter number"],
    ["\\id TST\n\\c", "line 2: \\c has no chapter number"],
    ["\\id TST\n\\c 1\n\\v \\p Text.", "line 3: \\v has no verse number"],
    ["\\id TST\n\\c 1\n\\v 1 A.\n\\c 1\n\\v 1 B.", "line 4: chapter 1 is there twice"],
    [`\\id TST\n\\c 1\n${"\\v 1 A.\n".repeat(1002)}`, "more than 1000 verses"],
  ])("%j: %s", (text, fault) => {
    expect(() => readUsfm(text, "x.usfm")).toThrow(Problem);
    expect(() => readUsfm(text, "x.usfm")).toThrow(fault);
  });

  test("a file that was damaged is read or refused in a sentence", () => {
    const next = random("damaged");
    for (let round = 0; round < 300; round++) {
      const [from, length, to] = [next, next, next].map((draw) => Math.floor(draw() * book.length));
      const damaged = book.slice(0, from) + book.slice(to!, to! + (length! % 40)) + book.slice(from! + (length! % 25));
      try {
        for (const chapter of readUsfm(damaged, "x").chapters) goldOf(pointsOf(chapter, "chapters"), chapter);
      } catch (error) {
        expect(error, damaged).toBeInstanceOf(Problem);
      }
    }
  });

  test("a note without an end swallows no verse", () => {
    const { chapters, notes } = readUsfm("\\id TST\n\\c 1\n\\v 1 A.\\f + \\ft lost\n\\v 2 B.", "x");
    expect(chapters[0]!.verses.map(({ text }) => text)).toEqual(["A.", "B."]);
    expect(notes).toEqual(["line 3: \\f has no end"]);
  });
});

const verses = Array.from({ length: 20 }, (_, k) => ({ first: k + 1, last: k + 1, text: "Text." }));

describe("the points of a chapter", () => {
  test.each<[string, [string, number[]][]]>([
    [
      "1 The light, 3 of the sea. 10. 12 Of fish.",
      [
        ["The light,", [1]],
        ["of the sea.", [3]],
        ["Of fish.", [10, 12]],
      ],
    ],
    [
      "Wisdom calls, 10 and warns.",
      [
        ["Wisdom calls,", [1]],
        ["and warns.", [10]],
      ],
    ],
    [
      "I David mourns, 4 and sings.",
      [
        ["David mourns,", [1]],
        ["and sings.", [4]],
      ],
    ],
    [
      "1 and 17 His men. 3. His ship.",
      [
        ["His men.", [1, 17]],
        ["His ship.", [3]],
      ],
    ],
    [
      "1 The 2300. days. 4 After 70000 died.",
      [
        ["The 2300. days.", [1]],
        ["After 70000 died.", [4]],
      ],
    ],
    ["1 Of men, 15", [["Of men,", [1]]]],
    ["No numbers.", [["No numbers.", [1]]]],
    ["1 4 7", []],
  ])("%s", (heading, expected) => {
    expect(clauses({ heading, verses }).map(({ text, verses: at }) => [text, at])).toEqual(expected);
  });

  const chapter = (heading: string) => ({ number: 1, line: 1, verses, heading, sections: [] });
  const rows = (heading: string) => {
    const points = pointsOf(chapter(heading), "chapters");
    const gold = goldOf(points, chapter(heading));
    return points.map((_, k) => gold?.filter(({ summary }) => summary === k).map(({ story }) => story + 1));
  };

  test("a point covers up to the verse before the next one that is named", () => {
    expect(rows("1 A. 4 B. 5. 18 C. 7 D.")).toEqual([
      [1, 2, 3],
      [4],
      [5, 6, 18, 19, 20],
      [7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17],
    ]);
    expect(rows("3 A. 3 B. 19 C.").map((row) => row?.length)).toEqual([16, 16, 2]);
  });

  test("numbers that contradict each other give no links", () => {
    expect(rows("11 A. 2 B.")).toEqual([undefined, undefined]);
  });

  test("verses that are printed as one belong to the points of both", () => {
    const joined = { ...chapter("1 A. 2 B."), verses: [{ first: 1, last: 2, text: "Text." }] };
    expect(goldOf(pointsOf(joined, "chapters"), joined)?.map(({ summary, story }) => [summary, story])).toEqual([
      [0, 0],
      [1, 0],
    ]);
  });

  test("headings of sections", () => {
    const sections = [
      { text: "Dawn", verse: 2 },
      { text: "Dusk", verse: 20 },
    ];
    const points = pointsOf({ ...chapter(""), sections }, "sections");
    const gold = goldOf(points, chapter(""));
    expect(points.map(({ text }) => text)).toEqual(["Dawn", "Dusk"]);
    expect([gold?.length, gold?.at(0)?.story, gold?.at(-1)?.story]).toEqual([19, 1, 19]);
  });
});
