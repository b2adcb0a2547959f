import type { Command } from "commander";
import { addWorks, type NewWork } from "../../../corpus/changes/add-works.ts";
import type { Rights } from "../../../corpus/types.ts";
import { mustBeFree } from "../../../ingest/free-titles.ts";
import { sumOf } from "../../../lists.ts";
import type { Common } from "../../command.ts";
import { counted, print, printJson, warn } from "../../print/print.ts";
import { wrap } from "../../print/wrap.ts";

/** The options of a command that brings whole works with their points and links into a corpus. */
export interface WorksImport extends Common {
  readonly into: string;
  readonly source?: string;
  readonly licence?: string;
  readonly dryRun?: boolean;
}

export function withWorksImport(made: Command): Command {
  return made
    .requiredOption("--into <corpus>", "the corpus folder; created if it does not exist")
    .option("--source <text>", "where the texts are from, for the record")
    .option("--licence <text>", "what may be done with them, for the record")
    .option("--dry-run", "show everything, write nothing");
}

/** Only what was given: the rest stays as the files say. */
export function rightsIn({ source, licence }: WorksImport): Rights {
  return { ...(source !== undefined && { source }), ...(licence !== undefined && { licence }) };
}

/** How an import is shown: for a program, and for people. */
interface Shown {
  readonly result: object;
  readonly overview: string;
  readonly notes: readonly string[];
  /** What a chapter is called. */
  readonly chapter: string;
}

/** Writes the works, all of them or none, unless this is a dry run, and shows what they are. */
export async function importWorks(works: readonly NewWork[], options: WorksImport, shown: Shown): Promise<void> {
  const isWritten = options.dryRun !== true;
  await mustBeFree(
    options.into,
    works.map(({ title }) => title),
  );
  if (isWritten) await addWorks(options.into, works);
  if (options.json) return printJson({ written: isWritten, ...shown.result });
  if (!options.quiet) print(shown.overview);
  for (const note of shown.notes) warn(wrap(note), options);
  const { chapters, points, links } = countsOf({ chapters: works.flatMap((work) => work.chapters) });
  print(
    `${counted(works.length, "work")}, ${counted(chapters, shown.chapter)}, ${counted(points, "point")}, ${counted(links, "link")}.`,
  );
  print(isWritten ? `Written to ${options.into}.` : "Nothing was written (--dry-run).");
}

export function countsOf({ chapters }: Pick<NewWork, "chapters">) {
  return {
    chapters: chapters.length,
    paragraphs: sumOf(chapters, ({ story }) => story.length),
    points: sumOf(chapters, ({ summary }) => summary?.length ?? 0),
    links: sumOf(chapters, ({ gold }) => gold?.length ?? 0),
  };
}
