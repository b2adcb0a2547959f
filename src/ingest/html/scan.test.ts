import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { htmlBlocks, tokenizedBlocks } from "./page-blocks.ts";

const pieces = [
  "<p>",
  "</p>",
  '<p class="chapter x">',
  "<br>",
  "<br />",
  "<div id='a' class=poem>",
  "</div>",
  '<h2><a name="one"></a>',
  "</h2>",
  "<i>",
  "</i >",
  "<!-- a <b> comment -->",
  "<!DOCTYPE html>",
  "<?xml version='1.0'?>",
  "<style>p > b { color: red } /* </p> */</style>",
  "<script>if (a < b) x = '<p>';</script>",
  "<title>A &amp; B</title>",
  "<pre>\n one\n\n two</pre>",
  "text ",
  "two\r\nlines",
  "&mdash;",
  "&rsquo;",
  "&#8212;",
  "&#x2014;",
  "&nbsp;",
  " & ",
  "&nonsense;",
  "&amp",
  "&#0;",
  "&#151;",
  "a < b",
  "<",
  "</",
  "<p",
  "<!--",
  "<![CDATA[x]]>",
  "<textarea><p></textarea>",
  '<img src=a.png alt="a > b">',
  '<p class="a&amp;b">',
  "<title/>",
];

describe("the quick scanner", () => {
  it("reads any page as htmlparser2 does", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 30 }), (parts) => {
        const page = parts.join("");
        const [quick, slow] = [htmlBlocks(page), tokenizedBlocks(page)];
        expect(quick.blocks).toEqual(slow.blocks);
        expect(quick.title).toBe(slow.title);
        expect(quick.anchors).toEqual(slow.anchors);
      }),
      { numRuns: 1500, seed: 7 },
    );
  });

  it("survives a tag without an end", () => {
    expect(htmlBlocks(`<p>Text.</p><p ${"a ".repeat(1_000_000)}`).blocks.map(({ text }) => text)).toEqual(["Text."]);
  });
});
