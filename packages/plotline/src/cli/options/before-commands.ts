import { existsSync } from "node:fs";
import { join } from "node:path";
import { Problem } from "@plotline/base";
import type { Command } from "commander";
import { addToJson, alarm, counted } from "../print/print.ts";
import type { WorkChoice } from "./works.ts";

/** These change a corpus or serve it, file by file, or list all faults themselves. */
const silent = new Set(["check", "serve", "corpus", "import", "team", "worker"]);
const mostNamed = 5;

interface Options extends WorkChoice {
  readonly statistics?: boolean;
}

/**
 * Before a command over the chapters of a corpus: names those that take no part because something is wrong with them, even
 * with --quiet and in every JSON. The command itself says it where there is no such corpus or work.
 */
export async function tellUnusable(action: Command): Promise<void> {
  addToJson({});
  const { work, except = [], statistics } = action.opts<Options>();
  const folder = action.processedArgs[action.registeredArguments.findIndex((each) => each.name() === "corpus")];
  const isOther = [action.name(), action.parent?.name() ?? ""].some((name) => silent.has(name));
  if (typeof folder !== "string" || (isOther && !statistics)) return;
  const { folderKey, openCorpus, unusableChapters } = await import("@plotline/corpus/node");
  const corpus = await openCorpus(folder).catch(() => undefined);
  if (corpus === undefined) return;
  const isIn = (titles: readonly string[], names: readonly string[]) =>
    titles.some((title) => names.some((name) => folderKey(name) === folderKey(title)));
  const works = corpus.works.filter(
    ({ title, folder }) => isIn([work ?? title].flat(), [title, folder]) && !isIn(except, [title, folder]),
  );
  const unusable = await unusableChapters(corpus, work || except.length > 0 ? works : undefined);
  if (unusable.leftOut.length === 0) return;
  addToJson({ unusable });
  const { leftOut, remaining } = unusable;
  const all = leftOut.map(({ file, row, why }) => `  ${file}${row === null ? "" : `, line ${row}`}: ${why}`);
  const unnamed = all.splice(mostNamed).length;
  if (unnamed > 0) all.push(`  and ${unnamed} more ("plotline check" lists all)`);
  const rest = `${counted(remaining.chapters, "chapter")} with a summary and ${counted(remaining.gold, "chapter")} with gold remain`;
  alarm([`${counted(leftOut.length, "file")} cannot be used; ${rest}:`, ...all].join("\n"));
}

/** `-` is standard input or output where the help of an option says so; anywhere else it would name a file. */
export function mustNotBeStandard(action: Command): void {
  const given = action.options.find(
    (option) =>
      /<(file|folder)/.test(option.flags) &&
      !option.description.includes("standard") &&
      [action.getOptionValue(option.attributeName())].flat().includes("-"),
  );
  if (given !== undefined) throw new Problem(`${given.long} -: this cannot be standard input or output; name a path.`);
}

/** These write their own lines. */
const withOwnLines = new Set(["serve", "team", "restore"]);

/** What a command changes in the corpus of a team is in the audit trail, as what people do in the app is. */
export async function recordChanges(action: Command): Promise<void> {
  const folders = action.processedArgs.flat().filter((given) => typeof given === "string");
  const names = [...(action.parent?.parent ? [action.parent.name()] : []), action.name()];
  if (names.some((name) => withOwnLines.has(name)) || !folders.some((folder) => hasTeam(folder))) return;
  const { recordWith } = await import("@plotline/app/node");
  const { appendWithNextChange } = await import("@plotline/corpus/node");
  appendWithNextChange((writer, folder) => {
    if (hasTeam(folder)) recordWith(writer, folder, { who: "command line", did: `plotline ${names.join(" ")}` });
  });
}

export function hasTeam(folder: string): boolean {
  return existsSync(join(folder, "team", "people.json"));
}
