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
