import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../../corpus/testing/folder.ts";
import { Problem } from "../../problem.ts";
import { random } from "../../random.ts";
import { planNxt } from "../import-nxt.ts";
import { elementsOf, readNxt } from "./file.ts";
import { meetingFiles, nxt } from "./testing/meeting.ts";

describe("readNxt", () => {
  test("elements with their text, and references", () => {
    const file = readNxt(
      nxt(
        '<abstract nite:id="p"><sentence nite:id="s1">A &amp; B</sentence></abstract><l nite:id="l"><nite:pointer role="x" href="f.xml#id(a)..id(b)"/></l>',
      ),
      "x.xml",
    );
    expect(file.elements.map(({ name, id, text, inside }) => [name, id, text.trim(), inside])).toEqual([
      ["nite:root", "", "", ""],
      ["abstract", "p", "", "nite:root"],
      ["sentence", "s1", "A & B", "abstract"],
      ["l", "l", "", "nite:root"],
    ]);
    expect(file.elements[3]!.references).toEqual([{ role: "x", file: "f.xml", from: "a", to: "b" }]);
    const range = { role: "child", file: "", from: "p", to: "s1" };
    expect(elementsOf(file, range)?.map(({ id }) => id)).toEqual(["p", "s1"]);
    expect(elementsOf(file, { ...range, to: "nobody" })).toBeUndefined();
  });

  test.each([
    ["<html><p>No</p></html>", "x.xml is not a file of the NITE XML Toolkit"],
    [nxt('<a nite:id="a"><nite:child href="f.xml"/></a>'), 'x.xml: "f.xml" is not a reference'],
    [nxt("<a><nite:child/></a>"), 'x.xml: "" is not a reference'],
  ])("%s", (xml, fault) => {
    expect(() => readNxt(xml, "x.xml")).toThrow(Problem);
    expect(() => readNxt(xml, "x.xml")).toThrow(fault);
  });
});

describe("planNxt", () => {
  const plan = (files: Readonly<Record<string, string>>, parts?: readonly string[]) =>
    planNxt(temporaryFolder(files), { parts });

  test("a series of meetings is a work; turns are paragraphs, sentences points", () => {
    const { works, empty } = plan({ ...meetingFiles("XX1a"), ...meetingFiles("XX1b") });
    expect([works.map(({ work }) => work.title), empty]).toEqual([["XX1"], []]);
    const [meeting] = works[0]!.meetings;
    expect(meeting!.turns).toEqual([
      "Project Manager: Hello, all. We need a lamp.",
      "B: Fine.",
      "Project Manager: It costs ten.",
    ]);
    expect(meeting!.points).toEqual(["They want a lamp.", "It will cost ten."]);
    expect(meeting!.links?.map(({ summary, story }) => [summary, story])).toEqual([
      [0, 0],
      [0, 1],
      [1, 2],
    ]);
    expect(meeting).toMatchObject({ words: { all: 11, inTurns: 10 }, sounds: 1, broken: 1 });
    expect(works[0]!.work.headings).toEqual(["XX1a", "XX1b"]);
  });

  test("only some parts of the summaries", () => {
    const { works } = plan(meetingFiles("XX1a"), ["decisions"]);
    expect(works[0]!.meetings[0]).toMatchObject({ points: ["It will cost ten."], links: [{ summary: 0, story: 2 }] });
    expect(() => plan(meetingFiles("XX1a"), ["jokes"])).toThrow(
      "has no meeting with words and a summary in the parts jokes",
    );
  });

  test("long turns are cut where an act ends", () => {
    const words = Array.from({ length: 200 }, (_, k) => `<w nite:id="w${k}" starttime="${k}">word</w>`).join("");
    const acts = Array.from(
      { length: 20 },
      (_, k) => `<dact nite:id="a${k}"><nite:child href="Y.A.words.xml#id(w${10 * k})..id(w${10 * k + 9})"/></dact>`,
    ).join("");
    const { works } = plan({
      "Y.A.words.xml": nxt(words),
      "Y.A.dialog-act.xml": nxt(acts),
      "Y.abssumm.xml": nxt('<abstract nite:id="p"><sentence nite:id="s">Words.</sentence></abstract>'),
    });
    const [meeting] = works[0]!.meetings;
    expect(meeting!.turns.map((turn) => turn.split(" ").length)).toEqual([81, 81, 41]);
    expect(meeting!.links).toBeUndefined();
  });

  test("references that name everything again and again are refused", () => {
    const words = Array.from({ length: 3000 }, (_, k) => `<pause nite:id="w${k}"/>`).join("");
    const act = '<dact nite:id="a"><nite:child href="Y.A.words.xml#id(w0)..id(w2999)"/></dact>';
    const files = {
      "Y.A.words.xml": nxt(words),
      "Y.A.dialog-act.xml": nxt(act.repeat(2000)),
      "Y.abssumm.xml": nxt(""),
    };
    expect(() => plan(files)).toThrow("The references of Y.A.dialog-act.xml name more than 5,000,000 elements.");
  });

  test("a file that was damaged is read or refused in a sentence", () => {
    const [next, files] = [random("damaged"), meetingFiles("XX1a")];
    for (let round = 0; round < 30; round++) {
      const names = Object.keys(files);
      const name = names[Math.floor(next() * names.length)]!;
      const [text, at] = [files[name]!, Math.floor(next() * files[name]!.length)];
      try {
        plan({ ...files, [name]: text.slice(0, at) + text.slice(at + Math.floor(next() * 60)) });
      } catch (error) {
        expect(error, `${name} ${at}`).toBeInstanceOf(Problem);
      }
    }
  });

  test.each<[string, Record<string, string>, string]>([
    ["no summaries", { "a.xml": nxt("") }, "has no summaries of meetings"],
    ["no words", { ...meetingFiles("XX1a"), "words/XX1a.A.words.xml": "" }, "is empty"],
    [
      "a missing file",
      { ...meetingFiles("XX1a", ["words/XX1a.B.words.xml"]) },
      "has no XX1a.B.words.xml, which XX1a.B.dialog-act.xml refers to",
    ],
  ])("%s", (_, files, fault) => {
    expect(() => plan(files)).toThrow(fault);
  });
});
