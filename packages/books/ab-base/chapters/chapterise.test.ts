import { described } from "@plotline/formats";
import { describe, expect, it } from "vitest";
import { readStory } from "../book/story.ts";
import { warningTexts } from "../book/types.ts";
import { reasonText } from "./reasons.ts";

/** Prose of some length, different for each chapter. */
function prose(seed: number, paragraphs = 4): string {
  const line = `Paragraph of chapter ${seed} in which somebody walks down to the harbour, looks at the\nwater for a while, says nothing at all, and walks home again before the rain begins.`;
  return Array.from(
    { length: paragraphs },
    (_, k) =>
      `${line}\nIt was the ${k} time that week, and nobody in the town had ever asked him why he did so, or ever would.`,
  ).join("\n\n");
}

function book(headings: readonly string[], front = "A TITLE\n\nby Somebody\n\n\n"): string {
  return front + headings.map((heading, k) => `\n\n\n${heading}\n\n${prose(k, 6)}\n`).join("");
}

function read(text: string) {
  return readStory(Buffer.from(text), "test.txt");
}

function headingsOf(text: string): string[] {
  return read(text).chapters.map(({ heading }) => heading);
}

const shapes: Record<string, readonly string[]> = {
  "Roman numerals": ["CHAPTER I", "CHAPTER II", "CHAPTER III", "CHAPTER IV"],
  "Arabic numerals": ["Chapter 1", "Chapter 2", "Chapter 3"],
  "numbers in words": ["CHAPTER ONE", "CHAPTER TWO", "CHAPTER THREE", "CHAPTER FOUR"],
  ordinals: ["Chapter the First", "Chapter the Second", "Chapter the Third"],
  "a number and a title": ["1. The White Stone", "2. The Long Road", "3. The Inn", "4. The Black Bird"],
  "bare numerals": ["I", "II", "III", "IV", "V"],
  staves: ["STAVE ONE", "STAVE TWO", "STAVE THREE"],
  letters: ["LETTER 1", "LETTER 2", "LETTER 3", "CHAPTER 1", "CHAPTER 2", "CHAPTER 3"],
  "titles in capitals alone": ["THE SON OF THE MILLER", "WITH THE PEDLARS", "AWAKENING", "THE FERRY"],
  "a prologue and an epilogue": ["PROLOGUE", "CHAPTER I", "CHAPTER II", "CHAPTER III", "EPILOGUE"],
};

describe("chapters are found by", () => {
  for (const [shape, headings] of Object.entries(shapes)) {
    it(shape, () => expect(headingsOf(book(headings))).toEqual(headings));
  }
});

describe("hard headings", () => {
  const numbers = ["CHAPTER I", "CHAPTER II", "CHAPTER III", "CHAPTER IV", "CHAPTER V"];

  it("with the blank line above forgotten, in words", () => {
    const text = book(["Chapter One", "Chapter Two", "Chapter Three"]).replace("\n\n\nChapter Two", "Chapter Two");
    expect(headingsOf(text)).toEqual(["Chapter One", "Chapter Two", "Chapter Three"]);
  });

  it("with a number in words and a title", () => {
    const headings = [
      "ONE -- The Absence of Mr Brass",
      "TWO -- The Paradise of Bakers",
      "THREE -- The Duel of Dr Horn",
    ];
    expect(headingsOf(book(headings))).toEqual(headings);
  });

  it("with a numbered title that goes on on a second line", () => {
    const story = read(
      book(["1 - The Fair", "2 - Firmness Is Shown at Rye,\n    and Anna Finds Her Way", "3 - The End"]),
    );
    expect(story.chapters.length).toBe(3);
  });

  it("in HTML, however long", () => {
    const long = `Chapter II: ${"The Reverend Arthur Broom, Miss Anna Lavender, ".repeat(6)}and the Others Drive Out`;
    const page = ["Chapter I: A Room", long, "Chapter III: They Return"].map(
      (heading, k) => `<h2>${heading}</h2><p>${prose(k, 6).replaceAll("\n\n", "</p><p>")}</p>`,
    );
    expect(read(`<html><body>${page.join("\n")}</body></html>`).chapters.length).toBe(3);
  });

  it("in Title Case, centred", () => {
    const headings = ["Story of the Gate", "Search for Mr. Stone", "The Last Night", "Remarkable Incident"];
    expect(headingsOf(book(headings.map((heading) => `${" ".repeat(25)}${heading}`)))).toEqual(headings);
  });

  it("that are only the numbers of a list in one line do not count", () => {
    const text = book(["I", "II", "III", "IV"], "A TITLE\n\n\nPART I\n\nI II III IV\n\n\n");
    expect(headingsOf(text)).toEqual(["I", "II", "III", "IV"]);
  });

  it("below a contents heading without a list", () => {
    const headings = numbers.map((number, k) => `${number}\n\nThe Title of Chapter ${k}`);
    expect(read(book(headings, "A TITLE\n\n\nContents\n\n\n\n\n")).chapters.length).toBe(5);
  });

  it("with the number of the next by mistake", () => {
    const story = read(book([...numbers.slice(0, 2), "CHAPTER IIII", "CHAPTER IV", "CHAPTER V"]));
    expect(story.chapters.length).toBe(5);
    expect(story.warnings).toEqual([]);
  });

  it("an author’s note with a curly apostrophe is no chapter, a postscript neither", () => {
    const story = read(book(["AUTHOR’S NOTE", ...numbers, "POSTSCRIPT"]));
    expect(story.chapters.map(({ heading }) => heading)).toEqual(numbers);
  });

  it("in pages that have only line breaks", () => {
    const page = book(numbers).replaceAll("\n", "<br>\n");
    const story = read(`<html><body><p>${page}</p></body></html>`);
    expect(story.chapters.map(({ heading }) => heading)).toEqual(numbers);
    expect(story.chapters[0]?.paragraphs.length).toBe(6);
  });

  it("of songs with a remark below, misprinted in the contents list", () => {
    const titles = ["The Bear's Brothers", "Song of the Wren", "The White Goat", "Parade of the Geese"];
    const list = ["The Baer's Brothers", ...titles.slice(1)].join("\n");
    const text = book(
      titles.map((title) => (title.startsWith("Song") ? `    ${title}\n  (Sung in honour of the wren)` : title)),
      `A TITLE\n\n\nCONTENTS\n\n${list}\n\n\n`,
    );
    expect(read(text).chapters.length).toBe(4);
  });
});

describe("a text without headings", () => {
  it("begins below its introduction, where its title stands again", () => {
    const story = read(`RIDERS\n\nby Somebody\n\n\n\nINTRODUCTION\n\n${prose(1)}\n\n\n\nRIDERS\n\n${prose(2, 9)}\n`);
    expect(story.chapters.length).toBe(1);
    expect(story.chapters[0]?.paragraphs.length).toBe(9);
    expect(story.stripped.map(described).join()).toContain("INTRODUCTION");
  });

  it("and a long opening below its title stays in, before numbered chapters", () => {
    const story = read(
      `The text is from a newspaper.\n\n\nTHE TALE\n\n\n${prose(1, 40)}${book(["I", "II", "III"], "")}`,
    );
    expect(story.chapters.length).toBe(4);
  });
});

describe("chapters", () => {
  it("may have decorated numbers", () => {
    expect(headingsOf(book(["-- I --", "* II *", "[ III ]"]))).toEqual(["I", "II", "III"]);
  });

  it("start again in each part", () => {
    const text = ["PART I", "PART II", "PART III"]
      .map((part) => `\n\n\n${part}\n\n\nCHAPTER I\n\n${prose(1)}\n\n\nCHAPTER II\n\n${prose(2)}`)
      .join("");
    expect(read(`A TITLE\n\n${text}`).chapters.length).toBe(6);
  });

  it("are not found twice where a contents list repeats every heading", () => {
    const headings = ["CHAPTER I", "CHAPTER II", "CHAPTER III", "CHAPTER IV", "CHAPTER V"];
    const story = read(book(headings, `A TITLE\n\nCONTENTS\n\n${headings.join("\n\n")}\n\n`));
    expect(story.chapters.map(({ heading }) => heading)).toEqual(headings);
    expect(story.chapters[1]?.reasons.map(reasonText).join()).toContain("contents:");
  });

  it("take their titles from the next line, which is no paragraph then", () => {
    const text = [1, 2, 3, 4]
      .map((k) => `\n\n\nCHAPTER ${k}\n\nTHE ${["RED", "BLUE", "GREEN", "GREY"][k - 1]} HOUSE\n\n${prose(k)}`)
      .join("");
    const story = read(`A TITLE\n${text}`);
    expect(story.chapters.map(({ heading }) => heading)).toEqual([
      "CHAPTER 1 THE RED HOUSE",
      "CHAPTER 2 THE BLUE HOUSE",
      "CHAPTER 3 THE GREEN HOUSE",
      "CHAPTER 4 THE GREY HOUSE",
    ]);
    expect(story.chapters[0]?.paragraphs[0]).toMatch(/^Paragraph of chapter 1/);
  });

  it("leave a preface out and say so", () => {
    const story = read(book(["PREFACE", "CHAPTER I", "CHAPTER II", "CHAPTER III"]));
    expect(story.chapters.length).toBe(3);
    expect(story.stripped.map(described).join()).toContain("PREFACE");
  });

  it("with a gap in their numbers are a warning that names the place", () => {
    const story = read(book(["CHAPTER I", "CHAPTER II", "CHAPTER IV", "CHAPTER V"]));
    expect(story.chapters.length).toBe(4);
    expect(warningTexts(story.warnings)).toEqual([
      expect.stringMatching(/^number 3 is missing between 2 and 4, before line \d+ \("CHAPTER IV"\)$/),
    ]);
  });

  it("with a misprinted number keep their place", () => {
    const story = read(book(["CHAPTER I", "CHAPTER II", "CHAPTER VIII", "CHAPTER IV", "CHAPTER V"]));
    expect(story.chapters.length).toBe(5);
  });

  it("of a collection are its stories, sections in one of them or not", () => {
    const titles = ["The Lamp", "A Bad Winter", "The Two Sisters", "Home"];
    const stories = titles.map(
      (title, k) =>
        `\n\n\n${title.toUpperCase()}\n\n${k === 0 ? `I\n\n${prose(k)}\n\nII\n\n${prose(k)}` : prose(k, 8)}`,
    );
    const text = `TALES\n\nCONTENTS\n\n${titles.join("\n")}\n${stories.join("")}`;
    expect(headingsOf(text)).toEqual(titles.map((title) => title.toUpperCase()));
  });

  it("are no parts that have a motto below them", () => {
    const titles = ["THE DONKEY", "THE DRIVER", "I HAVE A GOAD", "A CAMP IN THE DARK", "FLORAC", "THE LAST DAY"];
    const part =
      "\n\n\nUPPER GEVAUDAN\n\n\n   The way was wearisome through dirt; nor was there on all this ground so much as one inn.\n\n   BUNYAN.\n\n";
    expect(headingsOf(book(titles.slice(0, 3)) + part + book(titles.slice(3), ""))).toEqual(titles);
  });

  it("are one where there are none", () => {
    const story = read(`A TITLE\n\nby Somebody\n\n${prose(1, 12)}\n\nTHE END\n`);
    expect(story.chapters.length).toBe(1);
    expect(story.chapters[0]?.paragraphs.length).toBe(12);
    expect(story.kind).toBe("story");
  });

  it("can be given, one heading a line, and then nothing else counts", () => {
    const text = book(["CHAPTER I", "CHAPTER II", "CHAPTER III"]);
    const story = readStory(Buffer.from(text), "test.txt", { chapters: ["CHAPTER I", "CHAPTER III"] });
    expect(story.chapters.map(({ heading }) => heading)).toEqual(["CHAPTER I", "CHAPTER III"]);
    expect(() => readStory(Buffer.from(text), "test.txt", { chapters: ["CHAPTER IX"] })).toThrow(
      /no line "CHAPTER IX"/,
    );
  });
});

describe("Project Gutenberg's frame", () => {
  for (const [name, start, end] of [
    [
      "new",
      "*** START OF THE PROJECT GUTENBERG EBOOK A TITLE ***",
      "*** END OF THE PROJECT GUTENBERG EBOOK A TITLE ***",
    ],
    [
      "middle",
      "*** START OF THIS PROJECT GUTENBERG EBOOK A TITLE ***",
      "End of Project Gutenberg's A Title, by Somebody",
    ],
    [
      "old",
      "*END*THE SMALL PRINT! FOR PUBLIC DOMAIN ETEXTS*Ver.04.29.93*END*",
      "End of The Project Gutenberg Etext of A Title",
    ],
  ] as const) {
    it(`${name} is taken off, with who produced it`, () => {
      const head = `The Project Gutenberg Etext of A Title, by Somebody\n\nTitle: A Title\n\nAuthor: Some Body\n\n${start}\n\nProduced by Kind People\n\n`;
      const story = read(
        `${head}${book(["CHAPTER I", "CHAPTER II"])}\n\n${end}\n\nLicence text, a lot of it.\n`.replaceAll(
          "\n",
          "\r\n",
        ),
      );
      expect(story.title).toBe("A Title");
      expect(story.author).toBe("Some Body");
      const text = JSON.stringify(story.chapters);
      expect(text).not.toMatch(/Gutenberg|Licence|Kind People|\\r/);
    });
  }

  it("a heading that begins a page is no page number", () => {
    const html = ["I", "II", "III"].map((n) => `<h2 class="pagebreak">CHAPTER ${n}</h2><p>${prose(n.length)}</p>`);
    expect(headingsOf(`<html><body>${html.join("")}</body></html>`)).toEqual([
      "CHAPTER I",
      "CHAPTER II",
      "CHAPTER III",
    ]);
  });

  it("pictures, page numbers and footnotes are left out, emphasis stays", () => {
    const text = book(["CHAPTER I", "CHAPTER II"]).replace("somebody walks", "_somebody_[1] walks{12}");
    const story = read(`${text}\n\n[Illustration: A harbour]\n\n[Pg 12]\n\n[1] The baker.\n\n[Footnote 2: Or not.]\n`);
    expect(story.chapters[0]?.paragraphs[0]).toContain("_somebody_ walks down");
    expect(story.chapters[1]?.paragraphs.length).toBe(6);
  });
});

describe("old encodings", () => {
  const text = book(["CHAPTER I", "CHAPTER II"]).replaceAll("harbour", "“café”");
  it("UTF-8, with and without a mark", () => {
    expect(JSON.stringify(read(`\ufeff${text}`).chapters)).toContain("“café”");
    expect(JSON.stringify(read(text).chapters)).toContain("“café”");
  });
  it("Windows-1252 and Latin-1", () => {
    const bytes = Buffer.from(text.replaceAll("“", "\u0093").replaceAll("”", "\u0094"), "latin1");
    expect(readStory(bytes, "t").encoding).toBe("windows-1252");
    expect(JSON.stringify(readStory(bytes, "t").chapters)).toContain("“café”");
    expect(readStory(Buffer.from(text.replace(/[“”]/g, '"'), "latin1"), "t").encoding).toBe("iso-8859-1");
  });
  it("UTF-16", () => {
    expect(JSON.stringify(readStory(Buffer.from(`\ufeff${text}`, "utf16le"), "t").chapters)).toContain("“café”");
  });
});
