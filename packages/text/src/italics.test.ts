import { expect, test } from "vitest";
import { italicStretches, shownPlace } from "./italics.ts";

test.each([
  ["plain", "plain"],
  ["", ""],
  ["She _would_ go.", "She <would> go."],
  ["_Whole._", "<Whole.>"],
  ["_Con_tinue, sure_ly_!", "<Con>tinue, sure<ly>!"],
  ["_Over\ntwo lines_", "<Over\ntwo lines>"],
  ["a_file_name and _ alone _", "a_file_name and _ alone _"],
  ["He met ____ and __init__.", "He met ____ and __init__."],
  ["_one_, _two_", "<one>, <two>"],
])("%j is shown as %j", (text, shown) => {
  const made = italicStretches(text).map(({ start, end, isItalic }) => {
    const part = text.slice(start, end);
    return isItalic ? `<${part}>` : part;
  });
  expect(made.join("")).toBe(shown);
});

test("a place of the text is known in what is shown", () => {
  const stretches = italicStretches("She _would_ go.");
  expect([0, 4, 5, 10, 11, 12].map((place) => shownPlace(stretches, place))).toEqual([0, 4, 4, 9, 9, 10]);
});
