import { describe, expect, test } from "vitest";
import awkward from "./fixtures/awkward-sentences.json" with { type: "json" };
import { languageNamed } from "./languages/language.ts";
import { sentences } from "./sentences.ts";
import { tokens } from "./tokens.ts";

describe.each(Object.entries(awkward))("awkward sentences, written for this test: %s", (code, examples) => {
  test.each(examples.map((expected) => [expected.join(" "), expected] as const))("%s", (text, expected) => {
    const found = sentences(text, tokens(text), languageNamed(code));
    expect(found.map(({ start, end }) => text.slice(start, end))).toEqual(expected);
  });
});
