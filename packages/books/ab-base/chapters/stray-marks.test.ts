import { described } from "@plotline/formats";
import { describe, expect, it } from "vitest";
import { readStory } from "../book/story.ts";

function prose(paragraphs: number): string {
  const line =
    "Somebody walks down to the harbour, looks at the water for a while, says nothing\nat all, and walks home again before the rain begins.";
  return Array.from({ length: paragraphs }, () => line).join("\n\n");
}

function below(heading: string, paragraphs = 12): string {
  return `\n\n\n\n${heading}\n\n\n${prose(paragraphs)}`;
}

function storyOf(text: string, name = "book.txt") {
  return readStory(Buffer.from(text), name);
}

function headingsOf(text: string): string[] {
  return storyOf(text).chapters.map(({ heading }) => heading);
}

const speeches = Array.from({ length: 60 }, (_, k) => `${["ANNA", "BERTA", "CARL"][k % 3]}. I say what I say.`).join(
  "\n\n",
);

describe("headings that begin no chapter", () => {
  it("are the parts of chapters, counted anew in each", () => {
    const parts = ["Part 1", "Part 2", "Part 3"].map((part) => below(part)).join("");
    const text = ["FIRST", "SECOND", "THIRD", "FOURTH"].map((number) => `${below(`CHAPTER THE ${number}`, 0)}${parts}`);
    expect(headingsOf(`A TITLE${text.join("")}`)).toEqual([
      "CHAPTER THE FIRST",
      "CHAPTER THE SECOND",
      "CHAPTER THE THIRD",
      "CHAPTER THE FOURTH",
    ]);
  });

  it("stand among the notes at the end", () => {
    const acts = ["ACT I.", "ACT II.", "ACT III."];
    const play = acts.map((act) => `\n\n\n\n${act}\n\n\n${speeches}`).join("");
    const notes = acts.map((act) => `\n\n${act}\n\nLine 3 was struck out by the author in his own copy.`).join("");
    const { chapters, stripped } = storyOf(`A PLAY${play}\n\n\n\nCORRECTIONS AND ADDITIONS.\n\n${notes}`);
    expect(chapters.map(({ heading }) => heading)).toEqual(acts);
    expect(stripped.some(({ what }) => what.includes("CORRECTIONS"))).toBe(true);
  });

  it("number the stanzas of a poem before the book", () => {
    const stanza = "O harbour wide, O water grey,\nWe sang to thee the livelong day.";
    const poem = ["I", "II", "III"].map((number) => `\n\n\n${number}\n\n${stanza}`).join("");
    const text = `A TITLE\n\n\n\nTO A FRIEND${poem}${["I", "II", "III", "IV"].map((number) => below(number, 20)).join("")}`;
    expect(headingsOf(text)).toEqual(["I", "II", "III", "IV"]);
  });

  it("repeat the chapter's own title inside it", () => {
    const list = "CONTENTS\n\nI. THE HARBOUR\n\nII. THE BROKEN LUTE\n\nIII. THE RAIN";
    const inside = `${below("CHAPTER II", 0)}\n\nTHE BROKEN LUTE\n\n${prose(12)}\n\n\nTHE BROKEN LUTE\n\n${prose(12)}`;
    const text = `A TITLE\n\n\n\n${list}${below("CHAPTER I", 0)}\n\nTHE HARBOUR\n\n${prose(12)}${inside}${below("CHAPTER III", 0)}\n\nTHE RAIN\n\n${prose(12)}`;
    expect(headingsOf(text)).toEqual(["CHAPTER I THE HARBOUR", "CHAPTER II THE BROKEN LUTE", "CHAPTER III THE RAIN"]);
  });

  it("say who translated the work, or to whom it is dedicated", () => {
    const paragraphs = `<p>${"Somebody walks down to the harbour and home again. ".repeat(30)}</p>`.repeat(3);
    const work = (title: string) =>
      `<h1>${title}</h1><h3>Translation by A. Scholar</h3><p>The argument.</p><h1>${title}</h1>${paragraphs}`;
    const page = `<html><body><h3>TO THE CAT,<br>THIS BOOK IS AFFECTIONATELY DEDICATED</h3><p>A. A.</p>${["THE KING", "THE GROVE", "THE SISTER"].map(work).join("")}</body></html>`;
    expect(storyOf(page, "book.html").chapters.map(({ heading }) => heading)).toEqual([
      "THE KING",
      "THE GROVE",
      "THE SISTER",
    ]);
  });
});

describe("numbers as printed", () => {
  it("may have a small L for an I", () => {
    const numbers = ["XIV", "XV", "XVl", "XVII"];
    const text = ["I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII", "XIII", ...numbers];
    const { chapters, warnings } = storyOf(`A TITLE${text.map((number) => below(number)).join("")}`);
    expect(chapters.length).toBe(17);
    expect(warnings).toEqual([]);
  });

  it("may be misprinted, and the misprint carried on", () => {
    const numbers = ["I", "II", "III", "VII", "IV", "VI", "VII", "VIII"];
    const { chapters, warnings } = storyOf(`A TITLE${numbers.map((number) => below(`CHAPTER ${number}`)).join("")}`);
    expect(chapters.length).toBe(8);
    expect(warnings).toEqual([]);
  });
});

describe("what is not the work", () => {
  it("is a glossary longer in paragraphs than the play", () => {
    const entries = Array.from({ length: 900 }, (_, k) => `WORD${k}, meaning.`).join("\n\n");
    const play = ["ACT I", "ACT II", "ACT III"]
      .map((act) => `\n\n\n\n${act}\n\n\n${speeches}\n\n${prose(60)}`)
      .join("");
    const { chapters, stripped } = storyOf(`A PLAY${play}\n\n\n\nGLOSSARY\n\n\n${entries}`);
    expect(chapters.length).toBe(3);
    expect(chapters.at(-1)!.paragraphs.some((paragraph) => paragraph.includes("meaning."))).toBe(false);
    expect(stripped.some(({ what }) => what.includes("GLOSSARY"))).toBe(true);
  });

  it("is the preface of a play without acts, under headings of its own", () => {
    const preface = ["ON HARBOURS", "ON RAIN", "ON WALKING"].map((heading) => below(heading)).join("");
    const { chapters, kind } = storyOf(`A PLAY${preface}\n\n\n\nA PLAY\n\n\n${speeches}\n\n${speeches}\n\n${speeches}`);
    expect(kind).toBe("play");
    expect(chapters.map(({ heading }) => heading)).toEqual(["A PLAY"]);
  });

  it("is an acknowledgement at the end", () => {
    const titles = ["THE CAT", "THE DOG", "THE OWL"].map((title) => below(title, 30)).join("");
    expect(headingsOf(`A TITLE${titles}\n\n\n\nACKNOWLEDGMENT\n\n\nThe author thanks an editor.`)).toEqual([
      "THE CAT",
      "THE DOG",
      "THE OWL",
    ]);
  });

  it("is an old header that lacks its last line", () => {
    const header =
      "Project Gutenberg's A Play by Somebody\n\n***START**THE SMALL PRINT!**FOR PUBLIC DOMAIN ETEXTS**START***\n\nIf you are interested in contributing scanning equipment or\nsoftware or other items, please contact Michael Hart at:\nhart@example.org";
    const acts = ["ACT II", "ACT III", "ACT IV"].map((act) => `\n\n\n\n${act}\n\n\n${speeches}`).join("");
    const { chapters, stripped } = storyOf(`${header}\n\n\n\nA PLAY\n\n\n${prose(12)}\n\n${speeches}${acts}`);
    expect(stripped.map(described).join("\n")).toMatch(/^Project Gutenberg's header, \d+ words$/m);
    expect(chapters.map(({ heading }) => heading)).toEqual(["", "ACT II", "ACT III", "ACT IV"]);
  });
});

it("letters from one to another are no play", () => {
  const letters = ["I", "II", "III", "IV", "V", "VI"].map(
    (number, k) =>
      `${below(number, 0)}\n\nLADY ${k % 2 ? "ANNA TO MRS. BERG" : "BERTA TO MR. CARL"}\n\nMy dear friend,\n\n${prose(2)}\n\nYours ever,\n\nS. BERG.`,
  );
  expect(storyOf(`A TITLE${letters.join("")}`).kind).toBe("story");
});

it("a long text below the translator's name is a chapter all the same", () => {
  const paragraphs = `<p>${"Somebody walks down to the harbour and home again. ".repeat(30)}</p>`.repeat(6);
  const page = `<html><body><h1>The Change</h1><h2>Translated by A. Scholar</h2>${paragraphs}<h2>II</h2>${paragraphs}<h2>III</h2>${paragraphs}</body></html>`;
  expect(storyOf(page, "book.html").chapters.length).toBe(3);
});

it("a note at the end may be the story's own", () => {
  const text = `A TITLE${["I", "II", "III", "IV"].map((number) => below(`CHAPTER ${number}`)).join("")}\n\n\n\nNOTE\n\n\nSeven years later we all went down to the harbour again.`;
  expect(storyOf(text).chapters.at(-1)!.paragraphs.at(-1)).toContain("Seven years later");
});
