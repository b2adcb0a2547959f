import { expect, test } from "vitest";
import { Numbering } from "./word-numbering.ts";

const numbering = (level: string) =>
  new Numbering(
    `<w:numbering><w:abstractNum w:abstractNumId="1"><w:lvl w:ilvl="${level}"><w:start w:val="3"/><w:numFmt w:val="decimal"/><w:lvlText w:val="Chapter %1"/></w:lvl></w:abstractNum><w:num w:numId="7"><w:abstractNumId w:val="1"/></w:num></w:numbering>`,
  );

test.each(["9", "200000000", "4294967295", "-1", "0.5", "none", "1e999"])(
  "level %s is none of Word's nine",
  (level) => {
    expect(numbering(level).next({ id: "7", level: Number(level) })).toBe("");
  },
);

test("a heading is counted on from where its list starts", () => {
  const lists = numbering("0");
  expect([1, 2].map(() => lists.next({ id: "7", level: 0 }))).toEqual(["Chapter 3", "Chapter 4"]);
  expect(lists.next({ id: "8", level: 0 })).toBe("");
});
