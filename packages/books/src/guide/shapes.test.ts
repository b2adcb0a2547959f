import { join } from "node:path";
import { temporaryFolder } from "@plotline/corpus/testing";
import { docx, docxTable, odt } from "@plotline/formats/testing";
import { describe, expect, test } from "vitest";
import { readGuide } from "./guide.ts";

function read(name: string, content: string | Uint8Array, work = "The Work") {
  const { sections, notes } = readGuide(join(temporaryFolder({ [name]: content }), name), work);
  return { sections: sections.map(({ name: heading, points }) => [heading, ...points]), notes };
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

  test("what is under a heading of each chapter, with one note", () => {
    const chapter = (k: number) =>
      `<h2>Chapter ${k}</h2><p>They meet for the ${k}th time.</p><h2>Analysis: Chapter ${k}</h2><p>${k} is a sign.</p>`;
    expect(read("guide.html", page([1, 2, 3, 4].map(chapter).join(""))).notes).toEqual([
      'guide.html: left out 4 paragraphs under 4 headings such as "Analysis: Chapter 1"',
    ]);
  });

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

  test("a saved page's quiz, ways through the site and advertising, wherever they are", () => {
    const junk = [
      "What is Challenger's first name? A) George B) John C) Edward",
      "a) True b) False",
      "Home > Literature > The Work",
      "Chapter 1 Chapter 2 Chapter 3 Chapter 4",
      "Unlock this guide with a premium account, now 30 % off",
    ].map((line) => `<p>${line}</p>`);
    const body = `<h2>Chapter 1</h2>${junk.join("")}<p>They meet.</p>${junk.join("")}<h2>Chapter 2</h2><p>It rains.</p>`;
    expect(read("guide.html", page(body)).sections).toEqual([
      ["Chapter 1", "They meet."],
      ["Chapter 2", "It rains."],
    ]);
  });

  test.each([
    ["with letters", "<p>1. Who meets Anna?</p><ul><li>A. Peter</li><li>B. Bob</li></ul>"],
    [
      "with an answer each",
      "<p>Question 1 of 2</p><p>Whom does she meet?</p><p>Peter</p><p>Nobody</p><p>Correct answer: B</p>",
    ],
    [
      "to be ticked",
      '<p>In which season?</p><ol type="A"><li>Spring</li><li>Autumn</li></ol><p>True or false: she walks home.</p>',
    ],
    ["in a box of the site", '<div class="quiz-box"><p>She meets them at dawn, doesn\'t she.</p></div>'],
  ])("a quiz %s, before the summary and after it", (_, quiz) => {
    const body = `<h2>Chapter 1</h2>${quiz}<p>They meet.</p><p>Who could have known?</p><p>They part.</p>${quiz}<h2>Chapter 2</h2><p>It rains.</p>`;
    expect(read("guide.html", page(body)).sections).toEqual([
      ["Chapter 1", "They meet.", "Who could have known?", "They part."],
      ["Chapter 2", "It rains."],
    ]);
  });

  test("what is nothing but a link, wherever it leads; but not a chapter's name, nor a page of links alone", () => {
    const link = (text: string) => `<p><a href="x.html">${text}</a></p>`;
    const body = ["1", "2"].map(
      (k) => `${link(`Chapter ${k}`)}${link("Ten storms that you will love")}<p>They <a href="#a">meet</a>, ${k}.</p>`,
    );
    expect(read("a.html", page(body.join(""))).sections).toEqual([
      ["Chapter 1", "They meet, 1."],
      ["Chapter 2", "They meet, 2."],
    ]);
    expect(read("b.html", page(`<h2>Chapter 1</h2>${link("They meet at dawn.")}`)).sections).toEqual([
      ["Chapter 1", "They meet at dawn."],
    ]);
  });

  test("advertising, and what a site says about itself", () => {
    const junk = [
      '<div id="ad-slot-3">Buy the deluxe edition</div>',
      '<div class="sponsored_box">Learn Spanish</div>',
      "<p>Written by Jane Doe</p>",
      "<p>5 min read</p>",
      "<p>Already a member? Log in here.</p>",
      "<p>Was this helpful? Yes No</p>",
    ].join("");
    const body = `<h2>Chapter 1</h2>${junk}<p>They meet.</p>${junk}<h2>3 Comments</h2><p>Bob: nice!</p>`;
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
    expect(notes).toEqual(["guide.html: left out 4 paragraphs that many sections repeat"]);
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

describe("two chapters, however people write them down", () => {
  const [meet, part, rain] = [
    "They meet at dawn.",
    "They part in anger, and Anna walks home.",
    "It rains all day, and nobody comes.",
  ];
  const cell = (...cells: string[]) => `<tr>${cells.map((each) => `<td>${each}</td>`).join("")}</tr>`;

  test.each([
    ["run-in names", "g.txt", `Chapter 1: ${meet}\n\n${part}\n\nChapter 2: ${rain}\n`],
    ["run-in names after a dash", "g.txt", `Ch. 1 – ${meet}\n\n${part}\n\nCh. 2 – ${rain}\n`],
    ["numbers and tabs", "g.txt", `1\t${meet}\n\n${part}\n\n2\t${rain}\n`],
    ["names in brackets", "g.txt", `[Chapter 1]\n${meet}\n${part}\n\n[Chapter 2]\n${rain}\n`],
    ["names between stars", "g.txt", `***Chapter 1***\n${meet}\n${part}\n\n***Chapter 2***\n${rain}\n`],
    [
      "no blank lines",
      "g.txt",
      `Chapter 1 (The Quarrel)\n    ${meet}\n    ${part}\nChapter 2 (The Rain)\n    ${rain}\n`,
    ],
    ["titles in capitals", "g.txt", `THE QUARREL\n\n${meet}\n\n${part}\n\nA DAY OF RAIN\n\n${rain}\n`],
    [
      "titles that ask and exclaim",
      "g.txt",
      `Chapter 1: Who Goes There?\n${meet}\n${part}\n\nChapter 2: Rain!\n${rain}\n`,
    ],
    ["run-in names in bold", "g.md", `# The Work\n\n**Chapter 1.** ${meet}\n\n${part}\n\n**Chapter 2.** ${rain}\n`],
    ["names right above their text", "g.txt", `Chapter 1\n${meet}\n${part}\n\nChapter 2\n${rain}\n`],
    [
      "after a table of contents",
      "g.txt",
      `Contents\n\nChapter 1\nChapter 2\n\nChapter 1\n\n${meet}\n\n${part}\n\nChapter 2\n\n${rain}\n`,
    ],
    ["points a) and b)", "g.txt", `Chapter 1\n\na) ${meet}\nb) ${part}\n\nChapter 2\n\na) ${rain}\n`],
    ["points 1.1 and 1.2", "g.txt", `Chapter 1\n\n1.1 ${meet}\n1.2 ${part}\n\nChapter 2\n\n2.1 ${rain}\n`],
    ["points with marks of any kind", "g.txt", `Chapter 1\n\n✅ ${meet}\n➢ ${part}\n\nChapter 2\n\n-${rain}\n`],
    ["lists in a list", "g.md", `- Chapter 1\n    - ${meet}\n    - ${part}\n- Chapter 2\n    - ${rain}\n`],
    [
      "lists in a list, HTML",
      "g.html",
      page(`<ul><li>Chapter 1<ul><li>${meet}<li>${part}</ul><li>Chapter 2<ul><li>${rain}</ul></ul>`),
    ],
    [
      "one table",
      "g.html",
      page(
        `<table><tr><th>Chapter</th><th>What happens</th><th>Analysis</th></tr>${cell("1", `${meet}<p>${part}`, "Dawn is hope.")}${cell("2", rain, "Rain is grief.")}</table>`,
      ),
    ],
    [
      "a table for each",
      "g.html",
      page(
        `<table><caption>Chapter 1</caption>${cell(meet)}${cell(part)}</table><table><caption>Chapter 2</caption>${cell(rain)}</table>`,
      ),
    ],
    ["a definition list", "g.html", page(`<dl><dt>Chapter 1<dd>${meet}<p>${part}<dt>Chapter 2<dd>${rain}</dl>`)],
    [
      "folded parts",
      "g.html",
      page(
        `<details><summary>Chapter 1</summary><p>${meet}<p>${part}</details><details><summary>Chapter 2</summary>${rain}</details>`,
      ),
    ],
    [
      "Word's points",
      "g.html",
      page(
        `<p><b>Chapter 1</b></p><p>·<span>&nbsp;&nbsp; </span>${meet}</p><p>o&nbsp;&nbsp; ${part}</p><p><b>Chapter 2</b></p><p>§&nbsp; ${rain}</p>`,
      ),
    ],
    [
      "bold names before a line break",
      "g.html",
      page(`<p><b>Chapter 1</b><br>${meet}<br><br>${part}<p><b>Chapter 2</b><br>${rain}`),
    ],
    [
      "a chapter in two sections",
      "g.md",
      `## Chapter 1, part 1\n\n${meet}\n\n## Chapter 1, part 2\n\n${part}\n\n## Chapter 2\n\n${rain}\n`,
    ],
    [
      "footnotes",
      "g.md",
      `## Chapter 1\n\n${meet}[^1]\n\n${part}\n\n## Chapter 2\n\n${rain}[^2]\n\n[^1]: See page 4.\n[^2]: See page 9.\n`,
    ],
    [
      "marks of notes, HTML",
      "g.html",
      page(
        `<h2>Chapter 1</h2><p>${meet}<sup><a href="#n">1</a></sup><p>${part}<h2>Chapter 2</h2><p>${rain}<sup>[2]</sup>`,
      ),
    ],
    ["page numbers", "g.txt", `Chapter 1\n\n${meet}\n\n- 4 -\n\n${part}\n\nPage 5 of 9\n\nChapter 2\n\n${rain}\n`],
    [
      "labels in front of the text",
      "g.txt",
      `Chapter 1\n\nSetting: a farm\n\nSummary: ${meet}\n\n${part}\n\nAnalysis: Dawn is hope.\n\nHope fails.\n\nChapter 2\n\n${rain}\n\nKey quote: "Rain again."\n`,
    ],
    [
      "an analysis after each point",
      "g.md",
      `## Chapter 1\n\n${meet}\n\n*Analysis:* Hope.\n\n${part}\n\n*Analysis:* Anger.\n\n## Chapter 2\n\n${rain}\n`,
    ],
    [
      "headings of what is no summary, in plain text",
      "g.txt",
      `CHARACTERS\n\nAnna: she walks.\n\nChapter 1\n\nSummary\n\n${meet}\n\n${part}\n\nKey Quotes:\n\n"Home."\n\nChapter 2\n\n${rain}\n\nQuestions for Discussion\n\nWhy does it rain?\n`,
    ],
    [
      "titles below the numbers",
      "g.txt",
      `Chapter 1\nThe Quarrel\n\n${meet}\n\n${part}\n\nChapter 2\nThe Rain\n\n${rain}\n`,
    ],
    [
      "French",
      "g.md",
      `## Chapitre premier\n\n### Résumé\n\n${meet}\n\n${part}\n\n### Analyse\n\nL'aube.\n\n## Chapitre 2\n\n${rain}\n`,
    ],
    [
      "German",
      "g.txt",
      `Erstes Kapitel\n\nZusammenfassung\n\n${meet}\n\n${part}\n\nDeutung\n\nHoffnung.\n\nZweites Kapitel\n\n${rain}\n`,
    ],
    [
      "Spanish",
      "g.txt",
      `\ufeffCapítulo I\r\n\r\nResumen\r\n\r\n${meet}\r\n\r\n${part}\r\n\r\nAnálisis\r\n\r\nEl alba.\r\n\r\nCapítulo II\r\n\r\n${rain}\r\n`,
    ],
  ])("%s", (_, name, text) => {
    expect(read(name, text).sections.map(([, ...points]) => points)).toEqual([[meet, part], [rain]]);
  });

  test("tables of Word and OpenDocument, whose rows are chapters", () => {
    const rows = [
      ["Chapter", "What happens", "Analysis"],
      ["1", meet, "Dawn is hope."],
      ["2", rain, "Rain is grief."],
    ];
    const row = (cells: readonly string[]) =>
      cells.map((cell) => `<table:table-cell><text:p>${cell}</text:p></table:table-cell>`).join("");
    const table = `<table:table>${rows.map((cells) => `<table:table-row>${row(cells)}</table:table-row>`).join("")}</table:table>`;
    for (const { sections, notes } of [read("g.docx", docx([docxTable(...rows)])), read("g.odt", odt(table))]) {
      expect(sections).toEqual([
        ["1", meet],
        ["2", rain],
      ]);
      expect(notes.join()).toContain('left out 2 paragraphs under "Analysis"');
    }
  });

  test("tables in which one column has the part or the act, and another the chapter or the scene", () => {
    const three = [
      ["Act 1, Scene 1", meet],
      ["Act 1, Scene 2", part],
      ["Act 2, Scene 1", rain],
    ];
    const table = `| Act | Scene | Characters | Summary |\n|---|---|---|---|\n| 1 | 1 | Anna | ${meet} |\n| | 2 | Anna | ${part} |\n| 2 | 1 | | ${rain} |\n`;
    expect(read("g.md", table).sections).toEqual(three);
    const spanned = `<table><tr><th>Act</th><th>Scene</th><th>Summary</th></tr><tr><td rowspan="2">1</td>${`<td>1</td><td>${meet}</td></tr><tr><td></td><td>2</td><td>${part}`}</td></tr>${cell("2", "1", rain)}</table>`;
    expect(read("g.html", page(spanned)).sections).toEqual(three);
  });

  test("tables with a row for each event of a chapter, and short names of columns", () => {
    const table = `| Ch. | Events | Characters |\n|---|---|---|\n| 1 | ${meet} | Anna |\n| 1 | ${part} | Anna |\n| 2 | ${rain} | nobody |\n`;
    expect(read("g.md", table).sections).toEqual([
      ["1", meet, part],
      ["2", rain],
    ]);
  });

  test("tables in Markdown, whose rows are chapters", () => {
    const table = `| Chapter | Summary | Themes |\n|---|---|---|\n| 1. The Quarrel | ${meet} | hope |\n| 2. The Rain | ${rain} | grief |\n`;
    for (const file of [table, `# The Work\n\n${table}`])
      expect(read("g.md", file).sections).toEqual([
        ["1. The Quarrel", meet],
        ["2. The Rain", rain],
      ]);
  });
});
