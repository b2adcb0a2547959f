import { expect, test } from "vitest";
import { temporaryFolder } from "../corpus/testing/folder.ts";
import { clozeDefaults, completionDefaults } from "../tasks/options.ts";
import { buildTasks, performBuilding } from "./tasks.ts";

test("a worker makes the same questions, also of a work that names its language and how its guide was cut", async () => {
  const folder = temporaryFolder({
    "stories/Anna/0.txt.utf8": "Anna Karr shut the door.\n\nJohn Dow wept all night.\n",
    "summaries/Anna/0.txt.utf8": "Anna Karr leaves John Dow.\n\nJohn Dow is sad and weeps for a long time.\n",
    "corpus.json": JSON.stringify({
      works: [{ title: "Anna", language: "en", headings: ["Chapter 1"], pointParagraphs: { "0": [0, 0] } }],
    }),
  });
  const rules = { alignments: ["TFIDF"], seed: 1, cloze: clozeDefaults, completion: completionDefaults };
  const job = buildTasks({ ...rules, folder, corpusHash: "", measured: "train", includeRestricted: true });
  const here = await (await job.start(job.setup))("Anna");
  const { setup, pack, unpack } = await job.remote!();
  const place = { folders: {}, cache: folder, provider: "cpu", threads: 1 } as const;
  const there = await (await performBuilding(setup, place))(await pack("Anna"));
  expect(unpack(there, "Anna")).toEqual(here);
  expect(here.rows.passages).toHaveLength(2);
});
