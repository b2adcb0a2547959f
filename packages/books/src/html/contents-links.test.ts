import { describe, expect, it } from "vitest";
import { readHtml } from "../book/html.ts";
import { readStory } from "../book/story.ts";

const sentence =
  "She had walked along the shore since morning and had seen nobody but the gulls and a man with a cart. ";
const text = (times: number) => `<p>${sentence.repeat(times)}</p>`;

function chaptersOf(html: string) {
  return readStory(new TextEncoder().encode(html), "book.html");
}

function list(entries: readonly (readonly [string, string])[]): string {
  return `<h2>Contents</h2>${entries.map(([id, name]) => `<p><a href="#${id}">${name}</a></p>`).join("")}`;
}

describe("a contents list of links", () => {
  const titles = ["The Gull", "A Cart", "Nobody", "The Shore"] as const;
  const entries = titles.map((title, k) => [`c${k}`, title] as const);
  const body = titles.map(
    (title, k) => `<h3 id="c${k}">${title}</h3>${text(20)}<h3>I</h3>${text(20)}<h3>II</h3>${text(20)}`,
  );

  it("says which headings are the chapters'", () => {
    const page = `<html><body><h1>Tales</h1>${list(entries)}${body.slice(0, 2).join("")}${body[2]!.replace(/<h3>I+<\/h3>/g, "")}${body[3]!.replace(/<h3>I+<\/h3>/g, "")}</body></html>`;
    const { chapters, warnings } = chaptersOf(page);
    expect(chapters.map(({ heading }) => heading)).toEqual(titles);
    expect(warnings).toEqual([]);
  });

  it("is followed past misprints and headings that no tag marks", () => {
    const chapters = Array.from({ length: 6 }, (_, k) => {
      const name = k === 3 ? "CHAPITER FOUR" : `CHAPTER ${["ONE", "TWO", "THREE", "FOUR", "FIVE", "SIX"][k]}`;
      return `<p><a id="x${k}"></a><b>${name}</b></p>${text(30)}`;
    });
    const page = `<html><body><h1>A Book</h1>${list(chapters.map((_, k) => [`x${k}`, `Chapter ${k + 1}`] as const))}${chapters.join("")}</body></html>`;
    expect(chaptersOf(page).chapters).toHaveLength(6);
  });

  it("may be at the end of the book, and lead to pages", () => {
    const pages = titles.map(
      (title, k) =>
        `<p><span class="pagenum"><a id="Page_${k}">[${k}]</a></span></p><h2>${title.toUpperCase()}</h2>${text(30)}`,
    );
    const table = titles.map((title, k) => `<p>${title} <a href="#Page_${k}">${k + 10}</a></p>`).join("");
    const { blocks } = readHtml(`<html><body>${pages.join("")}<h2>Table</h2>${table}</body></html>`);
    expect(blocks.filter(({ aim }) => aim !== undefined).map(({ text: own }) => own)).toEqual(
      titles.map((title) => title.toUpperCase()),
    );
    expect(blocks.filter(({ listed }) => listed)).toHaveLength(4);
  });
});

describe("no contents list", () => {
  it("are footnotes that lead back into their paragraphs", () => {
    const noted = Array.from(
      { length: 5 },
      (_, k) => `<p>${sentence.repeat(10)}<a id="r${k}" href="#n${k}">[${k}]</a></p>`,
    );
    const notes = noted.map((_, k) => `<p><a id="n${k}" href="#r${k}">[${k}]</a> A note about gulls and carts.</p>`);
    const { blocks } = readHtml(`<html><body>${noted.join("")}${notes.join("")}</body></html>`);
    expect(blocks.some(({ aim, listed }) => aim !== undefined || listed === true)).toBe(false);
  });

  it("are the marks of long notes at the end", () => {
    const text = Array.from({ length: 5 }, (_, k) => `<p>${sentence}<a href="#n${k}">[${k + 1}]</a></p>`);
    const notes = Array.from(
      { length: 5 },
      (_, k) => `<p id="n${k}">See the list of gulls.</p><p>${sentence.repeat(3)}</p>`,
    );
    const { blocks } = readHtml(`<html><body>${text.join("")}${notes.join("")}</body></html>`);
    expect(blocks.some(({ aim }) => aim !== undefined)).toBe(false);
  });

  it("is a list of pictures", () => {
    const pictures = Array.from({ length: 5 }, (_, k) => `${text(20)}<p id="p${k}">A gull.</p>`);
    const names = pictures.map((_, k) => `<p><a href="#p${k}">A gull</a></p>`).join("");
    const { blocks } = readHtml(`<html><body><h2>ILLUSTRATIONS</h2>${names}${pictures.join("")}</body></html>`);
    expect(blocks.some(({ aim }) => aim !== undefined)).toBe(false);
  });
});

it("a link back to the list is no part of a heading", () => {
  const { blocks } = readHtml(
    `<html><body><h2 id="t">Contents</h2><h3>XXVI<a href="#t">[TOC]</a></h3>${text(3)}</body></html>`,
  );
  expect(blocks[1]!.text).toBe("XXVI");
});
