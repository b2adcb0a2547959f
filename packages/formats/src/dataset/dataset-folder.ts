import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Split } from "@plotline/align";
import { makeFolder } from "@plotline/base/node";
import { sharedLicence } from "@plotline/corpus";
import { type ExportRow, exportRowSchema } from "./export.ts";
import { linesOf, parquetOf, RowFiles } from "./row-files.ts";

const splits: readonly Split[] = ["train", "validation"];

/** What a dataset folder may hold. */
export const datasetNames = ["README.md", ...splits.flatMap((split) => [linesOf(split), parquetOf(split)])];

/** A folder that Hugging Face `datasets` loads as it is: the rows of each split, and a card. */
export async function writeDataset(path: string, rows: AsyncIterable<ExportRow>): Promise<void> {
  makeFolder(path);
  const facts = new DatasetFacts();
  const files = new RowFiles(path, exportRowSchema);
  for await (const row of rows) {
    files.write(row.split, [row]);
    facts.add(row);
  }
  await files.finish();
  writeFileSync(join(path, "README.md"), facts.card());
}

class DatasetFacts {
  private readonly chapters = new Map<Split, number>();
  private readonly works = new Set<string>();
  private readonly licences = new Map<string, Set<string>>();
  private lacksTexts = false;
  private alignment: string | undefined;

  add(row: ExportRow): void {
    this.chapters.set(row.split, (this.chapters.get(row.split) ?? 0) + 1);
    this.works.add(row.work);
    if (row.alignment !== null) this.alignment = row.alignment;
    this.addText("stories", row.work, row.story, row.story_licence);
    if (row.summary_paragraphs !== null) this.addText("summaries", row.work, row.summary, row.summary_licence);
  }

  private addText(what: string, work: string, text: readonly string[] | null, licence: string | null): void {
    if (text === null) this.lacksTexts = true;
    const key = `${what}\n${licence ?? "no licence on record"}${text === null ? " (left out: null)" : ""}`;
    this.licences.set(key, (this.licences.get(key) ?? new Set()).add(work));
  }

  card(): string {
    const there = splits.filter((split) => this.chapters.has(split));
    const rights = [...this.licences].map(([key, works]) => [...key.split("\n"), works.size] as const);
    const licence = this.lacksTexts ? "other" : sharedLicence(rights.map(([, name]) => ({ licence: String(name) })));
    return [
      "---",
      "language:",
      "- en",
      `license: ${licence}`,
      "task_categories:",
      "- summarization",
      "configs:",
      "- config_name: default",
      "  data_files:",
      ...there.flatMap((split) => [`  - split: ${split}`, `    path: ${parquetOf(split)}`]),
      "---",
      "",
      "# Stories with summaries and links",
      "",
      `${this.works.size} works, ${there.map((split) => `${this.chapters.get(split)} chapters in ${split}`).join(", ")}; one row per chapter. Made by plotline.`,
      "",
      "`story` and `summary` are lists of paragraphs; `gold` has, for each paragraph of the summary, the paragraphs of the story that it covers, counted from 0. An empty list is commentary; null: nobody linked the chapter.",
      ...(this.alignment === undefined
        ? []
        : [
            "",
            `\`links\` are those of the alignment ${this.alignment}: paragraph \`summary\` of the summary covers paragraph \`story\` of the story, with \`confidence\` between 0 and 1.`,
          ]),
      "",
      "## Rights",
      "",
      ...rights.map(([what, name, count]) => `- ${what} of ${count} ${count === 1 ? "work" : "works"}: ${name}`),
      "",
    ].join("\n");
  }
}
