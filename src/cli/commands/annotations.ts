import { mkdir, readFile } from "node:fs/promises";
import type { Command } from "commander";
import { putInPlace } from "../../corpus/files/replace.ts";
import { exportTasks } from "../../corpus/label-studio/export.ts";
import { importTasks, parseTasks } from "../../corpus/label-studio/import.ts";
import { openCorpus } from "../../corpus/open.ts";
import { sumOf } from "../../lists.ts";
import { type Common, command, commandGroup } from "../command.ts";
import { mayReplace } from "../options/replace.ts";
import { chooseWorks, type WorkChoice, withWorks } from "../options/works.ts";
import { counted, print, printJson, warn } from "../print/print.ts";

export default function annotationsCommand(): Command {
  return commandGroup("annotations", "Exchange annotators' links with Label Studio.", [
    exportCommand(),
    importCommand(),
  ]);
}

interface ExportOptions extends WorkChoice {
  readonly out: string;
  readonly includeRestricted?: boolean;
  readonly force?: boolean;
}

const product = { what: "an export for Label Studio", holds: ["tasks.json", "config.xml"] };

function exportCommand(): Command {
  const made = command(
    "export <corpus>",
    "Write every chapter with a guide as a task of Label Studio, with the annotations made so far.",
    ["annotations export corpora/sample --out tasks", 'annotations export my-corpus --work "Moby-Dick" --out tasks'],
  );
  return withWorks(made)
    .requiredOption("--out <folder>", "the folder to write: tasks.json, and the project's config.xml")
    .option("--include-restricted", "include texts whose licence forbids redistribution or is unknown")
    .option("--force", "replace an existing export")
    .addHelpText(
      "after",
      `
In Label Studio, create a project with config.xml as its labeling interface and
import tasks.json. A relation from a point to a paragraph is a link; label a
point "Done" or "No match" when you have finished it.`,
    )
    .action(async (folder: string, options: ExportOptions) => {
      const corpus = await openCorpus(folder);
      const works = chooseWorks(corpus, options);
      mayReplace(options.out, corpus.folder, product, options.force === true);
      const written = await putInPlace(options.out, async (path) => {
        await mkdir(path);
        return exportTasks(corpus, works, path, options);
      });
      if (options.json) return printJson({ out: options.out, ...written });
      print(
        `Wrote ${options.out}: ${counted(written.tasks, "chapter")} with ${counted(written.annotations, "annotation")}.`,
      );
      if (written.leftOut.length > 0)
        warn(
          `left out: ${written.leftOut.join(", ")}; their licences forbid redistribution or are unknown. --include-restricted includes them, for your own use.`,
          options,
        );
    });
}

interface ImportOptions extends Common {
  readonly as?: string;
  readonly replace?: boolean;
}

function importCommand(): Command {
  return command(
    "import <corpus> <file>",
    "Import the annotations made in Label Studio into the corpus, as the sheets of its annotators.",
    ["annotations import my-corpus project-1.json", "annotations import my-corpus project-1.json --as Ada --replace"],
  )
    .option("--as <name>", "the name for annotators without one in the file")
    .option("--replace", "take Label Studio's version where a person has other links here")
    .action(async (folder: string, file: string, options: ImportOptions) => {
      const corpus = await openCorpus(folder);
      const tasks = parseTasks(await readFile(file, "utf8"), file);
      const sheets = await importTasks(corpus, tasks, options);
      if (options.json) return printJson({ sheets });
      if (sheets.length === 0) return print(`${file} has no annotations, so nothing was imported.`);
      const links = sumOf(sheets, (sheet) => sheet.links);
      const people = new Set(sheets.map(({ annotator }) => annotator)).size;
      const changed = sheets.filter(({ isChanged }) => isChanged).length;
      print(
        `Imported ${counted(sheets.length, "sheet")} of ${counted(people, "annotator")}, with ${counted(links, "link")}; ${changed} changed.`,
      );
    });
}
