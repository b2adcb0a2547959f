import { basename, join } from "node:path";
import type { Corpus, Split, Work } from "@plotline/align";
import { version } from "@plotline/base";
import { writeAtomically } from "@plotline/base/node";
import { findWork, openCorpus, type Product } from "@plotline/corpus/node";
import { goesOut } from "@plotline/formats";
import { RowFiles } from "@plotline/formats/node";
import {
  buildWork,
  datasetCard,
  fileRowSchemas,
  goldNotes,
  type Hit,
  hashOfWorks,
  type QuestionSet,
  readyAnswerers,
  scoresOf,
  setNames,
  type WorkRows,
  withContexts,
} from "@plotline/questions";
import { z } from "zod";
import { contextSources } from "./context-sources.ts";
import { type Executor, type Job, job, type Meter, type Step } from "./jobs/executor.ts";

interface DatasetRules {
  readonly alignments: readonly string[];
  readonly seed: number;
  readonly set: QuestionSet;
  readonly includeRestricted: boolean;
  /** Whether each row has the text of its context. */
  readonly inline?: boolean;
  /** Which texts are left out, in sentences: the card says so. */
  readonly notes: readonly string[];
}

/** What was written of a dataset. */
export type WrittenDataset = Awaited<ReturnType<typeof writeTaskDataset>>;

/** Writes the questions of some works as a dataset folder with its card. */
export async function writeTaskDataset(
  path: string,
  corpus: Corpus,
  works: readonly Work[],
  rules: DatasetRules,
  executor: Executor,
  meter: Meter,
) {
  const { alignments, seed, set, includeRestricted } = rules;
  const sources = await contextSources(corpus, alignments, seed);
  const inline = rules.inline === true;
  const files = new TaskFiles(path, { inline });
  const hits: Hit[] = [];
  const split: Split = works.some((work) => work.split === "validation") ? "validation" : "train";
  const corpusHash = await corpus.hash();
  const setup = { folder: corpus.folder, alignments, seed, set, corpusHash, measured: split, includeRestricted };
  let [points, entityQuestions] = [0, 0];
  const titles = works.map(({ title }) => title);
  const hashes: { title: string; cloze: string; completion: string }[] = [];
  for await (const built of executor.run(buildTasks(setup), titles, meter.watch)) {
    writeRows(files, findWork(corpus, built.title), withContexts(built.rows, inline));
    for (const hit of built.rows.hits) hits.push(hit);
    hashes.push({ title: built.title, ...built.rows.hashes });
    points += built.rows.points;
    entityQuestions += built.rows.cloze.filter(({ kind }) => kind === "entity").length;
    meter.advance(1, built.title);
  }
  await files.finish();
  const hashOf = (task: "cloze" | "completion") =>
    hashOfWorks(hashes.map((each) => ({ title: each.title, hash: each[task] })));
  const questionsHash = { cloze: hashOf("cloze"), completion: hashOf("completion") };
  const card = datasetCard({
    name: basename(corpus.folder),
    version,
    corpusHash,
    set,
    hashes: questionsHash,
    alignments: sources.map(({ name }) => name),
    goldNotes: goldNotes(sources, works),
    works,
    counts: files.counts,
    points,
    entityQuestions,
    scores: scoresOf(hits),
    measuredOn: `the ${split} works (${works.filter((work) => work.split === split).length})`,
    leftOut: rules.notes.filter((sentence) => sentence.startsWith("left out")),
  });
  writeAtomically(join(path, "README.md"), card);
  return {
    set,
    hashes: questionsHash,
    counts: files.counts,
    points,
    entityQuestions,
    goldNotes: goldNotes(sources, works),
  };
}

function writeRows(files: TaskFiles, { split }: Work, rows: ReturnType<typeof withContexts>): void {
  files.write("cloze", split, rows.cloze);
  files.write("completion", split, rows.completion);
  files.write("passages", split, rows.passages);
}

const configs = ["cloze", "completion", "passages"] as const;
type Config = (typeof configs)[number];

/** A dataset replaces only a dataset. */
export const taskFolder: Product = { what: "a dataset", holds: [...configs, "README.md"] };

/** The files of a dataset of questions, and how many rows each split has. */
class TaskFiles {
  readonly counts: Record<Config, Record<string, number>> = { cloze: {}, completion: {}, passages: {} };
  private readonly files: Record<Config, RowFiles>;

  /** `inline`: each question has the text of its context in its row. */
  constructor(folder: string, { inline = false } = {}) {
    const { cloze, completion, passages } = fileRowSchemas;
    const text = inline ? {} : ({ context: true } as const);
    this.files = {
      cloze: new RowFiles(join(folder, "cloze"), cloze.omit(text)),
      completion: new RowFiles(join(folder, "completion"), completion.omit(text)),
      passages: new RowFiles(join(folder, "passages"), passages),
    };
  }

  write(config: Config, split: Split, rows: readonly object[]): void {
    if (rows.length === 0) return;
    this.files[config].write(split, rows);
    this.counts[config][split] = (this.counts[config][split] ?? 0) + rows.length;
  }

  async finish(): Promise<void> {
    for (const files of Object.values(this.files)) await files.finish();
  }
}

/** What makes the questions of works, as other processes check it. */
export const buildSetup = z.object({
  folder: z.string(),
  set: z.enum(setNames),
  alignments: z.array(z.string()).readonly(),
  /** Of alignments that draw. */
  seed: z.number(),
  corpusHash: z.string(),
  /** The split on which the baselines are scored. */
  measured: z.enum(["train", "validation"]),
  includeRestricted: z.boolean(),
});
type BuildSetup = z.infer<typeof buildSetup>;

interface BuiltWork {
  readonly title: string;
  readonly rows: WorkRows;
}

/** Makes the questions of works, one after the other, each named by its title. */
export function buildTasks(setup: BuildSetup): Job<BuildSetup, string, BuiltWork> {
  return job(import.meta.url, startBuilding, setup);
}

export async function startBuilding(setup: BuildSetup): Promise<Step<string, BuiltWork>> {
  const { folder, set, alignments, seed, corpusHash, measured, includeRestricted } = setup;
  const corpus = await openCorpus(folder);
  const sources = await contextSources(corpus, alignments, seed);
  return async (title) => {
    const work = findWork(corpus, title);
    const rows = await buildWork(corpus, work, {
      set,
      sources,
      corpusHash,
      goesOut: (each, side) => goesOut(each, side, { includeRestricted }),
      answerers: work.split === measured ? readyAnswerers : [],
    });
    return { title, rows };
  };
}
