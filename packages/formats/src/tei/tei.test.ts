import { expect, test } from "vitest";
import { readTei } from "./tei.ts";

const edition = (body: string) => `<TEI><teiHeader/><text><body>${body}</body></text></TEI>`;
const paragraphsOf = (body: string) =>
  readTei(edition(body), "book.xml").chapters.flatMap(({ paragraphs }) => paragraphs.map(({ text }) => text));

test("quotations get marks where the file has none, and italics stay inside of the spaces around them", () => {
  expect(paragraphsOf('<div><p>“<q>Yes</q>” <q>no</q>, <hi rend="italic"> she </hi> said.</p></div>')).toEqual([
    "“Yes” “no”, _she_ said.",
  ]);
});

test.each([
  [
    "text below 190 divisions",
    `${"<div>".repeat(190)}${"<p>A word or two.</p>".repeat(40_000)}${"</div>".repeat(190)}`,
  ],
  ["60,000 quotations in a paragraph", `<div><p>${"<q>Anna said</q> so it was. ".repeat(60_000)}</p></div>`],
  ["spaces without end in italics", `<div><p><hi rend="italic">a${" ".repeat(1_000_000)}b</hi></p></div>`],
])("%s are read in the time that reading takes", (_, body) => {
  const begun = performance.now();
  expect(paragraphsOf(body)[0]).toMatch(/^[_“]?[Aa]/);
  expect(performance.now() - begun).toBeLessThan(20_000);
});
