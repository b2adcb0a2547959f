import { readEpub } from "@plotline/books/node";
import { DOMParser, onErrorStopParsing } from "@xmldom/xmldom";
import { strFromU8, unzipSync } from "fflate";
import { expect, it } from "vitest";
import { Archive } from "../files/archive.ts";
import type { AlignedWork } from "./aligned-work.ts";
import { passagesOf } from "./aligned-work.ts";
import { workFormats } from "./formats.ts";

const work: AlignedWork = {
  title: "Ships & Towns",
  rights: ["Story: a library, public domain", "Guide: ours, CC0-1.0"],
  alignment: "gold",
  chapters: [
    {
      number: 0,
      name: "Chapter 1: The <Sea>",
      summary: ["They sail & land.", "Nobody knows."],
      story: [
        "The ship left the harbour early in the grey morning.",
        "All day long she ran before the wind & the rain.",
        "In the inn an old man slept beside his dog.",
        "At night they saw the _lights_ of the town below the hill.",
      ],
      links: [
        { summary: 0, story: 0, confidence: 0.9 },
        { summary: 0, story: 1, confidence: 0.6 },
        { summary: 0, story: 3, confidence: 0.4 },
      ],
    },
    { number: 1, name: "Chapter 2", summary: [], story: ["The end of it."], links: [] },
  ],
};

const made = (name: keyof typeof workFormats) => workFormats[name].make(work);

function xml(source: string) {
  return new DOMParser({ onError: onErrorStopParsing }).parseFromString(source, "text/xml");
}

it("paragraphs next to each other are one passage", () => {
  expect(passagesOf(work.chapters[0]!, 0)).toEqual([
    { from: 0, to: 1, confidence: 0.9 },
    { from: 3, to: 3, confidence: 0.4 },
  ]);
});

it("the EPUB is one that plotline reads, with a note for each point that has a passage", () => {
  const bytes = made("epub") as Uint8Array;
  expect(strFromU8(bytes.subarray(30, 38))).toBe("mimetype");
  const { title, blocks } = readEpub(new Archive(bytes, "book"), "book");
  expect(title).toBe("Ships & Towns, with a study guide");
  expect(blocks.map(({ text }) => text).join("\n")).toContain("All day long she ran before the wind & the rain.");
  const page = xml(strFromU8(unzipSync(bytes)["OEBPS/chapter1.xhtml"]!));
  const references = [...page.getElementsByTagName("a")].filter((a) => a.getAttribute("epub:type") === "noteref");
  const notes = [...page.getElementsByTagName("aside")].map((aside) => aside.getAttribute("id"));
  expect(references.map((a) => a.getAttribute("href")?.slice(1))).toEqual(notes);
  expect(notes).toEqual(["note1"]);
});

it("the handout has the covered passages and nothing else of the book", () => {
  const page = String(made("handout"));
  expect(page).toContain("<em>lights</em>");
  expect(page).not.toContain("an old man slept");
  expect(page).not.toContain("The end of it");
  expect(page).toContain("No matching passage found.");
});
