import type { Corpus, Work } from "@plotline/align";
import { Recent } from "@plotline/base";
import { changesOf, chapterFiles, corpusCalibration } from "@plotline/corpus/node";
import { alignChapters, type ChapterRef, threads } from "@plotline/runs/node";
import { mustBeWanted } from "../one-at-a-time.ts";

/**
 * A method's confidence for each point of chapters: that of its best link, 0 where it has none. Chapters are aligned in threads next to the server's own, and again only when their files have changed. The threads
 * end when nobody is waiting for them.
 */
export async function pointConfidences(corpus: Corpus, works: readonly Work[], method: string, signal: AbortSignal) {
  const all = works.flatMap((work) => work.summarised.map((number) => ({ work, number })));
  const calibration = await corpusCalibration(corpus.folder);
  const by = JSON.stringify([method, calibration]);
  const keys = await Promise.all(all.map(({ work, number }) => keyOf(corpus, work, number, by)));
  const before = keys.map((key) => known.get(key));
  const missing = all.filter((_, k) => before[k] === undefined);
  const refs = missing.map(({ work, number }): ChapterRef => ({ work: work.title, number }));
  const found = new Map<string, readonly number[]>();
  const job = alignChapters({ folder: corpus.folder, methods: [method], seed: 1, calibration });
  if (refs.length > 0)
    for await (const { work, number, points, alignments } of threads(refs.length < 3 ? 1 : 2).run(job, refs)) {
      mustBeWanted(signal);
      const sure = new Array<number>(points).fill(0);
      for (const { summary, confidence } of alignments?.[0] ?? [])
        sure[summary] = Math.max(sure[summary] ?? 0, confidence);
      found.set(`${work}\n${number}`, sure);
    }
  return all.map(({ work, number }, k) => {
    const key = keys[k] ?? "";
    const points = before[k] ?? found.get(`${work.title}\n${number}`) ?? [];
    known.set(key, points);
    return { work, number, points };
  });
}

const known = new Recent<string, readonly number[]>(20_000);

async function keyOf(corpus: Corpus, work: Work, number: number, by: string): Promise<string> {
  const files = chapterFiles(work, number);
  return [corpus.folder, ...files, by, await changesOf(corpus.folder, files)].join("\n");
}
