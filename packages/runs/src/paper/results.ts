import { existsSync, readdirSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { Problem } from "@plotline/base";
import { jsonIn } from "@plotline/base/node";
import { protocols, tasks } from "@plotline/questions";
import { z } from "zod";
import { type CellFile, readCell } from "./cell-file.ts";

const share = z.number().min(0).max(1);
const interval = z.tuple([share, share]);
const scored = { method: z.string().min(1), precision: share, recall: share, f: share };

const byWork = z.looseObject({ work: z.string(), chapters: z.int(), f: share });

/** What `plotline evaluate --json --by-work` prints. */
const evaluation = z.looseObject({
  signature: z.string(),
  chapters: z.int(),
  methods: z.array(z.looseObject({ ...scored, seeds: z.int().optional(), works: z.array(byWork).optional() })),
});

/** What `plotline paper learn --results` writes, and `learn-results` of training. */
const learned = z.looseObject({
  ...scored,
  /** How it differs from the row of its method; it has none of its own. */
  variant: z.string().optional(),
  /** Of F, works drawn again. */
  interval: interval.optional(),
  /** Hidden units per direction. */
  units: z.int().optional(),
  accuracy: share,
  signature: z.string(),
  hashes: z.looseObject({ graph: z.string() }),
  rounds: z.array(
    z.looseObject({
      round: z.union([z.literal("start"), z.int()]),
      precision: share,
      recall: share,
      f: share,
      accuracy: share,
    }),
  ),
});

/** What `plotline paper score CORPUS --json` prints. */
const answers = z.looseObject({
  alignment: z.string(),
  set: z.string(),
  hashes: z.strictObject({ corpus: z.string(), cloze: z.string(), completion: z.string() }),
  works: z.array(z.string()),
  scores: z.array(
    z.looseObject({
      answerer: z.string(),
      task: z.enum(tasks),
      alignment: z.string(),
      protocol: z.enum(protocols),
      questions: z.int(),
      right: share,
      byWork: interval,
    }),
  ),
});

export type Answers = z.infer<typeof answers>;

/** The figures of the paper's table, as far as they are there, and of those who answer without having been trained. */
export interface PaperResults {
  readonly alignment?: z.infer<typeof evaluation>;
  /** The rows that compare vectors, by an encoder that its signature names. */
  readonly encoder?: z.infer<typeof evaluation>;
  readonly cells: readonly CellFile[];
  readonly learned: readonly z.infer<typeof learned>[];
  readonly answers: readonly Answers[];
}

/** Reads a folder of figures: `alignment.json`, `alignment-encoder.json`, `learn-*.json`, `answers-*.json`, and cells there or one folder below. */
export function readResults(folder: string): PaperResults {
  const folders = [folder, ...namesIn(folder).map((name) => join(folder, name))];
  const paths = folders.flatMap((each) => namesIn(each).map((name) => join(each, name)));
  const all = <T>(kind: string, schema: z.ZodType<T>) =>
    namesIn(folder)
      .filter((name) => name.startsWith(`${kind}-`) && name.endsWith(".json"))
      .flatMap((name) => readIfThere(join(folder, name), schema) ?? []);
  const found = {
    alignment: readIfThere(join(folder, "alignment.json"), evaluation),
    encoder: readIfThere(join(folder, "alignment-encoder.json"), evaluation),
    cells: cellsIn(paths.filter(isCell)),
    learned: all("learn", learned),
    answers: all("answers", answers),
  };
  if (found.alignment === undefined && found.cells.length + found.learned.length === 0)
    throw new Problem(`${folder} has no results: no alignment.json, no cell of "paper train", no learn-*.json.`);
  return found;
}

/** Asked before a training: cells of other texts or another set belong in another table. */
export function mustBeOneTable(folder: string, corpus: string, set: string): void {
  for (const path of namesIn(folder)
    .map((name) => join(folder, name))
    .filter(isCell)) {
    const { hashes, set: own } = readCell(path)!;
    if (hashes.corpus === corpus && own === set) continue;
    throw new Problem(
      `${path} is of corpus ${hashes.corpus} and ${own}, this is corpus ${corpus} and ${set}: they belong in two folders; move it away, or choose another folder.`,
    );
  }
}

function isCell(path: string): boolean {
  return /^(?:cloze|completion)-.*\.json$/.test(basename(path));
}

/** Cells of one table: of each task one set of questions about one corpus. */
function cellsIn(paths: readonly string[]): CellFile[] {
  const asked = new Map<string, { readonly path: string; readonly what: string }>();
  return paths.map((path) => {
    const cell = readCell(path)!;
    const what = `${cell.set} (${cell.hashes.test}) of corpus ${cell.hashes.corpus}`;
    const other = asked.get(cell.task) ?? { path, what };
    if (other.what !== what)
      throw new Problem(
        `${other.path} answers ${other.what}, but ${path} ${what}: these belong in two tables; move one of them away.`,
      );
    asked.set(cell.task, other);
    return cell;
  });
}

function namesIn(folder: string): string[] {
  return statSync(folder, { throwIfNoEntry: false })?.isDirectory() ? readdirSync(folder).sort() : [];
}

function readIfThere<T>(path: string, schema: z.ZodType<T>): T | undefined {
  if (!existsSync(path)) return undefined;
  const parsed = schema.safeParse(jsonIn(path));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new Problem(`${path}: ${issue?.path.join(".")}: ${issue?.message}; it is no result of this version.`);
}
