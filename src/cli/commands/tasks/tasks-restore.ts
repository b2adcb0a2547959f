import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "commander";
import { readRows } from "../../../corpus/export/row-files.ts";
import { putInPlace } from "../../../corpus/files/replace.ts";
import { findWork, openCorpus } from "../../../corpus/open.ts";
import type { Corpus } from "../../../corpus/types.ts";
import { sumOf } from "../../../lists.ts";
import { Problem } from "../../../problem.ts";
import { type Config, configs, splits, TaskFiles, taskFolder } from "../../../runs/task-dataset.ts";
import {
  type OwnChapters,
  restoreCloze,
  restoreCompletion,
  restoreContext,
  restorePassage,
} from "../../../tasks/restore.ts";
import { fileRowSchemas } from "../../../tasks/row-schemas.ts";
import { workText } from "../../../tasks/work.ts";
import { writeAtomically } from "../../../write.ts";
import { type Common, command } from "../../command.ts";
import { mayReplace } from "../../options/replace.ts";
import { printResult } from "../../print/print.ts";
import { Progress } from "../../print/progress.ts";

interface Options extends Common {
  readonly out?: string;
  readonly force?: boolean;
}

export function restoreCommand(): Command {
  return command("restore <dataset> <corpus>", "Restore the texts that a dataset leaves out, from your own corpus.", [
    "tasks restore their-tasks my-corpus --out tasks",
  ])
    .option("--out <folder>", "the folder to write")
    .option("--force", "replace an existing dataset")
    .action((dataset: string, folder: string, _: unknown, self: Command) =>
      run(dataset, folder, self.optsWithGlobals<Options>()),
    );
}

async function run(dataset: string, folder: string, options: Options): Promise<void> {
  const { out } = options;
  if (out === undefined) throw new Problem("Give an output folder with --out.");
  if (!existsSync(join(dataset, "README.md")))
    throw new Problem(`${dataset} is not a dataset of plotline: it has no README.md.`);
  const corpus = await openCorpus(folder);
  mayReplace(out, dataset, taskFolder, options.force === true);
  let rows = 0;
  await putInPlace(out, async (path) => {
    const files = new TaskFiles(path, { inline: await isInline(dataset) });
    rows = await restoreAll(dataset, corpus, files, options);
    await files.finish();
    const card = readFileSync(join(dataset, "README.md"), "utf8");
    writeAtomically(
      join(path, "README.md"),
      `${card}\nThis copy was restored: it contains texts that may not be shared.\n`,
    );
  });
  printResult(options, { out, rows }, `Restored ${rows} rows in ${out}. They contain texts that may not be shared.`);
}

async function restoreAll(dataset: string, corpus: Corpus, files: TaskFiles, { quiet }: Options): Promise<number> {
  const there = configs
    .flatMap((config) => splits.map((split) => ({ config, split, path: join(dataset, config, `${split}.jsonl`) })))
    .filter(({ path }) => existsSync(path));
  const bytes = sumOf(there, ({ path }) => statSync(path).size);
  const progress = new Progress("Restoring bytes", bytes, quiet);
  let rows = 0;
  for (const { config, split, path } of there) {
    let own: { work: string; chapters: OwnChapters } | undefined;
    for await (const { row, line, size } of readRows(path)) {
      const checked = schemas[config].safeParse(row);
      if (!checked.success)
        throw new Problem(`${path}, line ${line}: this is not a row of ${config}; fetch the dataset again.`);
      if (own?.work !== checked.data.work) own = await ownWork(corpus, checked.data.work);
      files.write(config, split, [restored[config](row, own.chapters)]);
      progress.advance(size);
      rows++;
    }
  }
  progress.end();
  if (rows === 0) throw new Problem(`${dataset} has no rows in JSON lines to restore.`);
  return rows;
}

/** Whether the questions of a dataset have their contexts in their rows. */
async function isInline(dataset: string): Promise<boolean> {
  for (const config of ["cloze", "completion"])
    for (const split of splits) {
      const path = join(dataset, config, `${split}.jsonl`);
      if (existsSync(path)) for await (const { row } of readRows(path)) return "context" in row;
    }
  return false;
}

async function ownWork(corpus: Corpus, title: string): Promise<{ work: string; chapters: OwnChapters }> {
  const { chapters } = await workText(corpus, findWork(corpus, title));
  return { work: title, chapters: new Map(chapters.map((chapter) => [chapter.number, chapter])) };
}

/** Whole rows, and whatever other columns a dataset has. */
const schemas = {
  cloze: fileRowSchemas.cloze.loose(),
  completion: fileRowSchemas.completion.loose(),
  passages: fileRowSchemas.passages.loose(),
};

/** Rows were checked; parsing again gives them their types, and the row itself the order of its fields. */
const restored: Record<Config, (row: object, chapters: OwnChapters) => object> = {
  cloze: (row, chapters) => restoreContext(restoreCloze({ ...row, ...schemas.cloze.parse(row) }, chapters), chapters),
  completion: (row, chapters) =>
    restoreContext(restoreCompletion({ ...row, ...schemas.completion.parse(row) }, chapters), chapters),
  passages: (row, chapters) => restorePassage({ ...row, ...schemas.passages.parse(row) }, chapters),
};
