import { expect, test } from "vitest";
import { Archive } from "../files/archive.ts";
import { zipped } from "./testing/files.ts";
import { readWord } from "./word.ts";

const style = (id: string, basedOn: string) => `<w:style w:styleId="${id}"><w:basedOn w:val="${basedOn}"/></w:style>`;
const paragraph = '<w:p><w:pPr><w:pStyle w:val="s0"/></w:pPr><w:r><w:t>A word.</w:t></w:r></w:p>';

test.each([
  ["a circle", [style("s0", "s1"), style("s1", "s0")]],
  ["without end", Array.from({ length: 50_000 }, (_, k) => style(`s${k}`, `s${k + 1}`))],
])("styles based on styles, %s, take no time", (_, styles) => {
  const file = zipped({
    "word/document.xml": `<w:document><w:body>${paragraph.repeat(10_000)}</w:body></w:document>`,
    "word/styles.xml": `<w:styles>${styles.join("")}</w:styles>`,
  });
  const begun = performance.now();
  expect(readWord(new Archive(file, "book.docx")).blocks).toHaveLength(10_000);
  expect(performance.now() - begun).toBeLessThan(10_000);
});
