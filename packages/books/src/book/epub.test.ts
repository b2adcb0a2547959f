import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "@plotline/corpus/testing";
import { type AlignedWork, epubWithNotes } from "@plotline/formats";
import { Archive } from "@plotline/formats/node";
import { describe, expect, it } from "vitest";
import { readPair } from "../read-pair.ts";
import { type Entry, type EpubParts, epub } from "../testing/epub.ts";
import { readEpub } from "./epub.ts";
import { readStory } from "./story.ts";

const numerals = ["I", "II", "III", "IV", "V", "VI"];
const people = ["The baker", "A sailor", "The widow", "My brother", "The judge", "A stranger"];

/** Paragraphs that no other chapter has. */
function told(chapter: number, count = 8): string[] {
  return Array.from(
    { length: count },
    (_, k) =>
      `On day ${k + 1} of month ${chapter + 1} ${people[chapter % people.length]!.toLowerCase()} walked down to the harbour, looked at the water for a while, and said nothing to anybody about the ship. The lamps were lit along the quay, one after another, and the gulls came in from the sea before the rain began.`,
  );
}

const body = (chapter: number, count?: number) =>
  told(chapter, count)
    .map((text) => `<p>${text}</p>`)
    .join("\n");
const six = numerals.map((_, k) => k);
const file = (k: number) => `c${k}.xhtml`;
const listed: readonly Entry[] = numerals.map((numeral, k) => [`Chapter ${numeral}`, file(k)]);

function pagesOf(make: (chapter: number) => EpubParts["pages"][string]): EpubParts["pages"] {
  return Object.fromEntries(six.map((k) => [file(k), make(k)]));
}

const plainPages = pagesOf((k) => `<h2>Chapter ${numerals[k]}</h2>${body(k)}`);
const read = (parts: EpubParts) => readStory(epub(parts), "book.epub");
const headings = (parts: EpubParts) => read(parts).chapters.map(({ heading }) => heading);
const paragraphs = (parts: EpubParts) => read(parts).chapters.map((chapter) => chapter.paragraphs);
const left = (parts: EpubParts) => read(parts).stripped.map(({ what, words }) => `${what}: ${words}`);

describe("the navigation of an EPUB", () => {
  const chapters = numerals.map((numeral) => `Chapter ${numeral}`);

  it("is the NCX of EPUB 2, or the nav of EPUB 3, or the one of both that says more", () => {
    expect(headings({ pages: plainPages, ncx: listed })).toEqual(chapters);
    expect(headings({ pages: plainPages, nav: listed })).toEqual(chapters);
    expect(headings({ pages: plainPages, nav: [["Start", file(0)]], ncx: listed })).toEqual(chapters);
  });

  it("is handed over with its depth and order, and parts without a link lead to their first chapter", () => {
    const nav: readonly Entry[] = [
      ["Part One", undefined, listed.slice(0, 3)],
      ["Part Two", file(3), listed.slice(3)],
    ];
    const { blocks } = readEpub(new Archive(epub({ pages: plainPages, nav }), "book"), "book");
    const entries = blocks.flatMap((block) => (block.entries ?? []).map((each) => ({ ...each, heading: block.text })));
    expect(entries.map(({ name, depth, order }) => [name, depth, order])).toEqual([
      ["Part One", 0, 0],
      ...chapters.slice(0, 3).map((name, k) => [name, 1, k + 1]),
      ["Part Two", 0, 4],
      ...chapters.slice(3).map((name, k) => [name, 1, k + 5]),
    ]);
    expect(new Set(entries.map(({ heading }) => heading))).toEqual(new Set(chapters));
  });

  it("may say what it is by its role", () => {
    const list = numerals.map((numeral, k) => `<li><a href="${file(k)}">Chapter ${numeral}</a></li>`);
    const other = `<nav role="doc-pagelist"><ol><li><a href="${file(2)}">17</a></li></ol></nav>`;
    const more = { "OEBPS/nav.xhtml": `${other}<nav role="doc-toc"><ol>${list.join("")}</ol></nav>` };
    const bare = pagesOf((k) => body(k));
    expect(headings({ pages: bare, nav: [], more })).toEqual(chapters);
  });

  it("names chapters whose headings are pictures, by their words or by its own", () => {
    const spoken = pagesOf((k) => `<h2><img src="${k}.png" alt="Chapter ${numerals[k]}"/></h2>${body(k)}`);
    const silent = pagesOf((k) => `<h2><img src="${k}.png" alt="ornament"/></h2><p>“Well?”</p>${body(k)}`);
    expect(paragraphs({ pages: spoken, nav: listed })).toEqual(six.map((k) => told(k)));
    expect(headings({ pages: silent, nav: listed })).toEqual(chapters);
    expect(paragraphs({ pages: silent, nav: listed })).toEqual(six.map((k) => ["“Well?”", ...told(k)]));
  });

  it("names chapters that have no heading at all, and their first paragraph stays in the text", () => {
    const bare = pagesOf((k) => `<p>It rained again.</p>${body(k)}`);
    for (const contents of [{ nav: listed }, { ncx: listed }]) {
      expect(headings({ pages: bare, ...contents })).toEqual(chapters);
      expect(paragraphs({ pages: bare, ...contents })).toEqual(six.map((k) => ["It rained again.", ...told(k)]));
    }
  });
});

describe("the notes of an EPUB", () => {
  const chapters = six.map((k) => told(k));
  /** The first paragraph with a mark at its last word; the others as they are. */
  const marked = (k: number, mark: string) => body(k).replace("</p>", `${mark}</p>`);
  const note = (k: number) => `This was the ship of year ${k}.`;

  for (const [what, attribute, mark] of [
    ["epub:type", 'epub:type="footnote"', 'epub:type="noteref"'],
    ["their role", 'role="doc-footnote"', 'role="doc-noteref"'],
  ] as const)
    it(`by ${what} leave the text, and their marks leave the words`, () => {
      const pages = pagesOf(
        (k) =>
          `<h2>Chapter ${numerals[k]}</h2>${marked(k, `<a ${mark} href="#n1">1</a>`)}<aside ${attribute} id="n1"><p>${note(k)}</p><p>Ask the baker.</p></aside>`,
      );
      expect(paragraphs({ pages, nav: listed })).toEqual(chapters);
      expect(left({ pages, nav: listed })).toContain("6 footnotes: 60");
      expect(left({ pages, nav: listed })).toContain("6 marks of footnotes: 6");
    });

  it("in a file of their own are known by the raised links that lead to them", () => {
    const pages = pagesOf(
      (k) => `<h2>Chapter ${numerals[k]}</h2>${marked(k, `<sup><a href="n.xhtml#n${k}">${k + 1}</a></sup>`)}`,
    );
    const notes = six.map((k) => `<li id="n${k}"><p>${note(k)} <a href="${file(k)}">↩</a></p></li>`);
    const parts = { pages: { ...pages, "n.xhtml": `<h2>Notes</h2><ol>${notes.join("")}</ol>` }, nav: listed };
    expect(paragraphs(parts)).toEqual(chapters);
    expect(left(parts).join()).toContain("6 footnotes: ");
  });

  it("of EPUB 2 are known by links that lead to one another", () => {
    const pages = pagesOf(
      (k) =>
        `<h2>Chapter ${numerals[k]}</h2>${marked(k, '<a id="r1" href="#n1">1</a>')}<p><a id="n1" href="#r1">1</a> ${note(k)}</p>`,
    );
    expect(paragraphs({ pages, ncx: listed })).toEqual(chapters);
  });

  for (const [what, mark] of [
    ["raised by its class", (k: number) => `<span class="super"><a href="#n${k}">1</a></span>`],
    ["of a class of its own", (k: number) => `<a class="footnote_ref" href="#n${k}">[1]</a>`],
    ["raised in verse", (k: number) => `<sup><a href="#n${k}">*</a></sup>`],
  ] as const)
    it(`below the text of a chapter go as a whole, and their marks: ${what}`, () => {
      const verse = what.includes("verse");
      const pages = pagesOf((k) => {
        const text = verse
          ? marked(k, mark(k)).replace("<p>", '<div class="stanza"><p>').replace("</p>", "</p></div>")
          : marked(k, mark(k));
        return `<h2>Chapter ${numerals[k]}</h2>${text}<div class="notes"><p id="n${k}"><a href="#r${k}">1</a> ${note(k)}</p><p>Ask the baker.</p></div>`;
      });
      expect(paragraphs({ pages, nav: listed })).toEqual(chapters);
    });

  it("at the end of the book are known by the role of their page", () => {
    const pages = pagesOf(
      (k) => `<h2>Chapter ${numerals[k]}</h2>${marked(k, `<a role="doc-noteref" href="n.xhtml#n${k}">${k + 1}</a>`)}`,
    );
    const notes = six.map((k) => `<p id="n${k}" role="doc-endnote">${note(k)}</p>`);
    const parts = {
      pages: {
        "dedication.xhtml": `<section role="doc-dedication"><p>To my sister.</p></section>`,
        ...pages,
        "n.xhtml": `<section role="doc-endnotes"><h2>Remarks</h2>${notes.join("")}</section>`,
        "end.xhtml": `<section role="doc-colophon"><h2>The Type</h2><p>It was set by hand.</p></section>`,
      },
      nav: [...listed, ["Remarks", "n.xhtml"], ["The Type", "end.xhtml"]] as const,
    };
    expect(paragraphs(parts)).toEqual(chapters);
    expect(left(parts).join()).toMatch(/^2 pages that the file marks as front or back matter: .*,1 footnotes: 43,/);
  });

  it("outside of the reading order are left out by name", () => {
    const pages = { ...plainPages, "pop.xhtml": { body: `<p>${note(1)}</p>`, aside: true } };
    expect(paragraphs({ pages, nav: listed })).toEqual(chapters);
    expect(left({ pages, nav: listed })).toContain("1 parts outside the reading order: 7");
  });
});

describe("an EPUB", () => {
  it("of stories has the stories that its navigation names", () => {
    const titles = ["The Lamp", "A Loaf of Bread", "Nobody's Dog", "The Tide", "Old Letters", "A Door"];
    const pages = pagesOf(
      (k) => `<h2>${titles[k]}</h2><h3>I</h3>${body(k)}<h3>II</h3>${body(k + 10)}<h3>III</h3>${body(k + 20)}`,
    );
    expect(headings({ pages, nav: titles.map((title, k) => [title, file(k)]) })).toEqual(titles);
  });

  it("has nothing of the pages around the text that its navigation names", () => {
    const around = {
      "copyright.xhtml": "<p>First published in 2020.</p>",
      "thanks.xhtml": "<h2>Acknowledgements</h2><p>I thank my editor.</p>",
      "next.xhtml": `<h2>An Excerpt from Gulls</h2>${body(0)}`,
    };
    const { "copyright.xhtml": first, ...last } = around;
    const parts = {
      pages: { "copyright.xhtml": first, ...plainPages, ...last },
      nav: [
        ["Copyright", "copyright.xhtml"],
        ...listed,
        ["Acknowledgements", "thanks.xhtml"],
        ["Excerpt from Gulls", "next.xhtml"],
      ] as const,
    };
    expect(paragraphs(parts)).toEqual(six.map((k) => told(k)));
    expect(left(parts).join()).toContain("pages that the file marks as front or back matter");
  });

  it("with a licence at its end is read up to there", () => {
    const licence = `<p>*** END OF THE PROJECT GUTENBERG EBOOK SHIPS ***</p><h2>THE FULL LICENSE</h2>${"<p>You may copy it, give it away or re-use it under the terms of the licence.</p>".repeat(40)}`;
    const pages = pagesOf((k) => `<h2>Chapter ${numerals[k]}</h2>${body(k)}${k === 5 ? licence : ""}`);
    expect(paragraphs({ pages, nav: listed })).toEqual(six.map((k) => told(k)));
    expect(read({ pages, nav: listed }).isGutenberg).toBe(true);
  });

  it("with a licence in a file of its own is read up to there, marker or not", () => {
    const licence = "<p>You may copy it, give it away or re-use it.</p>".repeat(40);
    for (const name of ["THE FULL PROJECT GUTENBERG™ LICENSE", "License"]) {
      const pages = { ...plainPages, "licence.xhtml": `<h2>${name}</h2>${licence}` };
      expect(paragraphs({ pages, nav: [...listed, [name, "licence.xhtml"]] })).toEqual(six.map((k) => told(k)));
    }
  });

  it("keeps a letter that is a picture, the words between italics, and underscores of its own", () => {
    const text = (k: number) => [`On day ${k} of 17__ he called it _The Gull_.`, "Exit. _Bob and_ Anna."];
    const pages = pagesOf(
      (k) =>
        `<h2>Chapter ${numerals[k]}</h2><div><img src="o.png" alt="O"/></div><p>n day ${k} of 17__ he called it <i>The </i><i>Gull</i><i/>.</p><p>Exit. <i>Bob</i> <i>and</i> Anna.</p>${body(k)}`,
    );
    expect(paragraphs({ pages, nav: listed })).toEqual(six.map((k) => [...text(k), ...told(k)]));
  });

  it("of verse has no numbers of its lines", () => {
    const verse = told(0).map((line, k) => `<div>${line}<span class="lnum">${10 * k}</span></div>`);
    const pages = pagesOf((k) => `<h2>Chapter ${numerals[k]}</h2><div class="stanza">${verse.join("")}</div>`);
    expect(paragraphs({ pages, nav: listed })[0]!.join(" ")).toBe(told(0).join(" "));
  });

  it("in Standard Ebooks' layout has its chapters and no more", () => {
    const around = (type: string, text: string) => ({ type, body: `<section epub:type="${type}">${text}</section>` });
    const chapters = pagesOf((k) => ({
      type: "bodymatter z3998:fiction",
      body: `<section id="c${k}" epub:type="chapter"><hgroup><h2 epub:type="ordinal z3998:roman">${numerals[k]}</h2><p epub:type="title">The ${people[k]!.split(" ").at(-1)}</p></hgroup>${body(k).replace("</p>", `<a href="endnotes.xhtml#note-${k}" id="noteref-${k}" epub:type="noteref">${k + 1}</a></p>`)}</section>`,
    }));
    const pages = {
      "titlepage.xhtml": around("frontmatter", '<h1 epub:type="title">Ships</h1><img alt="Ships" src="t.svg"/>'),
      "imprint.xhtml": around("frontmatter", `<h2>Imprint</h2><p>This ebook is the product of many hours.</p>`),
      "halftitlepage.xhtml": around("frontmatter halftitlepage", "<h2>Ships</h2>"),
      ...chapters,
      "endnotes.xhtml": {
        type: "backmatter",
        body: `<section epub:type="endnotes"><h2>Endnotes</h2><ol>${six.map((k) => `<li id="note-${k}" epub:type="endnote"><p>A note. <a href="${file(k)}#noteref-${k}" epub:type="backlink">↩</a></p></li>`).join("")}</ol></section>`,
      },
      "colophon.xhtml": around("backmatter", "<h2>Colophon</h2><p>It was typeset by somebody.</p>"),
    };
    const nav: readonly Entry[] = [
      ["Titlepage", "titlepage.xhtml"],
      ["Imprint", "imprint.xhtml"],
      [
        "Ships",
        "halftitlepage.xhtml",
        six.map((k) => [`${numerals[k]}: The ${people[k]!.split(" ").at(-1)}`, file(k)]),
      ],
      ["Endnotes", "endnotes.xhtml"],
      ["Colophon", "colophon.xhtml"],
    ];
    expect(paragraphs({ pages, nav })).toEqual(six.map((k) => told(k)));
    expect(headings({ pages, nav })[0]).toBe("I The baker");
    expect(left({ pages, nav }).join()).toMatch(/footnotes: \d+/);
  });

  it("may have more than 32 MB, most of it pictures", () => {
    const path = join(temporaryFolder({}), "book.epub");
    writeFileSync(
      path,
      epub({ pages: plainPages, nav: listed, more: { "OEBPS/map.png": new Uint8Array(33 * 1024 * 1024) } }),
    );
    expect(readPair({ book: path }).story.chapters.length).toBe(6);
  });

  it("that plotline exported is read as the book that it was made from", () => {
    const work: AlignedWork = {
      title: "Ships & Towns",
      rights: [],
      alignment: "gold",
      chapters: six.map((k) => ({
        number: k,
        name: `Chapter ${numerals[k]}`,
        summary: ["They look at the water.", "Nobody says anything."],
        story: told(k),
        links: [0, 1].flatMap((summary) => [1, 2, 5].map((story) => ({ summary, story, confidence: 0.9 }))),
      })),
    };
    const { chapters } = readStory(epubWithNotes(work), "book.epub");
    expect(chapters.map((chapter) => chapter.paragraphs)).toEqual(work.chapters.map(({ story }) => story));
  });
});
