import { join } from "node:path";
import { RowFiles } from "../corpus/export/row-files.ts";
import type { Product } from "../corpus/files/replace.ts";
import type { Split } from "../corpus/types.ts";
import { fileRowSchemas } from "../tasks/row-schemas.ts";

export const configs = ["cloze", "completion", "passages"] as const;
export type Config = (typeof configs)[number];
export const splits: readonly Split[] = ["train", "validation"];

/** A dataset replaces only a dataset. */
export const taskFolder: Product = { what: "a dataset", holds: [...configs, "README.md"] };

/** The files of a dataset of questions, and how many rows each split has. */
export class TaskFiles {
  readonly counts: Record<Config, Record<string, number>> = { cloze: {}, completion: {}, passages: {} };
  private readonly files: Record<Config, RowFiles>;

  /** `inline`: each question has the text of its context in its row. */
  constructor(folder: string, { inline = false } = {}) {
    const { cloze, completion, passages } = fileRowSchemas;
    const text = inline ? {} : ({ context: true } as const);
    this.files = {
      cloze: new RowFiles(join(folder, "cloze"), cloze.omit(text)),
      completion: new RowFiles(join(folder, "completion"), completion.omit(text)),
      passages: new RowFiles(join(folder, "passages"), passages),
    };
  }

  write(config: Config, split: Split, rows: readonly object[]): void {
    if (rows.length === 0) return;
    this.files[config].write(split, rows);
    this.counts[config][split] = (this.counts[config][split] ?? 0) + rows.length;
  }

  async finish(): Promise<void> {
    for (const files of Object.values(this.files)) await files.finish();
  }
}
