import { textBlocks } from "@plotline/formats";
import { describe, expect, test } from "vitest";
import { readStory } from "../book/story.ts";
import { warningTexts } from "../book/types.ts";
import { divisionsOf, proposalsOf } from "./divisions.ts";
import { readerOf } from "./piece-features.ts";
import { sectionsOf } from "./sections.ts";
import { studied } from "./study.ts";
import { warningsOf } from "./warnings.ts";

/** Three paragraphs, different for each seed. */
const prose = (seed: number, sentences = 24) =>
  Array.from({ length: 3 }, (_, part) =>
    Array.from(
      { length: sentences / 3 },
      (_, k) => `The ${seed}th lantern stood by door ${part}.${k}, and nobody in the long street knew who had lit it.`,
    )
      .join(" ")
      .replace(/(.{60,72}) /g, "$1\n"),
  ).join("\n\n");
const below = (heading: string, seed: number, sentences?: number) =>
  `\n\n\n\n${heading}\n\n\n${prose(seed, sentences)}\n`;
const book = (headings: readonly string[]) =>
  `A BOOK\n\nby Somebody\n${headings.map((each, k) => below(each, k)).join("")}`;
const storyOf = (text: string) => readStory(Buffer.from(text), "book.txt");
const headingsOf = (text: string) => storyOf(text).chapters.map(({ heading }) => heading);

describe("headings in other languages", () => {
  test.each([
    ["German", ["Erstes Kapitel", "Zweites Kapitel", "Drittes Kapitel", "Viertes Kapitel"]],
    ["French", ["CHAPITRE PREMIER", "CHAPITRE II", "CHAPITRE III", "CHAPITRE IV"]],
    ["Italian", ["CAPITOLO PRIMO.", "CAPITOLO SECONDO.", "CAPITOLO TERZO.", "CAPITOLO QUARTO."]],
    ["Spanish", ["Capítulo primero", "Capítulo segundo", "Capítulo tercero", "Capítulo cuarto"]],
    ["Dutch", ["EERSTE HOOFDSTUK", "TWEEDE HOOFDSTUK", "DERDE HOOFDSTUK", "VIERDE HOOFDSTUK"]],
    ["Portuguese", ["Capitulo primeiro", "Capitulo segundo", "Capitulo terceiro", "Capitulo quarto"]],
    ["Russian", ["Глава первая", "Глава вторая", "Глава третья", "Глава четвёртая"]],
    ["Russian with digits", ["Глава 1", "Глава 2", "Глава 3", "Глава 4"]],
    ["Danish", ["Første Kapitel", "Andet Kapitel", "Tredje Kapitel", "Fjerde Kapitel"]],
    ["Chinese with a ring for zero", ["第九回 甄士隱", "第一○回 賈夫人", "第一一回 托內兄", "第一二回 薄命女"]],
    ["Chinese", ["第一回 甄士隱", "第二回 賈夫人", "第三回 托內兄", "第四回 薄命女"]],
    ["French with ordinals in figures", ["CHAPITRE Ier", "CHAPITRE IIe", "CHAPITRE IIIe", "CHAPITRE IVe"]],
    ["Norwegian pieces", ["FØRSTE STYKKE", "ANDET STYKKE", "TREDJE STYKKE", "FJERDE STYKKE"]],
    ["Spanish with an end of its own", ["I", "II", "III", "IV", "Final"]],
    ["letters in French", ["LETTRE PREMIÈRE", "LETTRE II", "LETTRE III", "LETTRE IV"]],
  ])("%s", (_, headings) => expect(headingsOf(book(headings))).toEqual(headings));

  test("acts and scenes of a German play", () => {
    const speeches = Array.from(
      { length: 12 },
      (_, k) => `${k % 2 ? "EMILIA" : "ODOARDO"}. Das ist die Rede ${k}.`,
    ).join("\n\n");
    const act = (name: string) =>
      `\n\n\n${name} Aufzug\n\n\nErster Auftritt\n\n${speeches}\n\n\nZweiter Auftritt\n\n${speeches}\n`;
    const { chapters, kind } = storyOf(`EIN STÜCK\n\nvon Jemand\n${act("Erster")}${act("Zweiter")}`);
    expect(kind).toBe("play");
    expect(chapters.map(({ heading }) => heading)).toEqual([
      "Erster Aufzug, Erster Auftritt",
      "Erster Aufzug, Zweiter Auftritt",
      "Zweiter Aufzug, Erster Auftritt",
      "Zweiter Aufzug, Zweiter Auftritt",
    ]);
  });

  test("a scanner's small L in a Roman number is a capital I", () => {
    const headings = ["CHAPTER I", "CHAPTER ll", "CHAPTER Ill", "CHAPTER IV"];
    expect(headingsOf(book(headings))).toEqual(headings);
  });

  test("one letter of a number in words may be wrong", () => {
    const headings = ["Dreißigstes", "Einunddreißgstes", "Zweiunddreißigstes"].map((number) => `${number} Kapitel`);
    expect(headingsOf(book(headings))).toEqual(headings);
    expect(headingsOf(book(["CHAPTER ELEVENTH", "CHAPTER TWELTH", "CHAPTER THIRTEENTH"]))).toHaveLength(3);
  });
});

describe("letters without numbers", () => {
  test("begin with a date", () => {
    const dates = ["April 8th", "April 8th", "April 9th", "April 12th", "May 1st", "May 7th", "June 2nd", "July 11th"];
    expect(headingsOf(book(dates))).toEqual(dates);
  });

  test("begin with a place, and the date below it", () => {
    const days = [
      "Jan. 23",
      "Jan. 26",
      "Feb. 3",
      "Feb. 9",
      "Feb. 16",
      "March 5",
      "March 15",
      "Dec. 31, 1904 and Jan. 1",
    ];
    expect(headingsOf(book(days.map((day) => `UPTON,\n  ${day}, 1904.`)))).toEqual(
      days.map((day) => `UPTON, ${day}, 1904.`),
    );
  });

  test("begin with an address", () => {
    const people = [
      "Dr LEWIS.",
      "Sir WATKIN PHILLIPS, of Jesus college",
      "Mrs GWYLLIM, house-keeper",
      "Miss WILLIS, at Gloucester",
    ];
    const letters = [...people, ...people].map((person) => `To ${person}`);
    expect(headingsOf(book(letters))).toEqual(letters);
  });

  test("are no chapters inside of chapters", () => {
    const diary = (k: number) =>
      `CHAPTER ${k}\n\n\n${["May 3", "May 4", "May 5"].map((date) => `${date}.\n\n${prose(k, 6)}`).join("\n\n")}`;
    expect(headingsOf(`A DIARY\n\n\n\n${[1, 2, 3, 4].map(diary).join("\n\n\n\n")}`)).toEqual(
      [1, 2, 3, 4].map((k) => `CHAPTER ${k}`),
    );
  });
});

describe("what repeats headings", () => {
  const titles = ["The Bell", "The Ladder", "The Orchard", "The Ferry", "The Kiln"];
  const numbered = titles.map((title, k) => `CHAPTER ${["I", "II", "III", "IV", "V"][k]}. ${title}`);

  test("a synopsis at the start with a few lines below each heading", () => {
    const synopsis = numbered.map((heading, k) => `\n\n${heading}\n\n${prose(k, 3)}`).join("");
    const body = numbered.map((each, k) => below(each, k + 10)).join("");
    expect(headingsOf(`A BOOK\n\n\n${synopsis}${body}`)).toEqual(numbered);
  });

  test("notes at the end, with titles and without", () => {
    const notes = (headings: readonly string[]) => headings.map((each, k) => `\n\n${each}\n\n${prose(k, 3)}`).join("");
    const cantos = ["CANTO I", "CANTO II", "CANTO III", "CANTO IV", "CANTO V"];
    expect(headingsOf(`${book(numbered)}\n\n\n\nNOTES\n${notes(numbered)}`)).toEqual(numbered);
    expect(headingsOf(`${book(cantos)}\n\n\n\nNOTES\n${notes(cantos)}`)).toEqual(cantos);
  });
});

describe("collections", () => {
  const tales = ["THE BELL", "THE LADDER", "THE ORCHARD", "THE FERRY", "THE KILN"];
  const contents = `A BOOK OF TALES\n\nby Somebody\n\n\n\nCONTENTS\n\n${tales.map((title) => `   ${title}`).join("\n\n")}\n`;

  test("are divided as their contents list says, whatever sections one tale has", () => {
    const sections = ["SKETCH FIRST. The Gate", "SKETCH SECOND. The Wall", "SKETCH THIRD. The Well"];
    const inside = sections.map((each, k) => below(each, 30 + k)).join("");
    const body = tales.map((title, k) => (k === 2 ? `\n\n\n\n${title}\n${inside}` : below(title, k)));
    expect(headingsOf(contents + body.join(""))).toEqual(tales);
  });

  test("a title that someone says in a tale begins no tale", () => {
    const body = tales.map(
      (title, k) => `${below(title, k)}\n"${title.charAt(0)}${title.slice(1).toLowerCase()}!"\n\n${prose(k + 50)}\n`,
    );
    const { chapters } = storyOf(contents + body.join(""));
    expect(chapters.map(({ heading }) => heading)).toEqual(tales);
    const given = readStory(Buffer.from(contents + body.join("")), "book.txt", { chapters: tales });
    expect(given.chapters.map(({ line }) => line)).toEqual(chapters.map(({ line }) => line));
  });

  test("days hold stories", () => {
    const day = (name: string, k: number) =>
      `\n\n\n\nDAY THE ${name}\n\n${["FIRST", "SECOND", "THIRD"].map((story, n) => below(`THE ${story} STORY`, k * 3 + n)).join("")}`;
    expect(headingsOf(`TALES\n${["FIRST", "SECOND", "THIRD"].map(day).join("")}`)).toEqual(
      ["FIRST", "SECOND", "THIRD"].flatMap((name) =>
        ["FIRST", "SECOND", "THIRD"].map((story) => `DAY THE ${name}, THE ${story} STORY`),
      ),
    );
  });
});

test.each(["ANNA’S PROLOGUE", "Anna's Prologue", "PRELUDE", "PROEM"])("%s is story", (name) => {
  const numbered = ["CHAPTER I", "CHAPTER II", "CHAPTER III", "CHAPTER IV", "CHAPTER V"];
  expect(headingsOf(book([name, ...numbered]))).toEqual([name, ...numbered]);
});

test("titles may begin with I", () => {
  const parts = ["The Old Sea-dog", "Black Dog", "I Go to Bristol", "The Voyage", "I Strike the Flag"];
  const text = parts.map((title, k) => `\n\n\n${k + 1}\n\n${title}\n\n\n${prose(k)}\n`).join("");
  expect(headingsOf(`A BOOK\n${text}`)).toEqual(parts.map((title, k) => `${k + 1} ${title}`));
});

test("lists inside of a letter are no chapters", () => {
  const list = ["I. You are tall.", "II. You are rich.", "III. You hate girls."].join("\n\n");
  const again = ["2. Lesbia, after Catullus.", "I HATE THE HOME.", "III. We had junket."].join("\n\n");
  const { chapters } = storyOf(
    `A BOOK\n\n\n\nTHE LETTERS\n\n\n${prose(1)}\n\n${list}\n\n${prose(2)}\n\n${again}\n\n${prose(3)}`,
  );
  expect(chapters).toHaveLength(1);
});

test("the last book is a part like the others", () => {
  const part = (name: string, k: number) =>
    `\n\n\n\nBOOK THE ${name}.\n${["I. THE GATE", "II. THE WALL"].map((each, n) => below(each, 2 * k + n)).join("")}`;
  expect(headingsOf(`A BOOK\n${["FIRST", "SECOND", "LAST"].map(part).join("")}`)).toHaveLength(6);
});

describe("doubts are said aloud", () => {
  const four = ["CHAPTER I", "CHAPTER II", "CHAPTER III", "CHAPTER IV"];
  const said = (text: string) => warningTexts(storyOf(text).warnings).join("; ");

  test("nothing is said of a plain book", () => expect(said(book(four))).toBe(""));

  test("a long book without headings", () => {
    expect(said(`A BOOK\n\n\n${Array.from({ length: 80 }, (_, k) => prose(k)).join("\n\n")}`)).toContain(
      "no headings of chapters were found",
    );
  });

  test("a last chapter that must hold more", () => {
    expect(said(`${book(four)}\n\n${prose(9, 900)}`)).toContain("notes or an index may be in it");
  });

  test("also where the contents list ends with that chapter, but not where it is only long", () => {
    const names = ["THE GULL", "THE WREN", "THE GOAT", "THE GEESE", "THE OWL", "THE HARE"];
    const withLast = (sentences: number) =>
      `TALES\n\nby Somebody\n\n\n\nCONTENTS\n\n${names.join("\n")}\n${names.map((each, k) => below(each, k, k === 5 ? sentences : 180)).join("")}`;
    expect(said(withLast(1800))).toContain("notes or an index may be in it");
    expect(said(withLast(900))).not.toContain("notes or an index may be in it");
  });

  test("what may be a chapter or none is named, with its line", () => {
    const essays = ["CRABBED AGE", "AN APOLOGY", "ORDERED SOUTH"].map((each, k) => below(each, k)).join("");
    const text = `PAPERS\n\nby Somebody\n${below("A WORD BEFORE", 40)}${essays}`;
    const studiedBook = studied(textBlocks(text), []);
    const proposal = proposalsOf(readerOf(studiedBook)).find(({ pieces }) => pieces.length === 4)!;
    const unsure = (chance: number) => {
      const [division] = divisionsOf(proposal, [chance, 0.99, 0.99, 0.99]);
      const choice = { division: division!, rival: undefined, isSure: false };
      return warningsOf(studiedBook, choice, sectionsOf(studiedBook, division!).chapters).join("; ");
    };
    expect(unsure(0.6)).toMatch(/^look at "A WORD BEFORE" at line \d+, which may begin no chapter$/);
    expect(unsure(0.4)).toMatch(/^look at "A WORD BEFORE" at line \d+, which may begin a chapter too$/);
  });

  test("a count that begins again where no part does", () => {
    expect(said(book([...four, ...four]))).toContain("begin again once where no part does");
  });

  test("a contents list of more chapters than were found", () => {
    const list = [...four, "CHAPTER V", "CHAPTER VI", "CHAPTER VII"].join("\n\n");
    expect(said(`A BOOK\n\n\n\nCONTENTS\n\n${list}\n${four.map((each, k) => below(each, k)).join("")}`)).toContain(
      "the contents list names 7 chapters, but 4 were found",
    );
  });

  test("a line that is set like the headings, which the list does not name", () => {
    const titles = ["THE GULL", "THE WREN", "THE GOAT", "THE GEESE"];
    const body = [...titles, "THE OWL"].map((each, k) => below(each, k, 48)).join("");
    expect(said(`TALES\n\nby Somebody\n\n\n\nCONTENTS\n\n${titles.join("\n")}\n${body}`)).toContain(
      '"THE OWL" at line',
    );
  });

  test("two plays in one book", () => {
    const play = ["ACT I", "ACT II", "ACT III"].map((each, k) => below(each, k)).join("");
    expect(said(`PLAYS\n\nby Somebody\n${play}${play}`)).toContain("act 1 begins 2 times");
  });

  test("but not that a later volume counts on", () => {
    expect(said(book(["CHAPTER XV", "CHAPTER XVI", "CHAPTER XVII", "CHAPTER XVIII"]))).toBe("");
  });
});

test("a book may count with a word of its own", () => {
  const dames = ["DAME THE FIRST--THE COUNTESS", "DAME THE SECOND--BARBARA", "DAME THE THIRD--THE MARCHIONESS"];
  const all = [...dames, "DAME THE FOURTH--LADY MOTT", "DAME THE FIFTH--THE LADY", "DAME THE SIXTH--A LADY"];
  expect(headingsOf(book(all))).toEqual(all);
});

test("a story that is told inside of a chapter begins none, and is all there", () => {
  const told = below("THE MAN OF THE HILL", 50, 60);
  const numbered = ["CHAPTER I", "CHAPTER II", "CHAPTER III", "CHAPTER IV", "CHAPTER V"];
  const body = numbered.map((each, k) => `${below(each, k, 60)}${k === 2 ? told : ""}`).join("");
  const { chapters, account } = storyOf(`A BOOK\n\nby Somebody\n${body}`);
  expect(chapters.map(({ heading }) => heading)).toEqual(numbered);
  expect(chapters[2]!.paragraphs.join(" ")).toContain("The 50th lantern stood by door 2.19");
  expect(account.unexplained).toBe(0);
});

test("a last chapter of 27,989 words says where it is", () => {
  const numbered = ["CHAPTER I", "CHAPTER II", "CHAPTER III", "CHAPTER IV"];
  const long = "The lantern stood by the door. "
    .repeat(4665)
    .trim()
    .replace(/door\.$/, "");
  const { chapters, warnings } = storyOf(`${book(numbered.slice(0, 3))}\n\n\n\nCHAPTER IV\n\n\n${long}\n`);
  expect(chapters.at(-1)!.words).toBe(27_989);
  expect(warningTexts(warnings).join()).toMatch(/last chapter, at line \d+, has 27,989 words/);
});

test("Japanese is counted by its characters, and its chapters by 第三章", () => {
  const chapter = "吾輩は猫であるなまえはまだない".repeat(40);
  const names = ["第一章 港", "第二章 橋", "第三章 灯", "第四章 雨"];
  const { account, chapters } = storyOf(names.map((each) => `${each}\n\n\n${chapter}\n\n\n`).join(""));
  expect(chapters.map(({ heading }) => heading)).toEqual(names);
  expect(account.words).toBe(4 * (4 + 15 * 40));
});

test("Chinese is counted by its characters", () => {
  const chapter = "話說天下大勢分久必合合久必分".repeat(40);
  const text = ["第一回", "第二回", "第三回"].map((each) => `${each}\n\n\n${chapter}\n\n\n`).join("");
  const { account, chapters } = storyOf(text);
  expect(account.words).toBe(3 * (3 + 14 * 40));
  expect(chapters.map(({ words }) => words)).toEqual([560, 560, 560]);
});
