import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Problem } from "@plotline/base";
import { temporaryFolder } from "@plotline/corpus/testing";
import type { Document } from "@plotline/formats";
import { docx, odt, type PdfTextLine, pdf, zipped } from "@plotline/formats/testing";
import mammoth from "mammoth";
import { describe, expect, it } from "vitest";
import { readStory } from "./book/story.ts";
import { readGuide } from "./guide/guide.ts";
import { openFile } from "./open-file.ts";

const points = ["Jim finds the map.", "The doctor and the squire hire a ship."];
const later = ["Silver cooks aboard the schooner."];

function guideOf(bytes: Uint8Array, name: string) {
  const folder = temporaryFolder({});
  writeFileSync(join(folder, name), bytes);
  const { sections } = readGuide(join(folder, name), "Treasure Island");
  return sections.map(({ name: heading, points }) => [heading, ...points]);
}

function documentOf(bytes: Uint8Array): Document {
  const file = openFile(bytes, "file", "guide");
  if (file.kind !== "document") throw new Error(`a document is expected, not ${file.kind}`);
  return file.document;
}

const twoChapters = [
  ["Chapter 1", ...points],
  ["Chapter 2", ...later],
];

function problemOf(bytes: Uint8Array, reading: "book" | "guide" = "guide"): string {
  try {
    openFile(bytes, "file", reading);
    return "";
  } catch (error) {
    expect(error).toBeInstanceOf(Problem);
    return (error as Problem).message;
  }
}

describe("a Word document", () => {
  const guide = docx([
    { text: "Chapter 1", style: "Heading1" },
    ...points.map((text) => ({ text, style: "ListBullet" })),
    { text: "Chapter 2", style: "Mine" },
    { text: later[0]!, more: "<w:del><w:r><w:delText>Long John</w:delText></w:r></w:del>" },
  ]);

  it("is a guide with its headings and lists, by style names, styles based on them, and without deleted text", () => {
    expect(guideOf(guide, "guide.docx")).toEqual(twoChapters);
    expect(documentOf(guide)).toMatchObject({ title: "A Guide", author: "A. Teacher" });
  });

  it("has the text that mammoth reads", async () => {
    const { value } = await mammoth.extractRawText({ buffer: Buffer.from(guide) });
    const ours = documentOf(guide).blocks.map(({ text }) => text);
    expect(ours).toEqual(value.split("\n\n").filter(Boolean));
  });

  it("has the numbers that Word counts itself", () => {
    const counted = docx([
      { text: "The Old Sea Dog", style: "Counted" },
      { text: points[0]! },
      { text: "Black Dog", style: "Counted" },
      { text: later[0]! },
    ]);
    expect(guideOf(counted, "g.docx").map(([heading]) => heading)).toEqual([
      "Chapter I. The Old Sea Dog",
      "Chapter II. Black Dog",
    ]);
  });

  it("with headings made by hand, in bold, has them", () => {
    const bold = (text: string) => ({ text: "", more: `<w:r><w:rPr><w:b/></w:rPr><w:t>${text}</w:t></w:r>` });
    const paragraphs = [bold("Chapter 1"), ...points.map((text) => ({ text })), bold("Chapter 2"), { text: later[0]! }];
    expect(guideOf(docx(paragraphs), "g.docx")).toEqual(twoChapters);
  });

  it("is a book", () => {
    const long = "The squire and the doctor had asked me to write down the whole of it. ".repeat(8);
    const book = docx([1, 2, 3].flatMap((n) => [{ text: `Chapter ${n}`, style: "Heading1" }, { text: long }]));
    const { format, title, chapters } = readStory(book, "book.docx");
    expect([format, title]).toEqual(["Word", "A Guide"]);
    expect(chapters.map(({ heading, paragraphs }) => [heading, paragraphs.length])).toEqual([
      ["Chapter 1", 1],
      ["Chapter 2", 1],
      ["Chapter 3", 1],
    ]);
  });
});

it("an OpenDocument text is read without its notes, comments and contents", () => {
  const item = (text: string) => `<text:list-item><text:p>${text}</text:p></text:list-item>`;
  const note = "<text:note><text:note-body><text:p>A note.</text:p></text:note-body></text:note>";
  const body = `<text:table-of-content><text:p>Chapter 1 … 3</text:p></text:table-of-content><text:h text:outline-level="2">Chapter 1</text:h><text:list>${item(points[0]! + note)}${item(points[1]!)}</text:list><text:h text:outline-level="2">Chapter<text:s/>2</text:h><text:p>${later[0]}</text:p>`;
  expect(guideOf(odt(body), "guide.odt")).toEqual(twoChapters);
});

describe("a PDF", () => {
  const page = (number: number, lines: readonly Omit<PdfTextLine, "y">[]): PdfTextLine[] => [
    { text: "Notes on Treasure Island", y: 760, size: 9 },
    ...lines.map((line, k) => ({ y: 700 - 20 * k, ...line })),
    { text: `Page ${number} of 3`, y: 30, x: 280, size: 9 },
  ];
  const chapter = (number: number) => ({ text: `Chapter ${number}`, size: 16, bold: true });

  it("is a guide without its running heads and page numbers, with divided words made whole", () => {
    const pages = [
      page(1, [
        chapter(1),
        { text: "• Jim finds" },
        { text: "the map.", x: 80 },
        { text: "• The doctor and the squi-" },
      ]),
      page(2, [{ text: "re hire a ship.", x: 80 }]),
      page(3, [chapter(2), { text: "• Silver cooks aboard the schooner." }]),
    ].map((lines) => lines.map((line) => (line.x === 80 ? { ...line, y: line.y + 6 } : line)));
    expect(guideOf(pdf(pages), "guide.pdf")).toEqual(twoChapters);
  });

  it("keeps chapter headings at the top of pages, which do not count the pages", () => {
    const pages = [2, 5, 9].map((number) => [
      { text: `Chapter ${number}`, y: 740 },
      { text: "", y: 720 },
      { text: `Silver cooks aboard the schooner for ${number} weeks.`, y: 700 },
      { text: `He has ${10 * number} parrots.`, y: 660 },
      { text: `One of them is called Captain Flint ${number * number}.`, y: 620 },
    ]);
    const texts = documentOf(pdf(pages)).blocks.map(({ text }) => text);
    expect(texts.filter((text) => text.startsWith("Chapter"))).toEqual(["Chapter 2", "Chapter 5", "Chapter 9"]);
  });

  it("without text, or damaged, is refused with what to do", () => {
    expect(problemOf(pdf([[], []]))).toMatch(/is a PDF without text, such as scanned pages: .*OCR/);
    expect(problemOf(Buffer.from("%PDF-1.7\nnothing more"))).toMatch(/is a damaged PDF/);
  });
});

describe("what cannot be read", () => {
  it.each([
    [zipped({ "xl/workbook.xml": "<x/>" }), "is an Excel workbook; save the guide as Word"],
    [zipped({ "ppt/presentation.xml": "<x/>" }), "is a PowerPoint presentation"],
    [zipped({ "META-INF/container.xml": "<x/>" }), "is an EPUB; save the guide as"],
    [zipped({ "a.txt": "hello" }), "is a zip archive: unpack it and give plotline the guide inside"],
    [Buffer.from("{\\rtf1\\ansi Chapter 1\\par}"), "is an RTF document; save the guide as Word"],
    [Buffer.from("1\r\n00:00:01,000 --> 00:00:03,000\r\nThe ship sails.\r\n"), "is a file of subtitles"],
    [docx([]), "has no text in it"],
  ])("is named, and a guide is called a guide", (bytes, sentence) => expect(problemOf(bytes)).toContain(sentence));

  it("a text in an encoding that it does not name", () => {
    const koi8 = Buffer.from(Array.from({ length: 600 }, (_, k) => (k % 7 === 6 ? 32 : 0xc1 + ((k * 5) % 30))));
    expect(problemOf(koi8)).toContain("save it as UTF-8");
  });

  it("an old Word file, by its first bytes", () => {
    const folder = temporaryFolder({});
    writeFileSync(join(folder, "old.doc"), Buffer.from("d0cf11e0a1b11ae100000000", "hex"));
    expect(() => readGuide(join(folder, "old.doc"), "")).toThrow(
      /is a Word document of the old kind.*save the guide as/,
    );
  });

  it("a document that would unpack to very much is not unpacked", () => {
    expect(problemOf(docx([{ text: "a".repeat(40 * 1024 * 1024) }]))).toContain("unpacks to more than 32 MB");
  });
});

it("a picture inside a Markdown guide is no endless word", () => {
  const picture = `![map](data:image/png;base64,${"iVBORw0K".repeat(150_000)})`;
  const guide = Buffer.from(`# Chapter 1\n\nThe miser counts his gold.\n\n${picture}\n`);
  expect(openFile(guide, "guide.md", "guide").kind).toBe("text");
});
