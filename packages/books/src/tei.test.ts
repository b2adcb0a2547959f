import { join } from "node:path";
import { Problem } from "@plotline/base";
import { temporaryFolder } from "@plotline/corpus/testing";
import { described } from "@plotline/formats";
import { describe, expect, it } from "vitest";
import { readStory } from "./book/story.ts";
import { readGuide } from "./guide/guide.ts";

const header = `<teiHeader><fileDesc><titleStmt><title type="sub">A Tale</title><title type="main">The Lamp</title><author>A. Writer</author></titleStmt>
<publicationStmt><availability><licence target="https://creativecommons.org/licenses/by/4.0/">You may pass it on under the conditions of a licence that this sentence describes.</licence></availability></publicationStmt></fileDesc></teiHeader>`;

function tei(text: string, start = '<?xml version="1.0" encoding="UTF-8"?>\n<!-- an edition -->\n'): Uint8Array {
  return new TextEncoder().encode(
    `${start}<TEI xmlns="http://www.tei-c.org/ns/1.0">${header}<text>${text}</text></TEI>`,
  );
}

const novel = tei(`<front><titlePage><docTitle><titlePart>The Lamp</titlePart></docTitle></titlePage></front>
<body>
<div type="part" xml:id="one"><head>Part One</head><epigraph><p>Light your lamp.</p></epigraph>
 <div type="chapter" xml:id="one.1"><head>Chapter 1</head><head rend="sub"><hi rend="italic">The Shore</hi></head>
  <p xml:id="a">He <hi rend="italics">ran</hi> to the sh<lb break="no"/>ore,<note>In an old spelling.</note> and <choice><sic>cryed</sic><corr>cried</corr></choice>: <q>Help!</q></p>
  <p xml:id="b">A song was heard: <quote><lg xml:id="b.song"><l>Row, row,</l><l>row the boat.</l></lg></quote> and then nothing.</p>
 </div>
 <div type="chapter"><head>Chapter 2</head><p xml:id="c">Nobody came.<pb n="7"/></p><fw>The Lamp</fw></div>
</div>
<div type="part"><head>Part Two</head>
 <div type="chapter"><head>Chapter 1</head><p xml:id="c">It was late &amp; dark.</p><p n="2">The end was near.</p></div>
</div>
</body><back><div><p>Printed in a town.</p></div></back>`);

const play = tei(`<front><castList><castItem>NORA</castItem></castList></front><body>
<div type="act" n="1"><head>ACT I</head><stage xml:id="s1">A room.</stage>
 <div type="scene" n="1" xml:id="act1scene1"><head>Scene 1</head>
  <sp who="#nora" xml:id="sp1"><speaker>NORA.</speaker><stage>laughing</stage><l>To go, or not to go?</l><l>That is it.</l></sp>
  <stage xml:id="s2">Enter HELMER.</stage>
  <sp><speaker>HELMER</speaker><p xml:id="p2">Is that you?</p></sp>
 </div>
 <div type="scene" n="2"><sp><speaker>NORA</speaker><p>It is.</p></sp></div>
</div></body>`);

describe("a novel in TEI", () => {
  const story = readStory(novel, "lamp.xml");

  it("has the chapters of its divisions, named with their part where numbers repeat", () => {
    expect(story).toMatchObject({ title: "The Lamp", author: "A. Writer", format: "TEI", kind: "story", warnings: [] });
    expect(story.licence).toBe("https://creativecommons.org/licenses/by/4.0/");
    expect(story.chapters.map(({ heading }) => heading)).toEqual([
      "Part 1, Chapter 1. The Shore",
      "Part 1, Chapter 2",
      "Part 2, Chapter 1",
    ]);
  });

  it("reads as printed: emphasis, quotation marks, the editor's reading; no notes, running heads or title page", () => {
    expect(story.chapters.map(({ paragraphs }) => paragraphs)).toEqual([
      [
        "Light your lamp.",
        "He _ran_ to the shore, and cried: “Help!”",
        "A song was heard:",
        "Row, row, row the boat.",
        "and then nothing.",
      ],
      ["Nobody came."],
      ["It was late & dark.", "The end was near."],
    ]);
    expect(story.account.unexplained).toBe(0);
    expect(story.stripped.map(described).join("; ")).toMatch(/before the text.*after the text.*notes.*running heads/);
  });
});

describe("a play in TEI", () => {
  const story = readStory(play, "doll.xml");

  it("has its speeches with their speakers, and directions in brackets", () => {
    expect(story).toMatchObject({ kind: "play", cast: ["NORA", "HELMER"] });
    expect(story.chapters.map(({ heading, paragraphs }) => [heading, ...paragraphs])).toEqual([
      [
        "Act 1, Scene 1",
        "[A room.]",
        "NORA. (laughing) To go, or not to go? That is it.",
        "[Enter HELMER.]",
        "HELMER. Is that you?",
      ],
      ["Act 1, Scene 2", "NORA. It is."],
    ]);
    expect(story.addresses.map(({ label }) => label)).toEqual(["Act 1, Scene 1", "Act 1, Scene 2"]);
  });
});

it("a guide in TEI is refused in a sentence that names what guides are read from", () => {
  const folder = temporaryFolder({ "guide.xml": tei("<body><p>He runs.</p></body>") });
  expect(() => readGuide(join(folder, "guide.xml"), "The Lamp")).toThrow(/is a text in TEI; save the guide as Word/);
});

it.each([
  ["a header alone", new TextEncoder().encode(`<TEI>${header}</TEI>`), /only a header/],
  ["an empty body", tei("<body><p/></body>"), /no text besides/],
  [
    "several texts",
    new TextEncoder().encode(`<teiCorpus>${"<TEI><text/></TEI>".repeat(2)}</teiCorpus>`),
    /corpus of 2 texts/,
  ],
  ["thousands of levels", tei("<div>".repeat(5000)), /nests its elements/],
])("%s is refused with a sentence", (_, bytes, sentence) => {
  expect(() => readStory(bytes, "odd.xml")).toThrow(Problem);
  expect(() => readStory(bytes, "odd.xml")).toThrow(sentence);
});

it("an edition whose file was cut off says so", () => {
  const cut = novel.subarray(0, novel.length - 300);
  expect(readStory(cut, "lamp.xml").warnings[0]).toMatchObject({
    kind: "cut",
    text: expect.stringContaining("cut off"),
  });
  expect(readStory(novel, "lamp.xml").warnings).toEqual([]);
});
