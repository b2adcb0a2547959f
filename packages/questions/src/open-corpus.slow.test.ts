import { openCorpus } from "@plotline/corpus/node";
import { beforeAll, expect, test } from "vitest";
import { frozen, setNames } from "./question-sets.ts";
import { frozenHash, hashesOf } from "./testing/frozen.ts";
import { type NamedWork, namedWork, workText } from "./work.ts";

let works: NamedWork[] = [];

beforeAll(async () => {
  const corpus = await openCorpus("corpora/open");
  works = await Promise.all(corpus.works.map(async (work) => namedWork(await workText(corpus, work))));
}, 900_000);

test.each(setNames)(
  "the questions of %s about the open corpus are frozen, too",
  (set) => {
    expect(frozenHash(set, works)).toBe(frozen[set][1]);
  },
  300_000,
);

/** Its texts were imported again; before that paper-1 was 3ab1dd29acdf and fair-1 was 0b8029dc2a39. */
test.each([
  ["paper-1", "91b434a1cfee"],
  ["fair-1", "7b1324de097a"],
] as const)(
  "what results/answers-open.json is about has the hashes that it had: %s",
  (set, cloze) => {
    expect(hashesOf(set, works, false)).toEqual({ cloze, completion: "12363f046b0b" });
  },
  300_000,
);
