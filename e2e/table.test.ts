import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { openCorpus } from "@plotline/corpus/node";
import { withFigures } from "@plotline/runs";
import { readResults } from "@plotline/runs/node";
import { describe, expect, test } from "vitest";
import { root } from "./testing/plotline.ts";

describe("the committed results", () => {
  const folder = join(root, "results");
  const results = readResults(folder);
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".json"));

  test.each(["README.md", "docs/replication.md", "docs/benchmark.md", "results/table.md"])(
    "%s shows them; npm run figures",
    (name) => {
      const page = readFileSync(join(root, name), "utf8");
      expect(page).toContain("<!-- figures: ");
      expect(page).toBe(withFigures(page, results));
    },
  );

  test("are of one corpus and of the frozen questions (their network and settings: runs/src/paper/cells.test.ts)", async () => {
    const said = readFileSync(join(folder, "README.md"), "utf8");
    const corpus = /\(corpus ([0-9a-f]{12})\)/.exec(said)?.[1];
    const asked = { cloze: /cloze questions.*?hash ([0-9a-f]{12})/s, completion: /completion items \(([0-9a-f]{12})/ };
    for (const { signature } of [results.alignment, results.encoder].flatMap((each) => each ?? []))
      expect(signature).toContain(`corpus:${corpus}|`);
    for (const { set, task, hashes } of results.cells)
      expect({ set, ...hashes }).toMatchObject({ set: "paper-1", corpus, test: asked[task].exec(said)?.[1] });
    expect(results.cells.length).toBeGreaterThan(0);
    const open = await openCorpus(join(root, "corpora", "open"));
    for (const { set, hashes } of results.answers)
      expect({ set, ...hashes }).toMatchObject(
        hashes.corpus === corpus
          ? { set: "paper-1", cloze: asked.cloze.exec(said)?.[1], completion: asked.completion.exec(said)?.[1] }
          : { set: "paper-1", corpus: await open.hash() },
      );
    expect(results.answers).toHaveLength(2);
  });

  test.each(files)("%s holds numbers and names, and no text", (file) => {
    const strings = stringsIn(JSON.parse(readFileSync(join(folder, file), "utf8")));
    const long = strings.filter((text) => !/^[\d.\s]*$/.test(text) && text.split(/\s+/).length > 40);
    expect(long).toEqual([]);
  });
});

function stringsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}
