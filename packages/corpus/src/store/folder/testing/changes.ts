import { writeAlignment } from "../../../alignments/alignments.ts";
import { addWork } from "../../../changes/add-works.ts";
import { renameWork } from "../../../changes/rename-work.ts";
import { writeSummary } from "../../../changes/write-summary.ts";
import { sections } from "../../../listing.ts";
import { storeOf } from "../../store.ts";

export const gold = [{ summary: 0, story: 0, confidence: 1 }];

/** The files of a small corpus. */
export const first = {
  "corpus.json": '{ "works": [{ "title": "First" }] }',
  "stories/First/0.txt.utf8": "One.\n",
  "stories/First/1.txt.utf8": "Two.\n",
  "summaries/First/0.txt.utf8": "Sum.\n",
  "manual_alignments/First/0.txt": "S0: 0\n",
};

const second = { title: "Second: B", kind: "play", chapters: [{ story: ["A."], summary: ["B."], gold }] } as const;

/** Changes of works in that corpus: each is made as a whole, or not at all. */
export const changes: Readonly<Record<string, (folder: string) => Promise<unknown>>> = {
  "adding a work": (folder) => addWork(folder, second),
  "writing summaries": (folder) => writeSummary(folder, "First", new Map([[0, ["New."]], [1, ["Also."]]])), // biome-ignore format: short
  "renaming a work": (folder) => renameWork(folder, "First", "Other: one"),
  "removing a work": (folder) =>
    storeOf(folder).transact(async () => sections.map((section) => ({ remove: `${section}/First` }))),
  "writing an alignment": (folder) =>
    writeAlignment(folder, "First", new Map([[0, { alignment: gold, summaryLength: 1 }]]), {
      method: "BM25",
      by: "align",
    }),
};
