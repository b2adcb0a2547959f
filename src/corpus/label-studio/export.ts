import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sumOf } from "../../lists.ts";
import { addressOf, addressText } from "../addresses/address.ts";
import { readSettling } from "../annotations/settlement-store.ts";
import { isFree } from "../rights.ts";
import type { Corpus, Work } from "../types.ts";
import { labelingConfig } from "./format.ts";
import { taskOf } from "./tasks.ts";

export interface ExportedTasks {
  readonly tasks: number;
  readonly annotations: number;
  /** Works whose licence forbids redistribution or is unknown. */
  readonly leftOut: readonly string[];
}

/** Every chapter with a guide as a task of Label Studio, with what was annotated so far: `tasks.json`, and `config.xml`. */
export async function exportTasks(
  corpus: Corpus,
  works: readonly Work[],
  folder: string,
  { includeRestricted = false }: { readonly includeRestricted?: boolean } = {},
): Promise<ExportedTasks> {
  const wanted = works.filter((work) => includeRestricted || (isFree(work.story) && isFree(work.summary)));
  const tasks: ReturnType<typeof taskOf>[] = [];
  for (const work of wanted)
    for (const number of work.summarised) {
      const { chapter, sheets } = await readSettling(corpus, work, number);
      if (chapter.summary.length > 0 && chapter.story.length > 0)
        tasks.push(taskOf(chapter, addressText(addressOf(work, number)), sheets));
    }
  await writeFile(join(folder, "tasks.json"), `${JSON.stringify(tasks, undefined, 1)}\n`);
  await writeFile(join(folder, "config.xml"), labelingConfig);
  return {
    tasks: tasks.length,
    annotations: sumOf(tasks, ({ annotations }) => annotations.length),
    leftOut: works.filter((work) => !wanted.includes(work)).map(({ title }) => title),
  };
}
