import { type Command, Option } from "commander";
import { type ExportRow, exportRows, type LeftOut, leftOut } from "../corpus/export.ts";
import { type ExportFormat, exporters, exportFormats, exportProduct } from "../corpus/export-files.ts";
import { openCorpus } from "../corpus/open.ts";
import { mayReplace, putInPlace } from "../corpus/replace.ts";
import { Problem } from "../problem.ts";
import { type Common, command, print, printJson, warn } from "./frame.ts";
import { Progress } from "./progress.ts";

interface Options extends Common {
  readonly out: string;
  readonly format: ExportFormat;
  readonly includeRestricted?: boolean;
  readonly force?: boolean;
}

export function exportCommand(): Command {
  return command(
    "export <corpus>",
    "Write a corpus for others: one row a chapter, a dataset folder with a card, or the authors' folders.",
    [
      "export corpora/sample --out sample.parquet --format parquet",
      "export my-corpus --out my-corpus.jsonl",
      "export my-corpus --out my-dataset --format dataset",
      "export my-corpus --out all --format shmoop --include-restricted",
    ],
  )
    .requiredOption("--out <path>", "the file to write; with --format dataset or shmoop the folder")
    .addOption(new Option("--format <format>", "what to write").choices(exportFormats).default("jsonl"))
    .option("--include-restricted", "also texts that may not be passed on, or of which that is not known")
    .option("--force", "replace what is there")
    .addHelpText(
      "after",
      `
A text goes out when corpus.json gives it a licence that lets anyone pass it
on: public domain, CC0, CC BY, CC BY-SA and the like. Everything else stays
behind, and is named; gold alignments and paragraph counts go out even so.`,
    )
    .action(async (folder: string, options: Options) => {
      const corpus = await openCorpus(folder);
      if (corpus.works.length === 0) throw new Problem(`${corpus.folder} has no works to export.`);
      mayReplace(options.out, corpus.folder, exportProduct(options.format), options.force === true);
      const total = corpus.works.reduce((sum, work) => sum + work.chapters.length, 0);
      const progress = new Progress("Exporting chapters", total, options.quiet);
      const counts = { chapters: 0, stories: 0, summaries: 0, gold: 0 };
      const rows = counted(exportRows(corpus, options), counts, progress);
      await putInPlace(options.out, (path) => exporters[options.format](path, rows, corpus.works));
      progress.end();
      const stayed = leftOut(corpus.works, options);
      if (options.json) return printJson({ out: options.out, works: corpus.works.length, ...counts, leftOut: stayed });
      print(
        `Wrote ${options.out}: ${counts.chapters} chapters of ${corpus.works.length} ${corpus.works.length === 1 ? "work" : "works"}, with ${counts.stories} stories, ` +
          `${counts.summaries} summaries and ${counts.gold} gold alignments.`,
      );
      for (const sentence of leftOutSentences(stayed)) warn(sentence, options);
    });
}

interface Counts {
  chapters: number;
  stories: number;
  summaries: number;
  gold: number;
}

async function* counted(rows: AsyncIterable<ExportRow>, counts: Counts, progress: Progress): AsyncGenerator<ExportRow> {
  for await (const row of rows) {
    counts.chapters++;
    if (row.story !== null) counts.stories++;
    if (row.summary !== null) counts.summaries++;
    if (row.gold !== null) counts.gold++;
    progress.advance();
    yield row;
  }
}

/** One sentence a side and licence, with the first few titles. */
export function leftOutSentences(stayed: readonly LeftOut[]): string[] {
  const groups = new Map<string, LeftOut[]>();
  for (const each of stayed) {
    const key = `${each.text}\n${each.licence}`;
    groups.set(key, [...(groups.get(key) ?? []), each]);
  }
  const sentences = [...groups.values()].map((group) => {
    const { text, licence } = group[0] ?? { text: "story", licence: null };
    const titles = group.slice(0, 3).map(({ work }) => work);
    const names = titles.join(", ") + (group.length > 3 ? ` and ${group.length - 3} more` : "");
    const side = text === "story" ? "the story" : "the summaries";
    return `left out: ${side} of ${names} (${licence === null ? "no licence on record" : `licence: ${licence}`})`;
  });
  return sentences.length === 0 ? [] : [...sentences, "--include-restricted takes them in, for your own use."];
}
