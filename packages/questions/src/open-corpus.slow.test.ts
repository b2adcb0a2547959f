import { openCorpus } from "@plotline/corpus/node";
import { expect, test } from "vitest";
import { hashOfWorks, questionHashes, questionSets } from "./question-sets.ts";
import { namedWork, workText } from "./work.ts";

/** Its texts were imported again; before that paper-1 was 3ab1dd29acdf and fair-1 was 0b8029dc2a39. */
const hashes = { "paper-1": ["91b434a1cfee", "12363f046b0b"], "fair-1": ["7b1324de097a", "12363f046b0b"] };

test("the questions about the open corpus are frozen, too", { timeout: 900_000 }, async () => {
  const corpus = await openCorpus("corpora/open");
  const works = await Promise.all(corpus.works.map(async (work) => namedWork(await workText(corpus, work))));
  for (const [set, expected] of Object.entries(hashes)) {
    const made = works.map((work) => ({
      title: work.title,
      ...questionHashes(questionSets[set as keyof typeof hashes](work, false)),
    }));
    const hashOf = (task: "cloze" | "completion") => made.map((each) => ({ title: each.title, hash: each[task] }));
    expect([hashOfWorks(hashOf("cloze")), hashOfWorks(hashOf("completion"))]).toEqual(expected);
  }
});
