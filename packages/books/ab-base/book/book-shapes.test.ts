import { describe, expect, it } from "vitest";
import { readStory } from "./story.ts";

function prose(paragraphs: number): string {
  const line =
    "Somebody walks down to the harbour, looks at the water for a while, says nothing\nat all, and walks home again before the rain begins.";
  return Array.from({ length: paragraphs }, () => line).join("\n\n");
}

function headingsOf(text: string): string[] {
  return readStory(Buffer.from(text), "book.txt").chapters.map(({ heading }) => heading);
}

function below(heading: string, paragraphs = 8): string {
  return `\n\n\n\n${heading}\n\n\n${prose(paragraphs)}`;
}

describe("the parts of a book", () => {
  it("are named in the headings where the count begins again", () => {
    const chapters = ["CHAPTER I", "CHAPTER II", "CHAPTER III"].map((heading) => below(heading)).join("");
    const text = `A TITLE${below("PART ONE", 0)}${chapters}${below("PART TWO", 0)}${chapters}${below("EPILOGUE", 0)}${below("CHAPTER I")}${below("CHAPTER II")}`;
    expect(headingsOf(text)).toEqual([
      "PART ONE, CHAPTER I",
      "PART ONE, CHAPTER II",
      "PART ONE, CHAPTER III",
      "PART TWO, CHAPTER I",
      "PART TWO, CHAPTER II",
      "PART TWO, CHAPTER III",
      "EPILOGUE, CHAPTER I",
      "EPILOGUE, CHAPTER II",
    ]);
  });

  it("begin below the book's title, where that stands once more under a preface", () => {
    const front = `THE YANKEE\n\n\nby Somebody\n\n\nin the year 1889${below("PREFACE", 3)}${below("THE YANKEE", 0)}${below("A WORD OF EXPLANATION", 80)}`;
    const text = front + ["I", "II", "III", "IV", "V"].map((n) => below(`CHAPTER ${n}`, 40)).join("");
    expect(headingsOf(text)[0]).toBe("A WORD OF EXPLANATION");
    expect(headingsOf(text).length).toBe(6);
  });

  it("include a first chapter without a heading, where the count begins at 2", () => {
    const text = `A TITLE\n\nby\n\nSOME BODY\n\n\n\n${prose(30)}${["2", "3", "4"].map((n) => below(`Chapter ${n}`, 30)).join("")}`;
    expect(headingsOf(text)).toEqual(["", "Chapter 2", "Chapter 3", "Chapter 4"]);
  });
});

describe("numbers that are no chapters", () => {
  it("number the pages", () => {
    const titles = ["The Inn", "The Road", "The Bird", "The Sea"];
    const list = titles.map((title, k) => `${title}          ${k * 20 + 1}`).join("\n\n");
    const pages = Array.from({ length: 80 }, (_, k) => k + 1).filter((page) => page % 9 !== 0);
    const text = pages.map((page) => {
      const title = (page - 1) % 20 === 0 ? titles[(page - 1) / 20] : undefined;
      return title === undefined ? `${page}\n\n${prose(5)}` : `\n\n\n${page}          ${title}\n\n\n${prose(5)}`;
    });
    expect(headingsOf(`A TITLE\n\n\n\nCONTENTS\n\n${list}\n\n\n\n${text.join("\n\n")}`)).toEqual([
      "1 The Inn",
      "21 The Road",
      "41 The Bird",
      "61 The Sea",
    ]);
  });

  it("number the sections of stories", () => {
    const titles = ["THE OFFSHORE PIRATE", "THE ICE PALACE", "HEAD AND SHOULDERS", "THE CUT-GLASS BOWL", "BENEDICTION"];
    const stories = titles.map((title) => `${below(title, 0)}${["I", "II", "III"].map((n) => below(n)).join("")}`);
    expect(headingsOf(`TALES\n\n\n\nCONTENTS\n\n${titles.join("\n\n")}\n\n\n\n${stories.join("")}`)).toEqual(titles);
  });
});

describe("a page in HTML", () => {
  const paragraphs = `<p>${prose(1)}</p>`.repeat(12);

  it("has a title page under headings of its own", () => {
    const chapters = ["Tip", "The Powder", "The Flight", "The Magic"].map((title) => `<h2>${title}</h2>${paragraphs}`);
    const page = `<html><body><h1>The Land</h1><h2>by Some Body</h2><p>${prose(1)}</p>${chapters.join("")}</body></html>`;
    expect(headingsOf(page)).toEqual(["Tip", "The Powder", "The Flight", "The Magic"]);
  });
});
