import { writeFileSync } from "node:fs";
import { type Corpus, defaultMethod, type Work } from "@plotline/align";
import { groupedBy, Problem, sumOf } from "@plotline/base";
import { addressOf, addressText, rightsSentences } from "@plotline/corpus";
import { openCorpus, putInPlace } from "@plotline/corpus/node";
import {
  type AlignedWork,
  type ExportRow,
  exportRows,
  goesOut,
  type LeftOut,
  leftOut,
  type WorkFormatName,
  workFormatNames,
  workFormats,
} from "@plotline/formats";
import { type ExportFormat, exporters, exportFormats, exportProduct } from "@plotline/formats/node";
import { namedAlignment } from "@plotline/runs/node";
import { type Command, Option } from "commander";
import { command } from "../command.ts";
import { methodChoice } from "../options/method.ts";
import { mayReplace, tellAside } from "../options/replace.ts";
import { isStandard, mustNotBeJson, throughFile } from "../options/values.ts";
import { chooseWorks, type WorkChoice, withWorks } from "../options/works.ts";
import { counted, print, printJson, printResult, warn } from "../print/print.ts";
import { Progress } from "../print/progress.ts";

const formats = [...exportFormats, ...workFormatNames] as const;

interface Options extends WorkChoice {
  readonly out: string;
  readonly format: ExportFormat | WorkFormatName;
  readonly alignment?: string;
  readonly includeRestricted?: boolean;
  readonly replace?: boolean;
  /** Whether standard output has the export itself. */
  readonly silent?: boolean;
}

export default function exportCommand(): Command {
  return withWorks(
    command(
      "export <corpus>",
      "Write a corpus for others: rows, a dataset folder with a card, or the authors' folders; or one work with its guide for other tools and for paper.",
    ),
  )
    .requiredOption(
      "-o, --out <path>",
      "the file to write, - for standard output; with --format dataset or shmoop the folder",
    )
    .addOption(new Option("--format <format>", "what to write").choices(formats).default("jsonl"))
    .option(
      "--alignment <name>",
      `links with confidences: gold, a method, or a folder in alignments/ (for one work: ${defaultMethod})`,
    )
    .option("--include-restricted", "include texts whose licence forbids redistribution or is unknown")
    .option("--replace", "replace an existing export")
    .addHelpText("after", help)
    .action(async (folder: string, options: Options) => {
      const corpus = await openCorpus(folder);
      if (corpus.works.length === 0) throw new Problem(`${corpus.folder} has no works to export.`);
      const { format, out } = options;
      if (isStandard(out)) mustBePrintable(options);
      await throughFile(out, (file) => {
        const chosen = { ...options, out: file, silent: isStandard(out) };
        return isWorkFormat(format) ? exportWork(corpus, format, chosen) : exportCorpus(corpus, format, chosen);
      });
    });
}

const help = `
For a corpus: jsonl and parquet have one row per chapter; dataset is a folder
that Hugging Face datasets loads as it is; shmoop is the authors' own layout.
For one work: handout is the guide with only the passages it covers, to print;
epub is the book with the guide as pop-up notes.

A text is exported if its licence in corpus.json lets anyone share it: public
domain, CC0, CC BY, CC BY-SA and the like. All others are left out and listed;
gold alignments and paragraph counts are exported in any case.`;

function mustBePrintable({ format, json }: Options): void {
  mustNotBeJson({ json });
  if (format === "dataset" || format === "shmoop")
    throw new Problem(`--format ${format} writes a folder, which --out - cannot be.`);
}

function isWorkFormat(format: string): format is WorkFormatName {
  return Object.hasOwn(workFormats, format);
}

async function exportCorpus(corpus: Corpus, format: ExportFormat, options: Options): Promise<void> {
  const works = chooseWorks(corpus, options);
  mayReplace(options.out, corpus.folder, exportProduct(format), options.replace === true);
  const total = sumOf(works, (work) => work.chapters.length);
  const progress = new Progress("Exporting chapters", total, options.quiet);
  const { includeRestricted = false, alignment: name } = options;
  const alignment = name === undefined ? undefined : { name, links: await linksBy(corpus, name) };
  const choice = { includeRestricted, works, alignment };
  let chapters = 0;
  async function* rows(): AsyncGenerator<ExportRow> {
    for await (const row of exportRows(corpus, choice)) {
      chapters++;
      progress.advance();
      yield row;
    }
  }
  await putInPlace(options.out, (path) => exporters[format](path, rows(), works), tellAside);
  progress.end();
  const stayed = leftOut(works, options);
  if (options.json) {
    printJson({ out: options.out, works: works.length, chapters, leftOut: stayed });
    return;
  }
  if (!options.silent)
    print(`Wrote ${options.out}: ${counted(chapters, "chapter")} of ${counted(works.length, "work")}.`);
  for (const sentence of leftOutSentences(stayed)) warn(sentence, options);
}

/** One work with its guide, as a file for other tools. */
async function exportWork(corpus: Corpus, name: WorkFormatName, options: Options): Promise<void> {
  const [work, ...more] = chooseWorks(corpus, options);
  if (work === undefined || more.length > 0)
    throw new Problem(`--format ${name} needs one work: choose it with --work.`);
  const format = workFormats[name];
  const restricted = (["story", "summary"] as const).filter((text) => !goesOut(work, text, options));
  if (restricted.length > 0)
    throw new Problem(
      `The ${restricted.map((text) => (text === "summary" ? "guide" : text)).join(" and ")} of "${work.title}" may not be shared, according to corpus.json; for your own use add --include-restricted.`,
    );
  mayReplace(options.out, corpus.folder, { what: "an export" }, options.replace === true);
  const aligned = await alignedWork(corpus, work, options.alignment ?? defaultMethod, options);
  await putInPlace(options.out, async (path) => writeFileSync(path, format.make(aligned)), tellAside);
  const points = sumOf(aligned.chapters, ({ summary }) => summary.length);
  if (options.silent) return;
  printResult(
    options,
    { out: options.out, work: work.title, format: name, points },
    `Wrote ${options.out}: "${work.title}", ${counted(points, "point")}, ${format.label}.`,
  );
}

async function alignedWork(corpus: Corpus, work: Work, name: string, { quiet }: Options): Promise<AlignedWork> {
  if (work.summarised.length === 0) throw new Problem(`"${work.title}" has no guide to export.`);
  const links = await linksBy(corpus, name);
  const progress = new Progress("Aligning chapters", work.chapters.length, quiet);
  const chapters: AlignedWork["chapters"][number][] = [];
  for await (const chapter of corpus.chapters({ works: [work], unsummarised: true })) {
    const { number, summary, story } = chapter;
    const found = summary.length === 0 ? [] : ((await links(chapter)) ?? []);
    chapters.push({ number, name: addressText(addressOf(work, number)), summary, story, links: found });
    progress.advance();
  }
  progress.end();
  return { title: work.title, rights: rightsSentences(work), alignment: name, chapters };
}

async function linksBy(corpus: Corpus, name: string) {
  return namedAlignment(corpus, name, await methodChoice(corpus, [], { seed: 1 }));
}

/** One sentence per side and licence, with the first few titles. */
export function leftOutSentences(stayed: readonly LeftOut[]): string[] {
  const groups = groupedBy(stayed, ({ text, licence }) => `${text}\n${licence}`);
  const sentences = [...groups.values()].map((group) => {
    const { text, licence } = group[0]!;
    const titles = group.slice(0, 3).map(({ work }) => work);
    const names = titles.join(", ") + (group.length > 3 ? ` and ${group.length - 3} more` : "");
    const side = text === "story" ? "the story" : "the summaries";
    return `left out: ${side} of ${names} (${licence === null ? "no licence on record" : `licence: ${licence}`})`;
  });
  return sentences.length === 0 ? [] : [...sentences, "--include-restricted includes them, for your own use."];
}
