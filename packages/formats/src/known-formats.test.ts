import { expect, test } from "vitest";
import { acceptedFiles, endingsFor, formatNamed, formatsFor, withoutEndings } from "./known-formats.ts";

test("one table says what is read, how its files end, and what a dialog offers", () => {
  expect(formatsFor("book")).toMatch(/^EPUB, Word \(\.docx\), .* or plain text$/);
  expect(formatsFor("guide")).toMatch(/^Word .*, Markdown or plain text$/);
  expect(endingsFor("guide")).toMatch(/^\.docx, \.odt, .* or \.txt$/);
  expect([formatNamed("a.XHTML", "guide"), formatNamed("a.epub", "guide")]).toEqual(["HTML", undefined]);
  expect(["1.txt.utf8", "emma.tei", "emma.markdown", "v1.2"].map(withoutEndings)).toEqual([
    "1",
    "emma",
    "emma",
    "v1.2",
  ]);
  expect(acceptedFiles.split(",")).toEqual(expect.arrayContaining([".epub", ".tei", ".mdown", "text/*"]));
});
