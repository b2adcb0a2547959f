import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { openCorpus } from "@plotline/corpus/node";
import { withFigures } from "@plotline/runs";
import { type PaperResults, readResults } from "@plotline/runs/node";
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

  test("are of today's corpora and of the frozen questions (their network and settings: runs/src/paper/cells.test.ts)", async () => {
    const today = await hashesOfToday();
    expect(results.cells.length).toBeGreaterThan(0);
    expect(results.answers).toHaveLength(2);
    expect(staleIn(results, today)).toEqual([]);
  });

  test("are seen to be stale where any hash is another one", async () => {
    const today = await hashesOfToday();
    for (const name of ["corpus", "open", "cloze", "completion"] as const)
      expect(staleIn(results, { ...today, [name]: "0123456789ab" }), name).not.toEqual([]);
    const other = {
      ...results,
      learned: results.learned.map((each) => ({ ...each, signature: "asked:0123456789ab" })),
    };
    expect(staleIn(other, today)).toEqual(results.learned.map(({ method }) => method));
  });

  test.each(files)("%s holds numbers and names, and no text", (file) => {
    const strings = stringsIn(JSON.parse(readFileSync(join(folder, file), "utf8")));
    const long = strings.filter((text) => !/^[\d.\s]*$/.test(text) && text.split(/\s+/).length > 40);
    expect(long).toEqual([]);
  });
});

type Today = Awaited<ReturnType<typeof hashesOfToday>>;

/** Of the published corpus and its questions as the page of results says them, which are frozen; of the open one as it is. */
async function hashesOfToday() {
  const said = readFileSync(join(root, "results", "README.md"), "utf8");
  const found = (pattern: RegExp) => pattern.exec(said)?.[1] ?? "";
  return {
    corpus: found(/\(corpus ([0-9a-f]{12})\)/),
    training: found(/asked in training: ([0-9a-f]{12})/),
    cloze: found(/cloze questions.*?hash ([0-9a-f]{12})/s),
    completion: found(/completion items \(([0-9a-f]{12})/),
    open: await (await openCorpus(join(root, "corpora", "open"))).hash(),
  };
}

/** The figures that were made from something else. */
function staleIn({ alignment, encoder, cells, learned, answers }: PaperResults, today: Today): string[] {
  const { corpus, training, open } = today;
  const isOld = [
    ...[alignment, encoder].map((each) => ["alignment", !each?.signature.includes(`corpus:${corpus}|`)] as const),
    ...cells.map(({ set, task, alignment: on, seed, hashes }) => {
      const isOfToday = set === "paper-1" && hashes.corpus === corpus && hashes.test === today[task];
      return [`${task} ${on} ${seed}`, !(isOfToday && (task !== "cloze" || hashes.questions === training))] as const;
    }),
    ...learned.map(({ method, signature }) => {
      return [method, !signature.startsWith(`corpus:${corpus}|set:paper-1|asked:${training}|`)] as const;
    }),
    ...answers.map(({ set, hashes, works }) => {
      const asked = hashes.cloze === today.cloze && hashes.completion === today.completion;
      const isOfToday = hashes.corpus === open || (hashes.corpus === corpus && asked);
      return [`answers about ${works.length} works`, set !== "paper-1" || !isOfToday] as const;
    }),
  ];
  return isOld.flatMap(([name, old]) => (old ? name : []));
}

function stringsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}
