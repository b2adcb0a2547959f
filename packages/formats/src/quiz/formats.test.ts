import { DOMParser, onErrorStopParsing } from "@xmldom/xmldom";
import { strFromU8, unzipSync } from "fflate";
import { expect, it } from "vitest";
import type { ExportedQuiz } from "./exported.ts";
import { quizFormats } from "./formats.ts";

/** With every sign that a format uses for itself. */
const quiz: ExportedQuiz = {
  title: "Quiz: Ships & <Towns> / {one}",
  questions: [
    {
      work: "Ships, Towns",
      chapter: "Chapter 3: ~The = Sea#",
      task: "cloze",
      text: '_____ says: "a = b ~ c # {d} \\ e", and <i>leaves</i> & _____ returns.\u0007',
      options: ["Jim", 'Ben "Gunn"', "Silver, John", "=Pew"],
      answer: 1,
      passage: ["It was\tthe first day.", "And {{the}} second: fine."],
    },
    {
      work: "Ships, Towns",
      chapter: "Chapter 4",
      task: "completion",
      text: "The ship sails, and everyone who is on board of it looks back at the town for a very long time, until the last of its towers is gone.",
      options: [
        "Jim sleeps.",
        "Silver cooks.",
        "Pew dies, and nobody of those who had known him for so many years says a word about it.",
        "Ben finds it.",
      ],
      answer: 2,
      passage: [],
    },
  ],
};
const made = (name: keyof typeof quizFormats) => quizFormats[name].make(quiz);
const text = (name: keyof typeof quizFormats) => String(made(name));

function xml(source: string) {
  return new DOMParser({ onError: onErrorStopParsing }).parseFromString(source, "text/xml");
}

it("Moodle XML is sound, and says which option is right", () => {
  const document = xml(text("moodle"));
  const questions = [...document.getElementsByTagName("question")].filter(
    (each) => each.getAttribute("type") === "multichoice",
  );
  const rights = questions.map((each) =>
    [...each.getElementsByTagName("answer")].map((answer) => answer.getAttribute("fraction")),
  );
  expect(rights).toEqual([
    ["0", "100", "0", "0"],
    ["0", "0", "100", "0"],
  ]);
  expect(questions[0]?.getElementsByTagName("questiontext")[0]?.textContent?.trim()).toContain("&lt;i&gt;leaves");
});

it("QTI is a package whose manifest names every file, each of them sound", () => {
  const files = unzipSync(made("qti") as Uint8Array);
  const manifest = xml(strFromU8(files["imsmanifest.xml"]!));
  const named = [...manifest.getElementsByTagName("file")].map((file) => file.getAttribute("href"));
  expect(new Set(named)).toEqual(new Set(Object.keys(files).filter((name) => name !== "imsmanifest.xml")));
  const item = xml(strFromU8(files["items/q1.xml"]!));
  const right = item.getElementsByTagName("correctResponse")[0]?.textContent?.trim();
  const choices = [...item.getElementsByTagName("simpleChoice")];
  expect(choices.find((choice) => choice.getAttribute("identifier") === right)?.textContent).toBe('Ben "Gunn"');
  expect(xml(strFromU8(files["test.xml"]!)).getElementsByTagName("assessmentItemRef").length).toBe(2);
});

it("Anki's file has its head, three columns, and one cloze in each note, however many gaps", () => {
  const lines = text("anki").trimEnd().split("\n");
  expect(lines.slice(0, 5)).toEqual([
    "#separator:tab",
    "#html:true",
    "#notetype:Cloze",
    "#deck:Quiz: Ships & <Towns> / {one}",
    "#tags column:3",
  ]);
  const notes = lines.slice(5).map((line) => line.split("\t"));
  expect(notes.map((columns) => columns.length)).toEqual([3, 3]);
  expect(notes[0]?.[0]?.match(/\{\{c1::.*?\}\}/g)).toHaveLength(2);
  expect(notes[0]?.[0]).toContain("&#123;d&#125;");
  expect(notes[1]?.[0]).toContain("What happens next?");
});

it("the sheet puts the answers on a page of their own, and what a text says is no markup", () => {
  const html = text("print");
  expect(html).toContain("break-before: page");
  expect(html).toContain("&lt;i&gt;leaves&lt;/i&gt;");
  expect(html.indexOf("<h2>Answers</h2>")).toBeGreaterThan(html.indexOf("Silver cooks."));
});
