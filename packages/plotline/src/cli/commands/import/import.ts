import type { Kind } from "@plotline/align";
import { sumOf } from "@plotline/base";
import { reasonText, warningTexts } from "@plotline/books";
import { addressText } from "@plotline/corpus";
import { described, formatsFor } from "@plotline/formats";
import { type Imported, type ImportOptions, importStory } from "@plotline/runs/node";
import { type Command, Option } from "commander";
import { type Common, command, commandGroup } from "../../command.ts";
import { languageOption } from "../../options/method.ts";
import { fileOrInput } from "../../options/values.ts";
import { alarm, beginning, bold, counted, dim, print, printJson, textTable, warn, wrap } from "../../print/print.ts";
import { fetchCommand } from "./fetch.ts";
import { importSummaryCommand } from "./import-summary.ts";

export default function importCommand(): Command {
  return commandGroup("import", "Bring books and study guides into a corpus.", [
    importStoryCommand(),
    importSummaryCommand(),
    fetchCommand(),
  ]);
}

interface Options extends Common, ImportOptions {
  readonly kind?: Kind;
}

function importStoryCommand(): Command {
  return command(
    "story <corpus> <file>",
    `Import a book (${formatsFor("book")}), divided into chapters and paragraphs. The corpus folder is created if it does not exist.`,
  )
    .option("--title <title>", "the work's title, if the file's own is wrong or missing")
    .addOption(new Option("--kind <kind>", "what it is, if the guess is wrong").choices(["novel", "play", "story"]))
    .option("--headings <file>", "a file with the chapters' headings, one per line; nothing else begins a chapter")
    .addOption(languageOption("the language of the text, if the guess is wrong"))
    .option("--source <text>", "where the text is from, for the record")
    .option("--licence <text>", "what may be done with it, for the record")
    .option("--dry-run", "show everything, write nothing")
    .action(run);
}

async function run(into: string, path: string, options: Options): Promise<void> {
  const file = fileOrInput(path);
  const imported = await importStory(file, into, options);
  const { warnings } = imported;
  for (const text of warningTexts(warnings, "characters", "chapters")) warn(`${file}: ${text}.`, options);
  if (options.json) printJson(summaryOf(imported));
  else {
    if (!options.quiet) print(overview(imported));
    print(
      imported.folder === undefined
        ? "Nothing was written (--dry-run)."
        : `Written to ${into}/stories/${imported.folder}.`,
    );
  }
  // Printed last, so that it is not scrolled away.
  for (const text of warningTexts(warnings, "cut")) alarm(`${file}: ${text}.`);
  for (const text of warningTexts(warnings, "alarm"))
    alarm(`${file}: ${text}; --headings gives the headings of the chapters.`);
}

function overview(imported: Imported): string {
  const { title, author, kind, format, encoding, chapters, stripped, cast, account } = imported;
  const paragraphs = sumOf(chapters, (chapter) => chapter.paragraphs.length);
  const counts = `${kind}, ${counted(chapters.length, "chapter")}, ${counted(paragraphs, "paragraph")}, ${counted(
    sumOf(chapters, ({ words }) => words),
    "word",
  )}`;
  const lines = [
    wrap(`${bold(title)}${author === undefined ? "" : ` by ${author}`}: ${counts} ${dim(`(${format}, ${encoding})`)}`),
    "",
  ];
  lines.push(chapterTable(imported));
  if (cast.length > 0)
    lines.push(
      "",
      wrap(`Speakers: ${cast.slice(0, 12).join(", ")}${cast.length > 12 ? ` and ${cast.length - 12} more` : ""}.`),
    );
  const left = account.words - account.inChapters;
  const share = `${counted(left, "word")} of ${account.words.toLocaleString("en")}`;
  if (stripped.length > 0)
    lines.push("", `Left out (${share}):`, ...stripped.map((each) => wrap(described(each), { indent: 2 })));
  return `${lines.join("\n")}\n`;
}

function chapterTable({ chapters, addresses }: Imported): string {
  const rows = chapters.map(({ paragraphs, words, line }, number) => [
    String(number + 1),
    beginning(addressText(addresses[number]!), 44),
    String(line),
    String(paragraphs.length),
    String(words),
  ]);
  return textTable(["", "chapter", "line", "paragraphs", "words"], rows);
}

function summaryOf({ chapters, warnings, stripped, ...rest }: Imported) {
  return {
    ...rest,
    warnings: warningTexts(warnings),
    alarms: warningTexts(warnings, "cut", "alarm"),
    stripped: stripped.map(described),
    countedFrom: 0,
    chapters: chapters.map(({ paragraphs, reasons, ...chapter }, number) => ({
      number,
      ...chapter,
      evidence: reasons.map(reasonText),
      paragraphs: paragraphs.length,
    })),
  };
}
