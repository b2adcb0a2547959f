import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { splitParagraphs } from "@plotline/align";
import { describe, expect, it } from "vitest";
import { readStory } from "./story.ts";

const sample = fileURLToPath(new URL("../../../../corpora/sample/", import.meta.url));

describe("the sample's books", () => {
  for (const [title, kind] of [
    ["The Sea's Tithe", "novel"],
    ["Forty Guineas", "play"],
    ["The Telling at Winterlow", "story"],
  ] as const) {
    it(`${title} comes apart into its stored chapters, paragraph for paragraph`, () => {
      const story = readStory(readFileSync(`${sample}books/${title}.txt`), title);
      const files = readdirSync(`${sample}stories/${title}`);
      expect(story.title).toBe(title);
      expect(story.kind).toBe(kind);
      expect(story.warnings).toEqual([]);
      expect(story.chapters.length).toBe(files.length);
      story.chapters.forEach((chapter, number) => {
        const stored = readFileSync(`${sample}stories/${title}/${number}.txt.utf8`, "utf8");
        expect(chapter.paragraphs).toEqual(splitParagraphs(stored));
      });
    });
  }
});

it("soft hyphens and spaces without width are taken out of words", () => {
  const page = "<p>The co&shy;oper&shy;ation of the\u200b fox was non\u2011existent.</p><p>He slept.</p>";
  const [chapter] = readStory(Buffer.from(`<html><body>${page}</body></html>`), "test.html").chapters;
  expect(chapter?.paragraphs[0]).toBe("The cooperation of the fox was non-existent.");
});

it("a page that was cut off says so, wherever that was; one that leaves out an end does not", () => {
  const page = `<html><body>${'<p class="text">The fox slept, and nobody woke it.</p>\n'.repeat(40)}</body></html>`;
  const warned = (html: string) =>
    readStory(Buffer.from(html), "fox.html").warnings.filter(({ kind }) => kind === "cut");
  for (const length of [900, 905, 910, 920, 930, 940])
    expect(warned(page.slice(0, length)), page.slice(length - 20, length)).toEqual([
      { kind: "cut", text: expect.stringContaining("seems to be cut off") },
    ]);
  for (const whole of [
    page,
    page.replace("</html>", ""),
    page.replace("</body>", ""),
    page.replace(/<.?(html|body)>/g, ""),
  ])
    expect(warned(whole)).toEqual([]);
});

it("a text of Project Gutenberg without its end says so", () => {
  const [head, tail] = ["START", "END"].map((end) => `*** ${end} OF THE PROJECT GUTENBERG EBOOK THE FOX ***`);
  const text = `${head}\n\n${"The fox slept, and nobody woke it.\n\n".repeat(40)}`;
  const kinds = (file: string) => readStory(Buffer.from(file), "fox.txt").warnings.map(({ kind }) => kind);
  expect(kinds(`${text}${tail}\n`)).not.toContain("cut");
  expect(kinds(text)).toContain("cut");
  expect(kinds(text.replace(head!, "*END*THE SMALL PRINT! FOR PUBLIC DOMAIN ETEXTS*"))).not.toContain("cut");
});

describe("the title", () => {
  const read = (text: string) => readStory(Buffer.from(text), "test.txt").title;
  const body = "She poured the tea, and nobody drank it.\n\n".repeat(20);

  it("is not the first verse of a poem, nor how the story begins", () => {
    expect(read("The fisher went out,\n  And the gulls cried;\n\nThe wife lit a lamp.\n")).toBeUndefined();
    expect(
      read("There was once a miller who had nothing left but his donkey and his cat.\n\nHe wept.\n"),
    ).toBeUndefined();
    expect(read("A fox came by.\n\nHe saw the grapes.\n")).toBeUndefined();
    expect(read("The Fox and the Grapes.\n\nA fox came by.\n\nHe left.\n")).toBe("The Fox and the Grapes.");
    expect(read("The Miller\n\nThere was once a miller.\n\nHe wept.\n")).toBe("The Miller");
  });

  it("stands above the author, and above a subtitle", () => {
    expect(read(`THE TEA\n\nA Comedy in Two Acts\n\nby A. Nobody\n\n\nCHAPTER I\n\n${body}CHAPTER II\n\n${body}`)).toBe(
      "The Tea",
    );
    expect(read(`THE TEA\n\nby A. Nobody\n\n\nCHAPTER I\n\n${body}CHAPTER II\n\n${body}`)).toBe("The Tea");
  });

  it("is in the first line of an old file of Project Gutenberg", () => {
    const text = `The Project Gutenberg Etext of The Tea, by A. Nobody\n\n*END*THE SMALL PRINT! FOR PUBLIC DOMAIN ETEXTS*\n\nCHAPTER 1\n\n${body}CHAPTER 2\n\n${body}`;
    expect(readStory(Buffer.from(text), "test.txt")).toMatchObject({ title: "The Tea", author: "A. Nobody" });
  });

  it("is not the heading of the first chapter", () => {
    expect(read(`CHAPTER 1\n\n${body}CHAPTER 2\n\n${body}`)).toBeUndefined();
  });
});
