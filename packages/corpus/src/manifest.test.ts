import { Problem } from "@plotline/base";
import fc from "fast-check";
import { expect, test } from "vitest";
import { folderOf, formatManifest, ManifestProblem, parseManifest } from "./manifest.ts";

const one = (entry: object) => JSON.stringify({ works: [entry] });

test("what is not ours to know is kept", () => {
  const text = formatManifest(
    parseManifest(
      '\ufeff{"editor":"me","works":[{"title":"B","isbn":1,"story":{"licence":" CC0-1.0 ","year":1850}},{"title":"A"}]}',
    ),
  );
  expect(JSON.parse(text)).toEqual({
    editor: "me",
    works: [{ title: "A" }, { title: "B", isbn: 1, story: { licence: "CC0-1.0", year: 1850 } }],
  });
  expect(formatManifest(parseManifest(text))).toBe(text);
});

test.each([
  ["no JSON", '{\n  "works": [\n    {,\n', /^corpus\.json, line 3: this is not JSON/],
  ["cut off", '{\n  "works": [', /line 2: this is not JSON/],
  ["empty", "", /line 1: this is not JSON/],
  ["a list", "[]", /^corpus\.json: the file: /],
  ["no works", "{}", /^corpus\.json: works: /],
  ["a kind that is none", one({ title: "A", kind: "poem" }), /^corpus\.json: works\.0\.kind: /],
  ["a split that is none", one({ title: "A", split: "test" }), /works\.0\.split/],
  ["no title", one({ kind: "play" }), /works\.0\.title/],
  ["an empty title", one({ title: "" }), /works\.0\.title: a work without a title/],
  ["a title with codes", one({ title: "A\u001b[2J" }), /works\.0\.title: a title is one line/],
  ["a folder that climbs", one({ title: "A", folder: "../../etc" }), /works\.0\.folder: a folder is one plain name/],
  ["a folder on another disk", one({ title: "A", folder: "C:\\x" }), /works\.0\.folder/],
  ["the folder ..", one({ title: "A", folder: ".." }), /works\.0\.folder/],
  ["a title that is a path", one({ title: "a/b" }), /works\.0: the title is no folder name/],
  ["one title twice", '{"works":[{"title":"A"},{"title":"A","folder":"B"}]}', /two works are called "A"/],
  ["one folder twice", '{"works":[{"title":"A"},{"title":"B","folder":"A"}]}', /two works have the folder "A"/],
])("%s is one sentence", (_, text, sentence) => {
  expect(() => parseManifest(text)).toThrow(sentence);
  expect(() => parseManifest(text)).toThrow(ManifestProblem);
});

test("whatever the file says, a folder is one plain name or there is a sentence", () => {
  const name = fc.oneof(
    fc.string(),
    fc.constantFrom("..", ".", "a/../../b", "\\\\server\\x", "/etc", "__proto__", "A"),
  );
  const entry = fc.record(
    { title: name, folder: name, kind: fc.constantFrom("novel", "x"), story: fc.object({ maxDepth: 1 }) },
    { requiredKeys: [] },
  );
  const file = fc.oneof(
    fc.json(),
    fc.record({ works: fc.array(entry, { maxLength: 3 }) }).map((value) => JSON.stringify(value)),
  );
  fc.assert(
    fc.property(file, (text) => {
      try {
        for (const work of parseManifest(text).works) expect(folderOf(work)).not.toMatch(/[/\\]|^\.{1,2}$|^$/);
      } catch (error) {
        expect(error).toBeInstanceOf(Problem);
        expect(String(error)).not.toContain("\n");
      }
    }),
    { numRuns: 2000 },
  );
});
