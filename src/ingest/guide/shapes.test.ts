import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../../corpus/testing/folder.ts";
import { readGuide } from "./guide.ts";

function read(name: string, content: string, work = "The Work") {
  const { sections, notes } = readGuide(join(temporaryFolder({ [name]: content }), name), work);
  return { sections: sections.map(({ name: heading, bullets }) => [heading, ...bullets]), notes };
}

const page = (body: string) => `<html><body><h1>The Work</h1>${body}</body></html>`;

describe("what is not summary is left out", () => {
  const rows = "<tr><td>They meet at dawn.</td><td>Dawn stands for hope.</td></tr>";

  test("the analysis column of a table", () => {
    const table = (head: string) =>
      page(`<h2>Chapter 1</h2><table>${head}${rows}</table><h2>Chapter 2</h2><p>It rains.</p>`);
    const both = [
      ["Chapter 1", "They meet at dawn."],
      ["Chapter 2", "It rains."],
    ];
    expect(read("a.html", table("<thead><tr><th>Summary</th><th>Analysis</th></tr></thead>")).sections).toEqual(both);
    expect(read("b.html", table("<tr><td>Summary</td><td>Analysis</td></tr>")).sections).toEqual(both);
  });

  test("the analysis column of a table in Markdown", () => {
    const text =
      "## Chapter 1\n\n| Summary | Analysis |\n| --- | --- |\n| They meet at dawn. | Dawn stands for hope. |\n\n## Chapter 2\n\nIt rains.\n";
    expect(read("guide.md", text).sections).toEqual([
      ["Chapter 1", "They meet at dawn."],
      ["Chapter 2", "It rains."],
    ]);
  });

  test.each(["Analysis: Chapter i", "Analysis of Chapter 1", "Chapter 1 Analysis", "Analysis", "Themes"])(
    "what is under %s",
    (heading) => {
      const body = `<h2>Summary: Chapter i</h2><p>They meet.</p><h2>${heading}</h2><p>Dawn is hope.</p><h2>Summary: Chapter ii</h2><p>It rains.</p>`;
      const { sections, notes } = read("guide.html", page(body));
      expect(sections).toEqual([
        ["Summary: Chapter i", "They meet."],
        ["Summary: Chapter ii", "It rains."],
      ]);
      expect(notes).toEqual([`guide.html: left out 1 paragraph under "${heading}"`]);
    },
  );

  test("what saved pages have around their text", () => {
    const junk = [
      "Related Articles Share this page © 2023 Nobody",
      "We use cookies to improve your experience.",
      "Next: Chapter 2",
      "Take the quiz",
    ].map((line) => `<p>${line}</p>`);
    const body = `<h2>Chapter 1</h2><p>They meet.</p><p>Who is Captain Flint?</p>${junk.join("")}<h2>Related articles</h2><p>Ten more storms.</p>`;
    expect(read("guide.html", page(body)).sections).toEqual([["Chapter 1", "They meet."]]);
  });

  test("a quotation that stands above every chapter, but not all that a chapter has", () => {
    const motto = "“Dawn is the mother of storms.”";
    const chapters = [1, 2, 3, 4].map((k) => `<h2>Chapter ${k}</h2><p>${motto}</p><p>They meet again, ${k}.</p>`);
    const { sections, notes } = read("guide.html", page(`${chapters.join("")}<h2>Chapter 5</h2><p>${motto}</p>`));
    expect(sections).toEqual([
      ...[1, 2, 3, 4].map((k) => [`Chapter ${k}`, `They meet again, ${k}.`]),
      ["Chapter 5", motto],
    ]);
    expect(notes).toEqual(["guide.html: left out 4 paragraphs that one section after another repeats"]);
  });
});

describe("chapters are named", () => {
  test("in bold, in Markdown and in HTML", () => {
    const two = [
      ["Stave One", "They meet."],
      ["Stave Two", "It rains."],
    ];
    expect(
      read("guide.md", "A Work\n======\n\n**Stave One**\n\nThey meet.\n\n**Stave Two**\n\nIt rains.\n").sections,
    ).toEqual(two);
    const bold = "<p><strong>Stave One</strong></p><p>They meet.</p><p><b>Stave Two</b></p><p>It rains.</p>";
    expect(read("guide.html", page(bold)).sections).toEqual(two);
  });

  test("with several titles joined above, and each in bold again", () => {
    const body =
      "<h2>Summary of The Storm, The Wreck</h2><p><b>The Storm</b></p><p>It rains.</p><p><b>The Wreck</b></p><p>They sink.</p>" +
      "<p><b>Analysis</b></p><p>Water is death.</p><h2>Summary of The Island</h2><p><b>The Island</b></p><p>They land.</p>";
    expect(read("guide.html", page(body)).sections).toEqual([
      ["The Storm", "It rains."],
      ["The Wreck", "They sink."],
      ["The Island", "They land."],
    ]);
  });

  test("by a rule below them, in plain text", () => {
    expect(
      read("guide.txt", "Chapter One\n-----------\n\nThey meet.\n\nThe Storm\n=========\n\nIt rains.\n").sections,
    ).toEqual([
      ["Chapter One", "They meet."],
      ["The Storm", "It rains."],
    ]);
  });

  test("by the numbers of a list that goes chapter by chapter", () => {
    const list = "1. They meet.\n2. It rains.\n3. They part.\n";
    expect(read("guide.txt", `The Work: chapter by chapter\n\n${list}`).sections).toEqual([
      ["Chapter 1", "They meet."],
      ["Chapter 2", "It rains."],
      ["Chapter 3", "They part."],
    ]);
    expect(read("guide.txt", `The Work\n\n${list}`).sections).toHaveLength(1);
  });
});

test("italics between underscores are read as the words they are", () => {
  expect(read("guide.txt", "Chapter 1\n\n_Three in the afternoon_, a parcel comes.\n").sections).toEqual([
    ["Chapter 1", "Three in the afternoon, a parcel comes."],
  ]);
});

test("the guide's own title above its text is no point", () => {
  expect(read("guide.txt", "Summary of The Work\n\nThey meet.\n\nThey part.\n").sections.flat().slice(1)).toEqual([
    "They meet.",
    "They part.",
  ]);
});
