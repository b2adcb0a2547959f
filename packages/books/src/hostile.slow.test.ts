import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deflateSync } from "node:zlib";
import { mostWords } from "@plotline/align";
import { Problem } from "@plotline/base";
import { described } from "@plotline/formats";
import { docx } from "@plotline/formats/testing";
import { importStory } from "@plotline/runs/node";
import fc from "fast-check";
import { strToU8, zipSync } from "fflate";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readStory } from "./book/story.ts";
import { warningTexts } from "./book/types.ts";
import { readGuide } from "./guide/guide.ts";
import { readMarkdownGuide } from "./guide/text.ts";
import { type EpubParts, epub as makeEpub } from "./testing/epub.ts";

const text = "It was a long day in the town, and nobody spoke of the ship. ".repeat(40);

function page(heading: string): string {
  return `<h2>${heading}</h2><p>${text}</p><p>${text}</p>`;
}

const epub = (pages: EpubParts["pages"], more?: EpubParts["more"]) => makeEpub({ pages, more });

function problemOf(bytes: Uint8Array): string {
  try {
    readStory(bytes, "book");
    return "";
  } catch (error) {
    expect(error).toBeInstanceOf(Problem);
    return (error as Problem).message;
  }
}

describe("an EPUB", () => {
  it("gives its chapters in the order of the spine, with title and author", () => {
    const story = readStory(epub({ "b.xhtml": page("Chapter 1"), "a.xhtml": page("Chapter 2") }), "book");
    expect([story.format, story.title, story.author]).toEqual(["EPUB", "Ships & Towns", "A. Writer"]);
    expect(story.chapters.map(({ heading }) => heading)).toEqual(["Chapter 1", "Chapter 2"]);
  });

  it("loses no chapter where its spine is out of order", () => {
    const order = ["Chapter 2", "Chapter 1", "Chapter 3", "Chapter 5", "Chapter 4"];
    const pages = Object.fromEntries(order.map((heading, k) => [`${k}.xhtml`, page(heading)]));
    const story = readStory(epub(pages), "book");
    expect(story.chapters.map(({ heading }) => heading)).toEqual(order);
    expect(warningTexts(story.warnings).join()).toContain("4 comes after 5");
  });

  it("says what is around the text, and which sections are inside of a chapter", () => {
    const sections = ["I", "II", "III", "IV"].map(
      (number) => `<section epub:type="z3998:subchapter"><h4>${number}</h4><p>${text}</p></section>`,
    );
    const chapter = (name: string) =>
      `<section epub:type="bodymatter"><section epub:type="chapter"><h2>${name}</h2>${sections.join("")}</section></section>`;
    const story = readStory(
      epub({
        "imprint.xhtml": { type: "frontmatter", body: `<h2>Imprint</h2><p>${text}</p>` },
        "1.xhtml": chapter("The Ship"),
        "2.xhtml": chapter("The Town"),
        "uncopyright.xhtml": `<section epub:type="copyright-page"><h2>Uncopyright</h2><p>${text}</p></section>`,
      }),
      "book",
    );
    expect(story.chapters.map(({ heading }) => heading)).toEqual(["The Ship", "The Town"]);
    expect(story.warnings).toEqual([]);
    expect(story.stripped.map(described).join()).toContain("2 pages that the file marks as front or back matter");
  });

  it("that climbs out of its folder, lacks a part, is encrypted or is no EPUB is refused", () => {
    const pages = { "a.xhtml": page("Chapter 1") };
    expect(problemOf(epub(pages, { "../../evil.txt": "x" }))).toContain("points outside");
    expect(problemOf(epub(pages, { "/etc/evil.txt": "x" }))).toContain("points outside");
    expect(problemOf(zipSync({ "a.txt": strToU8("hello") }))).toContain("is a zip archive: unpack it");
    expect(
      problemOf(epub({ ...pages }, { "META-INF/encryption.xml": '<CipherReference URI="OEBPS/a.xhtml"/>' })),
    ).toContain("encrypted");
    expect(problemOf(Buffer.from("PK\u0003\u0004 and nothing more", "latin1"))).toContain("archive");
  });

  it("whose spine names one part again and again has it once", () => {
    const again = '<itemref idref="p0"/>'.repeat(20_000);
    const items = '<item id="p0" href="a.xhtml"/><item id="other" href="a.xhtml"/>';
    const opf = `<package><manifest>${items}</manifest><spine>${again}<itemref idref="other"/></spine></package>`;
    const pages = { "a.xhtml": page("Chapter 1") };
    expect(readStory(epub(pages, { "OEBPS/book.opf": opf }), "book").chapters).toEqual(
      readStory(epub(pages), "book").chapters,
    );
  });

  it("that would unpack to very much is not unpacked, whatever size it declares", () => {
    const bomb = epub({ "a.xhtml": "a".repeat(40 * 1024 * 1024) });
    expect(problemOf(bomb)).toContain("unpacks to more than 32 MB");
    const liar = Buffer.from(bomb);
    for (let at = liar.indexOf("PK\u0001\u0002"); at >= 0; at = liar.indexOf("PK\u0001\u0002", at + 4)) {
      if (liar.toString("latin1", at + 46, at + 59) === "OEBPS/a.xhtml") liar.writeUInt32LE(100, at + 24);
    }
    expect(problemOf(liar)).toContain("size");
  });
});

it("a PDF that would unpack to very much is given up, in time and before it fills the memory", () => {
  const stream = deflateSync(Buffer.alloc(500_000_000, 32));
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R >>",
  ].map((body, k) => `${k + 1} 0 obj\n${body}\nendobj\n`);
  const bomb = Buffer.concat([
    Buffer.from(`%PDF-1.4\n${objects.join("")}4 0 obj\n<< /Length ${stream.length} /Filter /FlateDecode >>\nstream\n`),
    stream,
    Buffer.from("\nendstream\nendobj\ntrailer\n<< /Size 5 /Root 1 0 R >>\n%%EOF\n"),
  ]);
  expect(problemOf(bomb)).toContain("took too long or too much memory");
});

it("a book of 10 MB on one line, or a navigation of 300,000 levels, is read", () => {
  const line = "It was a long day in the town and nobody spoke. ".repeat(210_000);
  expect(readStory(Buffer.from(line), "book").account.inChapters).toBe(2_310_000);
  const nav = `<nav epub:type="toc">${"<ol><li><span>x</span>".repeat(300_000)}<a href="a.xhtml">y</a>`;
  const opf =
    '<package><manifest><item id="a" href="a.xhtml"/><item id="n" href="nav.xhtml" properties="nav"/></manifest><spine><itemref idref="a"/></spine></package>';
  const more = { "OEBPS/book.opf": opf, "OEBPS/nav.xhtml": nav };
  expect(readStory(epub({ "a.xhtml": page("Chapter 1") }, more), "book").chapters.length).toBe(1);
});

it("a line that is too long for any book is a sentence", () => {
  const line = "It was a long day in the town and nobody spoke. ";
  expect(problemOf(Buffer.from(line.repeat(600_000)))).toContain("has over 2,400,000 words, too many for one book");
  expect(problemOf(Buffer.from("a".repeat(28_000_000)))).toContain("has a word of over 100,000 letters");
  const chinese = "她打开了门，天下着雨。".repeat(50_000);
  expect(readStory(Buffer.from(chinese), "book").chapters.length).toBe(1);
});

describe("HTML", () => {
  it("is read with its headings, emphasis and verse", () => {
    const verse = '<div class="stanza"><div>A ship came in,</div><div>a ship went out.</div></div>';
    const html = `<!DOCTYPE html><html><head><title>Ships</title></head><body><h1>Ships</h1>${["I", "II", "III"].map((n) => `<h2>CHAPTER ${n}</h2><p>It was <i>late</i>.<span class="pagenum">[12]</span> ${text}</p>${verse}`).join("")}</body></html>`;
    const story = readStory(Buffer.from(html), "book");
    expect(story.chapters.map(({ heading }) => heading)).toEqual(["CHAPTER I", "CHAPTER II", "CHAPTER III"]);
    expect(story.chapters[0]?.paragraphs[0]).toMatch(/^It was _late_\. It was a long day/);
    expect(story.chapters[0]?.paragraphs.at(-1)).toBe("A ship came in, a ship went out.");
  });

  it("with a million nested tags is read", () => {
    const html = `<html><body>${"<div>".repeat(1_000_000)}${text}${"</div>".repeat(1_000_000)}</body></html>`;
    expect(readStory(Buffer.from(html), "book").chapters.length).toBe(1);
  });

  it("with a tag that never ends, or whose end never comes, is read up to it", () => {
    for (const rest of [`<p ${"a ".repeat(1_000_000)}`, "<p class='"]) {
      const html = `<html><body><p>${text}</p>${rest}`;
      expect(readStory(Buffer.from(html), "book").chapters[0]?.paragraphs.join(" ")).toBe(text.trim());
    }
  });
});

describe("lines that take a careless regular expression for ever", () => {
  const long = 200_000;
  const lines: Record<string, string> = {
    "Roman numerals in a row": `${"XL ".repeat(40)}ds`,
    "ones in a row": `I. ${"I".repeat(100)} x`,
    "Roman numerals without end": `${"XL ".repeat(long)}ds`,
    "spaces before a bracket": `a${"\u2003".repeat(long)}b`,
    "dots before a page": `CONTENTS\n\n1. One ${".".repeat(long)} x\n2. Two\n3. Three\n4. Four`,
    "decoration around a heading": `CHAPTER I ${"= _".repeat(long)}x`,
    "spaces before the name of the licence": `A\n${" ".repeat(long)}* Gutenberg`,
    "one line that names the licence": "Gutenberg ".repeat(long),
  };
  for (const [what, line] of Object.entries(lines))
    it(what, () => {
      const { chapters } = readStory(Buffer.from(`A TITLE\n\n${text}\n\n${line}\n\n${text}\n`), "book");
      expect(chapters.length).toBeGreaterThan(0);
    });

  it("in the title and the headings of HTML, and in a guide", () => {
    const marks = ", by ".repeat(long);
    const html = `<html><head><title>${marks}</title></head><body><h2>${"=".repeat(long)}.${"., ".repeat(long)}x</h2><p>${text}</p></body></html>`;
    expect(readStory(Buffer.from(html), "book").chapters.length).toBe(1);
    const guide = `# ${" ".repeat(long)}x\n\n${"**a ".repeat(long)}\n\nTitle\n${"=".repeat(long)}x\n`;
    expect(readMarkdownGuide(guide).length).toBeGreaterThan(0);
  });
});

describe("a file of nothing but headings", () => {
  it("is refused where no book has so many paragraphs or lines", () => {
    expect(problemOf(Buffer.from("IV\n\n".repeat(400_000)))).toContain("has over 120,000 paragraphs");
    expect(problemOf(Buffer.from("IV\n".repeat(1_100_000)))).toContain("has over 1,000,000 lines");
    expect(problemOf(Buffer.from(`<html><body>${"<h2>IV</h2>".repeat(400_000)}</body></html>`))).toContain(
      "paragraphs",
    );
    const document = docx(Array(130_000).fill({ text: "IV" }));
    expect(problemOf(document)).toContain("has over 120,000 paragraphs");
    const half = "<p>a</p>".repeat(200_000);
    expect(problemOf(epub({ "a.xhtml": half, "b.xhtml": half }))).toContain("has over 120,000 paragraphs");
  });

  it("is one chapter where there are too many headings for a book", () => {
    const { chapters, warnings } = readStory(Buffer.from("CHAPTER IV\n\nText.\n\n".repeat(50_000)), "book");
    expect(chapters.length).toBe(1);
    expect(warningTexts(warnings).join()).toContain("over 6,000 lines look like headings");
  });

  it("with credits, brackets or abbreviations without end is read", () => {
    for (const piece of [
      "Produced by X\n\n",
      "Transcriber's Note: a\n\n",
      "[Footnote 1: a\n\n",
      "a* b\n\n* A long note it is.\n\n",
    ])
      expect(readStory(Buffer.from(piece.repeat(60_000)), "book").chapters.length).toBe(1);
    expect(readStory(Buffer.from("Mr. A ".repeat(500_000)), "book").chapters.length).toBe(1);
  });
});

describe("a contents list without end", () => {
  it("is read with the chapters that it names", () => {
    const numbers = Array.from({ length: 12_000 }, (_, k) => k);
    const list = numbers.map((k) => `<li><a href="#c${k}">Chapter ${k}</a></li>`).join("");
    const chapters = numbers.map((k) => `<h2 id="c${k}">Chapter ${k}</h2><p>${text.slice(0, 124)}</p>`).join("");
    const book = Buffer.from(`<html><body><ul>${list}</ul>${chapters}`);
    expect(readStory(book, "book").chapters.length).toBeGreaterThan(900);
  }, 60_000);
});

describe("HTML with zero characters", () => {
  it("is read without them", () => {
    const html = "<html><body><h2>CHAPTER I</h2><p>The baker\u0000 counted loaves.</p></body></html>";
    expect(readStory(Buffer.from(html), "book").chapters[0]?.paragraphs).toEqual(["The baker counted loaves."]);
  });
});

describe("no book", () => {
  it("is a sentence", () => {
    expect(problemOf(Buffer.from(""))).toBe("book is empty.");
    expect(problemOf(Buffer.from(" \n\n "))).toContain("empty");
    expect(problemOf(Buffer.from("%PDF-1.4 etc"))).toContain("is a damaged PDF");
    expect(problemOf(Buffer.from(Array.from({ length: 5000 }, (_, k) => (k * 7919) % 256)))).toContain("not a text");
  });
});

describe("any text", () => {
  const line = fc.constantFrom(
    "CHAPTER I",
    "II",
    "CONTENTS",
    "ACT I",
    "SCENE 2",
    "[Illustration",
    "BOB. Hello.",
    "THE END",
    "* * *",
    "",
    "",
    "He went home.",
    "PREFACE",
    "1. One",
    "<p>",
    "Chapter the Last",
  );
  it("comes apart into chapters whose paragraphs have words, but not too many", () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof({ weight: 4, arbitrary: line }, { weight: 1, arbitrary: fc.string() }), { maxLength: 80 }),
        (lines) => {
          try {
            const story = readStory(Buffer.from(lines.join("\n")), "book");
            for (const { paragraphs } of story.chapters) {
              expect(paragraphs.length).toBeGreaterThan(0);
              for (const paragraph of paragraphs) expect(paragraph.split(/\s+/).length).toBeLessThanOrEqual(mostWords);
            }
          } catch (error) {
            if (!(error instanceof Problem)) throw error;
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  it("loses no word and gains none when a paragraph is cut", () => {
    const words = fc.array(fc.constantFrom("one", "Mr.", "two.", "three,", "“Four!”", "five;", "six?"), {
      minLength: 300,
      maxLength: 900,
    });
    fc.assert(
      fc.property(words, (all) => {
        const { chapters } = readStory(Buffer.from(all.join(" ")), "book");
        expect(chapters.flatMap(({ paragraphs }) => paragraphs).join(" ")).toBe(all.join(" "));
      }),
      { numRuns: 60 },
    );
  });
});

describe("importing", () => {
  let folder = "";
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "plotline-story-"));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it("stays inside the corpus whatever the title is, and takes each title once", async () => {
    const book = join(folder, "book.txt");
    writeFileSync(book, `CHAPTER I\n\n${text}\n\nCHAPTER II\n\n${text}\n`);
    const corpus = join(folder, "corpus");
    for (const title of ["../../evil", 'a/b\\c "quoted"', "..", "CON"]) await importStory(book, corpus, { title });
    expect(readdirSync(folder).sort()).toEqual(["book.txt", "corpus"]);
    expect(readdirSync(join(corpus, "stories")).length).toBe(4);
    await expect(importStory(book, corpus, { title: ".." })).rejects.toThrow(/already.*another title/);
  });

  it("looks at the size before it reads, writes nothing on a dry run or after a fault", async () => {
    const big = join(folder, "big.txt");
    writeFileSync(big, "");
    truncateSync(big, 200 * 1024 * 1024);
    const corpus = join(folder, "corpus");
    await expect(importStory(big, corpus)).rejects.toThrow(/200 MB/);
    await expect(importStory(folder, corpus)).rejects.toThrow(/is a folder/);
    if (process.platform !== "win32") {
      const pipe = join(folder, "pipe.txt");
      execFileSync("mkfifo", [pipe]);
      for (const path of ["/dev/zero", pipe]) {
        await expect(importStory(path, corpus)).rejects.toThrow(/is a pipe or a device/);
        expect(() => readGuide(path, "T")).toThrow(/is a pipe or a device/);
      }
    }
    const book = join(folder, "book.txt");
    writeFileSync(book, `CHAPTER I\n\n${text}`);
    expect((await importStory(book, corpus, { title: "T", dryRun: true })).folder).toBeUndefined();
    expect(existsSync(corpus)).toBe(false);
    mkdirSync(corpus);
    await expect(importStory(book, book, { title: "T" })).rejects.toThrow(Problem);
  });
});
