import { join } from "node:path";
import { temporaryFolder } from "@plotline/corpus/testing";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readGuide } from "./guide.ts";

function read(name: string, content: string | Uint8Array) {
  const { sections, notes } = readGuide(join(temporaryFolder({ [name]: content }), name), "The Work");
  return { sections: sections.map(({ name: heading, points }) => [heading, ...points]), notes };
}

test("a page that was cut off says so", () => {
  const page = "<html><body><h2>Chapter 1</h2><p>They meet at dawn, and part.</p><h2>Chapter 2</h2><p>It rains";
  expect(read("guide.html", page).notes).toEqual([expect.stringContaining("seems to be cut off")]);
  expect(read("guide.html", `${page} all day.</p></body></html>`).notes).toEqual([]);
});

describe("plain text", () => {
  test("headings name the chapters, blank lines part the points", () => {
    const text = "Chapter 1\n\nThey meet\nat dawn.\n\nThey part.\n\nChapter 2: The Storm\n\nIt rains.\n";
    expect(read("guide.txt", text).sections).toEqual([
      ["Chapter 1", "They meet at dawn.", "They part."],
      ["Chapter 2: The Storm", "It rains."],
    ]);
  });

  test("point lines are points, whatever their mark", () => {
    const text = "CHAPTER I.\n• They meet.\n• They part,\n  slowly.\n\nII\n\n- It rains.\n- It stops.\n";
    expect(read("guide.txt", text).sections).toEqual([
      ["CHAPTER I.", "They meet.", "They part, slowly."],
      ["II", "It rains.", "It stops."],
    ]);
  });

  test("a sentence that begins like a heading is none", () => {
    const text =
      "Chapter 1\n\nChapter 1 begins with a storm.\n\nPart of him wanted to go.\n\n1. He goes.\n\n2. He returns.\n";
    expect(read("guide.txt", text).sections).toEqual([
      ["Chapter 1", "Chapter 1 begins with a storm.", "Part of him wanted to go.", "He goes.", "He returns."],
    ]);
  });

  test("parts hold their chapters, and analysis is left out with a word", () => {
    const text = "BOOK ONE\n\nChapter 1\n\nThey meet.\n\nBOOK TWO\n\nChapter 1\n\nThey part.\n";
    expect(read("guide.txt", text).sections.map(([name]) => name)).toEqual([
      "BOOK ONE, Chapter 1",
      "BOOK TWO, Chapter 1",
    ]);
  });

  test("Windows-1252 is read", () => {
    const bytes = Buffer.concat([
      Buffer.from("Chapter 1\n\nThe caf"),
      Buffer.from([0xe9, 0x92]),
      Buffer.from("s owner.\n"),
    ]);
    expect(read("guide.txt", bytes).sections).toEqual([["Chapter 1", "The café’s owner."]]);
  });
});

describe("Markdown", () => {
  test("headings, lists and marks", () => {
    const text = `---\ntitle: x\n---\n# The Work\n\nAn introduction.\n\n## Chapter 1\n\n### Summary\n\n- **They** meet _at_ [dawn](http://x).\n- They part.\n\n### Analysis\n\nDeep.\n\nChapter 2\n---------\n\n* It \\*rains\\*.\n`;
    expect(read("guide.md", text)).toEqual({
      sections: [
        ["Chapter 1", "They meet at dawn.", "They part."],
        ["Chapter 2", "It *rains*."],
      ],
      notes: [
        "guide.md: left out 1 paragraph above the first heading of a chapter",
        'guide.md: left out 1 paragraph under "Analysis"',
      ],
    });
  });

  test("headings without numbers divide it too", () => {
    const text = "# The Work\n\n## The Storm\n\nIt rains.\n\n## The Calm\n\nIt stops.\n";
    expect(read("guide.md", text).sections).toEqual([
      ["The Storm", "It rains."],
      ["The Calm", "It stops."],
    ]);
  });

  test("headings without marks are found as in plain text", () => {
    expect(read("guide.md", "Chapter 1\n\n- It *rains*.\n\nChapter 2\n\n- It stops.\n").sections).toEqual([
      ["Chapter 1", "It rains."],
      ["Chapter 2", "It stops."],
    ]);
  });

  test("without any heading it is one section", () => {
    expect(read("the-storm.md", "- It rains.\n- It stops.\n").sections).toEqual([
      ["the storm", "It rains.", "It stops."],
    ]);
  });
});

test("a point of over 250 words is cut at sentence ends", () => {
  const long = Array.from({ length: 30 }, (_, k) => `Then sentence ${k} has just these ten words in it.`).join(" ");
  const [[, ...points] = []] = read("guide.txt", `Chapter 1\n\n${long}\n`).sections;
  expect(points.length).toBe(2);
  expect(points.join(" ")).toBe(long);
});

describe("a folder with one file a chapter", () => {
  test("goes by the numbers of its files, not by the alphabet", () => {
    const folder = temporaryFolder({
      "chapter-10.txt": "Ten.",
      "chapter-9.txt": "Nine.",
      "chapter-one.md": "- One.",
      "index.html": "<p>Contents",
      "cover.jpg": "\u00ff\u00d8",
    });
    expect(readGuide(folder, "").sections.map(({ name, points }) => [name, ...points])).toEqual([
      ["chapter one", "One."],
      ["chapter 9", "Nine."],
      ["chapter 10", "Ten."],
    ]);
  });

  test("a page's own heading counts before its file's name", () => {
    const folder = temporaryFolder({
      "a.html": "<html><head><title>Shmoop</title><body><h1>Act 1, Scene 2</h1><ul><li>They meet.</li></ul>",
      "b.html": "<html><head><title>Act 1, Scene 3 - Summary</title><body><h2>Summary</h2><p>They part.</p>",
    });
    expect(readGuide(folder, "").sections.map(({ name }) => name)).toEqual([
      "Act 1, Scene 2",
      "Act 1, Scene 3 - Summary",
    ]);
  });

  test("as fetched: names, source and permission from its record", () => {
    const record = {
      title: "The Work",
      source: "https://example.org/work",
      permission: "by mail",
      sections: [
        { file: "002 b.html", name: "Chapter 1", url: "https://example.org/b" },
        { file: "001 a.html", name: "Chapter 2", url: "https://example.org/a" },
      ],
    };
    const folder = temporaryFolder({
      "guide.json": JSON.stringify(record),
      "001 a.html": "<ul><li>They part.</li></ul>",
      "002 b.html": "<ul><li>They meet.</li></ul>",
    });
    const guide = readGuide(folder, "The Work");
    expect(guide).toMatchObject({ source: record.source, permission: "by mail" });
    expect(guide.sections.map(({ name, points }) => [name, ...points])).toEqual([
      ["Chapter 1", "They meet."],
      ["Chapter 2", "They part."],
    ]);
  });

  test("a record that climbs out of the folder is refused", () => {
    const sections = [{ file: "../../secret.html", name: "x", url: "x" }];
    const folder = temporaryFolder({ "guide.json": JSON.stringify({ title: "x", source: "x", sections }) });
    expect(() => readGuide(folder, "x")).toThrow("guide.json");
  });
});

describe("what is no guide gets a sentence", () => {
  test.each([
    ["empty.txt", "", "is empty"],
    ["binary.txt", new Uint8Array(Array.from({ length: 4000 }, (_, k) => k % 7)), "is not a text"],
    ["picture.html", new Uint8Array([0x89, 0x50, 0x4e, 0x47, 1, 2, 3]), "is a picture"],
    ["guide.epub", "PK\u0003\u0004 and so on", "is a damaged or encrypted archive"],
    ["many.txt", "Words.\n\n".repeat(20_001), "has over 20,000 paragraphs, too many for a guide"],
    ["long.txt", "Nobody spoke in the town. ".repeat(81_000), "has over 400,000 words, too many for a guide"],
    ["bare.html", "<html><nav>Home</nav></html>", "no summary was found"],
    ["headings.md", "# Chapter 1\n\n# Chapter 2\n", "no summary was found"],
    [
      "many.md",
      Array.from({ length: 3000 }, (_, k) => `# Chapter ${k % 900}\n\nx\n`).join("\n"),
      "a guide has at most 2000",
    ],
  ])("%s", (name, content, fault) => {
    expect(() => read(name, content)).toThrow(fault);
  });

  test("an empty folder", () => {
    expect(() => readGuide(temporaryFolder({}), "")).toThrow("no guide in this folder");
  });
});

test("any text is read, or refused with a sentence", () => {
  const piece = fc.constantFrom(
    "\n",
    "\n\n",
    "# ",
    "- ",
    "Chapter 1",
    "<ul><li>",
    "</li>",
    "IV",
    "**",
    "[",
    "](",
    "word. ",
    "<!--",
    "```",
  );
  fc.assert(
    fc.property(fc.constantFrom("g.md", "g.txt", "g.html"), fc.array(piece, { maxLength: 40 }), (name, pieces) => {
      try {
        for (const [, ...points] of read(name, pieces.join("")).sections)
          expect(points.every((each) => each.trim() !== "")).toBe(true);
      } catch (error) {
        expect(error).toMatchObject({ name: "Problem" });
      }
    }),
    { numRuns: 150 },
  );
});
