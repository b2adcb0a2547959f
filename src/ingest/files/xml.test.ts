import { expect, test } from "vitest";
import { attribute, elements, startTags } from "./xml.ts";

test("start tags are found by name, whatever their prefix and case", () => {
  const opf = '<opf:item id="a" href="a.xhtml"/><itemref idref="a"/><ITEM id=\'b\'>';
  expect([...startTags(opf, "item")].map((tag) => attribute(tag, "id"))).toEqual(["a", "b"]);
  expect([...startTags(opf, "itemref")].map((tag) => attribute(tag, "idref"))).toEqual(["a"]);
  expect(attribute(' xml:id="x" id="y"', "id")).toBe("y");
});

test("elements have what is inside them, and where they end", () => {
  const xml = "<nav type='toc'><a href='1'>One</a>, <a href='2'>Two <i>times</i></a ></nav><a>never closed";
  expect([...elements(xml, "a")].map(({ content }) => content)).toEqual(["One", "Two <i>times</i>"]);
  const [nav] = elements(xml, "nav");
  expect(xml.slice(nav?.end)).toBe("<a>never closed");
});

test.each(["<a>", "<a ", "<a></", "<a:", "<nav type='toc' "])("%j, a million times, is read to its end", (piece) => {
  const xml = piece.repeat(1_000_000);
  expect([...elements(xml, "a")]).toEqual([]);
  expect([...elements(xml, "nav")]).toEqual([]);
});
