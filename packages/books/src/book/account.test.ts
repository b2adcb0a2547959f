import { countWords } from "@plotline/align";
import { described } from "@plotline/formats";
import fc from "fast-check";
import { strToU8, zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { readStory } from "./story.ts";
import { warningTexts } from "./types.ts";

function sentence(seed: number): string {
  return `Sentence ${seed} of the story says that somebody walked down to the harbour and home again.`;
}

function prose(seed: number, sentences = 4): string {
  return Array.from({ length: sentences }, (_, k) => sentence(seed + k)).join(" ");
}

function chapters(count: number, own: (chapter: number) => string): string {
  return Array.from({ length: count }, (_, k) => `\n\n\nCHAPTER ${k + 1}\n\n${own(k)}\n`).join("");
}

function paragraphs(seed: number, count = 8): string[] {
  return Array.from({ length: count }, (_, k) => prose(100 * seed + 10 * k));
}

function read(text: string, name = "book.txt") {
  return readStory(Buffer.from(text), name);
}

function alarmsOf(story: ReturnType<typeof read>): string[] {
  return warningTexts(story.warnings, "alarm");
}

/** Those of these texts that no chapter has. */
function missing(story: ReturnType<typeof read>, texts: readonly string[]): string[] {
  const kept = storyText(story);
  return texts.filter((text) => !kept.includes(text));
}

/** Whether all of this is in chapters, or an alarm says what is not. */
function isSaid(story: ReturnType<typeof read>, texts: readonly string[], alarm: RegExp): boolean {
  return missing(story, texts).length === 0 || alarm.test(alarmsOf(story).join("; "));
}

function storyText(story: ReturnType<typeof read>): string {
  return story.chapters.flatMap((chapter) => chapter.paragraphs).join("\n");
}

describe("a bracket that is never closed", () => {
  for (const opening of ["[Illustration: The baker", "[Footnote 1: The baker", "[Note: The baker", "[Illustration"])
    it(`takes no text with it: ${opening}`, () => {
      const text = `A TITLE${chapters(6, (k) => [...paragraphs(k, 4), ...(k === 1 ? [opening] : []), ...paragraphs(k + 50, 4)].join("\n\n"))}\n\nThe last line has a bracket] of its own.\n`;
      const story = read(text);
      expect(story.chapters.length).toBe(6);
      expect(
        missing(
          story,
          [0, 1, 2, 3, 4, 5].flatMap((k) => paragraphs(k, 4)),
        ),
      ).toEqual([]);
      expect(warningTexts(story.warnings).join()).toContain("never closed (line ");
    });

  it("does not end at the bracket of the next one", () => {
    const notes = ["[Footnote 1: See the baker.", prose(1), "[Footnote 2: See the harbour.]", prose(20)];
    const story = read(`A TITLE${chapters(3, (k) => (k === 1 ? notes : paragraphs(k)).join("\n\n"))}`);
    expect(storyText(story)).toContain(prose(1));
    expect(storyText(story)).toContain(prose(20));
    expect(storyText(story)).not.toContain("See the harbour");
  });
});

describe("a paragraph of the story", () => {
  for (const mark of [
    "[Picture: A loaf]",
    "[Illustration]",
    "[Note]",
    "[Footnote: See below.]",
    "[1]",
    "[A]",
    "*",
    "†",
  ])
    it(`may begin with ${mark}`, () => {
      const story = read(`A TITLE${chapters(3, (k) => [...paragraphs(k), `${mark} ${prose(900 + k)}`].join("\n\n"))}`);
      expect(missing(story, [prose(900), prose(901), prose(902)])).toEqual([]);
    });

  it("is distinguished from a note by the mark in the text above it", () => {
    const marked = (mark: string) => `${prose(1)} He said so,${mark} and went home.`;
    const own = [marked("[1]"), "[1] A note on what he said.", marked("*"), "* Another note on what he said."];
    const story = read(`A TITLE${chapters(3, (k) => [...own, ...paragraphs(k)].join("\n\n"))}`);
    expect(storyText(story)).not.toContain("note on what he said");
    expect(storyText(story)).not.toMatch(/[*[]/);
    expect(story.stripped.map(described).join()).toContain("6 footnotes, ");
  });
});

it("a transcriber's note at the end, in no brackets, is no text of the last chapter", () => {
  const note = "Transcriber's Note: Obvious misprints were corrected.\n\nA list of them follows.\n\nquay for key";
  const story = read(`A TITLE${chapters(6, (k) => paragraphs(k).join("\n\n"))}\n\n${note}\n`);
  expect(story.chapters.at(-1)!.paragraphs).toEqual(paragraphs(5));
  expect(story.stripped.map(described)).toContain("the transcriber's note at the end, 14 words");
});

describe("a book of verse with numbered stanzas", () => {
  const stanza = Array.from({ length: 8 }, () => "  O harbour wide, O water grey and deep,").join("\n");
  const numerals = ["I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII", "XIII", "XIV", "XV"];
  const stanzas = numerals.map((numeral) => `  ${numeral}\n${stanza}`).join("\n\n");

  for (const [what, heading] of [
    ["cantos", (k: number) => `CANTO ${k + 1}`],
    ["books", (k: number) => `${["FIRST", "SECOND", "THIRD", "FOURTH", "FIFTH", "SIXTH"][k]} BOOK`],
  ] as const)
    it(`is divided into its ${what}`, () => {
      const parts = Array.from(
        { length: 6 },
        (_, k) => `\n\n\n  ${heading(k)}\n\n  ARGUMENT\n${stanza}\n\n\n${stanzas}`,
      );
      const story = read(`A TITLE\n\nby Somebody${parts.join("")}\n`);
      expect(story.chapters.map((chapter) => chapter.heading)).toEqual(parts.map((_, k) => heading(k)));
      expect(story.kind).not.toBe("play");
      expect(story.account.inChapters).toBeGreaterThan(0.98 * story.account.words);
    });
});

describe("a long book of verse", () => {
  it("is no contents list, however many numbered stanzas it has", () => {
    const numerals = ["", "X", "XX", "XXX", "XL", "L", "LX"].flatMap((tens) =>
      ["I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX"].map((ones) => tens + ones),
    );
    const stanza = (k: number) =>
      Array.from({ length: 8 }, (_, n) => `  Of lamps and harbours, ${k}, of ${n} I sing,`).join("\n");
    const cantos = ["I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII"];
    const canto = (name: string) =>
      `\n\n\nCANTO ${name}\n\n${numerals.map((numeral, k) => `  ${numeral}\n${stanza(k)}`).join("\n\n")}`;
    const { chapters: found, account } = read(`A SONG\n\nby Somebody\n${cantos.map(canto).join("")}\n`);
    expect(found.map(({ heading }) => heading)).toEqual(cantos.map((name) => `CANTO ${name}`));
    expect(account.inChapters).toBeGreaterThan(0.99 * account.words);
  });
});

describe("the first chapter", () => {
  it("is not taken for the title page, whatever follows it", () => {
    const opening = paragraphs(7, 12).join("\n\n");
    const text = `A TITLE\n\nby\n\nSOMEBODY\n\nCopyright 1912\n\n\n\n\nBlue Wednesday\n\n${opening}\n\n\n\nThe Letters of\n\nMiss Abbott\n\nto\n\nMr. Smith\n\n\n${paragraphs(8, 6).join("\n\n")}${chapters(4, (k) => paragraphs(k).join("\n\n"))}`;
    expect(missing(read(text), [...paragraphs(7, 12), ...paragraphs(8, 6)])).toEqual([]);
  });

  it("of a story without headings begins with its first sentence, however short", () => {
    const first = ["It is very seldom that people like John and myself secure halls.", "John laughs at me, of course."];
    const text = `THE PAPER\n\nBy SOMEBODY\n\nCopyright 1892 by Somebody and Sons.\n\n${first.join("\n\n")}\n\n${paragraphs(1, 6).join("\n\n")}\n`;
    expect(missing(read(text), [...first, ...paragraphs(1, 6)])).toEqual([]);
  });

  for (const [script, heading, text] of [
    ["Hebrew", ["פרק א", "פרק ב", "פרק ג", "פרק ד"], "היה היה פעם ילד קטן אשר גר בבית גדול ליד הים "],
    ["Chinese", ["第一章", "第二章", "第三章", "第四章"], "話說天下大勢分久必合合久必分周末七國分爭并入於秦"],
    ["Thai", ["บทที่ ๑", "บทที่ ๒", "บทที่ ๓", "บทที่ ๔"], "กาลครั้งหนึ่งนานมาแล้วมีเด็กน้อยคนหนึ่งอาศัยอยู่ในบ้าน"],
  ] as const)
    it(`of a book in ${script} is there`, () => {
      const book = heading.map((each) => `${each}\n\n\n${`${text.repeat(20).trim()}\n\n`.repeat(6)}`).join("\n");
      expect(read(book).chapters.map((chapter) => chapter.heading)).toEqual(heading);
    });
});

describe("a play without acts", () => {
  it("is not taken for its cast list, nor for the notes below it", () => {
    const speeches = Array.from(
      { length: 80 },
      (_, k) => `${["FAUSTUS", "WAGNER", "GOOD ANGEL"][k % 3]}. ${sentence(k)}`,
    );
    const notes = ["FOOTNOTES:", "Line 3 was struck out by the author in his own copy.", "Line 9 is his."];
    const text = `A PLAY\n\n\n\nDRAMATIS PERSONAE.\n\nFAUSTUS.\nWAGNER.\nGOOD ANGEL.\n\n\n\n${speeches.join("\n\n")}\n\n\n\n${notes.join("\n\n")}\n`;
    expect(missing(read(text), speeches)).toEqual([]);
  });

  it("is in chapters where cast lists are above several, or an alarm says what they took along", () => {
    const cast = (k: number) => `\n\n\nDRAMATIS PERSONAE.\n\n${paragraphs(k, 18).join("\n\n")}`;
    const scenes = ["I", "II", "III", "IV", "V", "VI", "VII", "VIII"].map(
      (n, k) => `\n\n\nSCENE ${n}\n\n${paragraphs(k + 20, 40).join("\n\n")}`,
    );
    const story = read(`PLAYS\n\nby Somebody${cast(1)}${cast(2)}${scenes.join("")}\n`);
    expect(isSaid(story, [...paragraphs(1, 18), ...paragraphs(2, 18)], /DRAMATIS PERSONAE/)).toBe(true);
  });

  it("is in a chapter, or its loss is an alarm, where it follows its cast list without a heading", () => {
    const cast = `DRAMATIS PERSONAE.\n\n${paragraphs(1, 40).join("\n\n")}`;
    const text = `A PLAY\n\n\n\n${cast}\n\n\nACT I\n\nSCENE I\n\n${paragraphs(5, 9).join("\n\n")}\n\nSCENE II\n\n${paragraphs(6, 9).join("\n\n")}\n`;
    expect(isSaid(read(text), paragraphs(1, 40), /"DRAMATIS PERSONAE\."/)).toBe(true);
  });
});

describe("HTML that is never closed", () => {
  const page = (inside: string) =>
    `<html><body>${["I", "II", "III"].map((n, k) => `<h2>CHAPTER ${n}</h2><p>${prose(10 * k, 8)}</p>${k === 0 ? inside : ""}<p>${prose(500 + 10 * k, 8)}</p>`).join("")}</body></html>`;

  for (const open of ['<div class="footnote">', '<p class="footnote">A note.', '<span class="pagenum">12', "<button>"])
    it(`takes no text with it: ${open}`, () => {
      const seeds = [0, 10, 20, 500, 510, 520].flatMap((first) => Array.from({ length: 8 }, (_, n) => first + n));
      expect(missing(read(page(open)), seeds.map(sentence))).toEqual([]);
    });

  for (const open of ["<!-- a remark", '<a href="#x>', "<script>"])
    it(`is an alarm where a browser shows nothing either: ${open}`, () => {
      expect(alarmsOf(read(page(open))).join()).toMatch(/are in no chapter.*never closed/);
    });
});

describe("what nobody may miss", () => {
  it("is text without a reason to be left out", () => {
    const front = paragraphs(1, 10);
    const text = `A TITLE\n\nby Somebody\n\n\nTHE AUTHOR LOOKS BACK\n\n${front.join("\n\n")}${chapters(20, (k) => paragraphs(k).join("\n\n"))}`;
    const alarm = /^[\d,]+ words of [\d,]+ \(\d.*%\) are in no chapter.*THE AUTHOR LOOKS BACK/;
    expect(isSaid(read(text), front, alarm)).toBe(true);
    const cut = readStory(Buffer.from(text), "book.txt", { chapters: ["CHAPTER 2", "CHAPTER 3"] });
    expect(cut.account.inChapters).toBeLessThan(cut.account.words - 500);
    expect(cut.stripped.map(described).join()).toContain("before the first chapter");
  });

  it("is a chapter that is twenty times as long as the others", () => {
    const text = `A TITLE${chapters(8, (k) => paragraphs(k, k === 5 ? 200 : 4).join("\n\n"))}`;
    expect(alarmsOf(read(text))).toEqual([
      expect.stringMatching(/^the chapter "CHAPTER 6" at line \d+ has [\d,]+ words/),
    ]);
    expect(alarmsOf(read(`A TITLE${chapters(8, (k) => paragraphs(k).join("\n\n"))}`))).toEqual([]);
  });
});

/** Pieces of books as they are found, sound and broken. */
const piece = fc.oneof(
  { weight: 5, arbitrary: fc.nat(500).map((seed) => prose(seed)) },
  fc.nat(500).map((seed) => `[Illustration: ${sentence(seed)}]`),
  fc.nat(500).map((seed) => `[Illustration] ${sentence(seed)}`),
  fc.nat(500).map((seed) => `[Picture: a loaf] ${sentence(seed)}`),
  fc.nat(500).map((seed) => `[Footnote ${seed}: ${sentence(seed)}`),
  fc.nat(500).map((seed) => `[Footnote ${seed}: ${sentence(seed)}\n\n${prose(seed)}]`),
  fc.nat(9).map((n) => `[${n}] ${sentence(n)}`),
  fc.nat(9).map((n) => `${sentence(n)} So he said,[${n}] and left.`),
  fc.nat(500).map((seed) => `* ${sentence(seed)}`),
  fc.nat(500).map((seed) => `The king* said: ${sentence(seed)}`),
  fc.constantFrom(
    "* * * * *",
    "[Pg 12]",
    "Page 12",
    "[Illustration",
    "] and a bracket",
    "CONTENTS",
    "CHAPTER 1 ..... 3\nCHAPTER 2 ..... 9\nCHAPTER 3 ..... 14\nCHAPTER 4 ..... 20",
    "PREFACE",
    "INTRODUCTION",
    "by Somebody",
    "DRAMATIS PERSONÆ",
    "ACT I",
    "SCENE II",
    "BOB. Hello.",
    "BOOK TWO",
    "I",
    "II",
    "III. A Title",
    "EPILOGUE",
    "INDEX",
    "THE END",
    "Transcriber's Note: all is well.",
    "Produced by Nobody",
    "=bold= words and _others_",
    "<<A NOTICE>>",
    "[Greek: logos] it says",
    "第一章",
  ),
  fc.nat(30).map((n) => `\n\nCHAPTER ${n}\n\n${prose(n, 8)}`),
);
const bookOf = fc.array(piece, { minLength: 1, maxLength: 40 });

describe("every word of a book", () => {
  const balance = (bytes: Uint8Array, words: number) => {
    let story: ReturnType<typeof read>;
    try {
      story = readStory(bytes, "book");
    } catch (error) {
      if (error instanceof Error && error.name === "Problem") return;
      throw error;
    }
    const { account } = story;
    const kept = story.chapters.flatMap(({ paragraphs: own }) => own).reduce((sum, each) => sum + countWords(each), 0);
    const listed = account.leftOut.reduce((sum, each) => sum + each.words, 0);
    expect(account.words).toBe(words);
    expect(account.inChapters).toBe(kept);
    expect(kept + listed).toBe(words);
  };

  it("in plain text is in a chapter, or listed with what is left out", () => {
    fc.assert(
      fc.property(bookOf, (pieces) => {
        const text = `${pieces.join("\n\n")}\n`;
        balance(Buffer.from(text), countWords(text));
      }),
      { numRuns: 500 },
    );
  });

  const element = fc.oneof(
    { weight: 4, arbitrary: fc.nat(500).map((seed) => ["<p>", prose(seed), "</p>"] as const) },
    fc.nat(500).map((seed) => ['<p class="footnote">', sentence(seed), "</p>"] as const),
    fc.nat(500).map((seed) => ['<div class="footnotes">', sentence(seed), ""] as const),
    fc.nat(500).map((seed) => ['<p><span class="pagenum">', sentence(seed), "</p>"] as const),
    fc.nat(500).map((seed) => ["<figcaption>", sentence(seed), "</figcaption>"] as const),
    fc.nat(500).map((seed) => ["<p>[Illustration] ", sentence(seed), "</p>"] as const),
    fc
      .constantFrom("CHAPTER I", "CHAPTER II", "PREFACE", "Contents", "A Title")
      .map((text) => ["<h2>", text, "</h2>"] as const),
  );

  it("in HTML and in an EPUB is in a chapter, or listed with what is left out", () => {
    fc.assert(
      fc.property(fc.array(element, { minLength: 1, maxLength: 20 }), (elements) => {
        const html = `<html><body>${elements.map((each) => each.join("")).join("\n")}</body></html>`;
        const words = elements.reduce(
          (sum, [tag, text]) => sum + countWords(text) + (tag.includes("[Illustration]") ? 1 : 0),
          0,
        );
        balance(Buffer.from(html), words);
        const opf =
          '<package><manifest><item id="a" href="a.html"/></manifest><spine><itemref idref="a"/></spine></package>';
        const container = '<container><rootfiles><rootfile full-path="b.opf"/></rootfiles></container>';
        const files = { "META-INF/container.xml": container, "b.opf": opf, "a.html": html };
        balance(zipSync(Object.fromEntries(Object.entries(files).map(([k, v]) => [k, strToU8(v)]))), words);
      }),
      { numRuns: 200 },
    );
  });
});
