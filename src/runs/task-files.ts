import { closeSync, createReadStream, mkdirSync, openSync, writeSync } from "node:fs";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { type Columns, list, number, struct, text, truth, writeParquet } from "../corpus/export/parquet.ts";
import type { Product } from "../corpus/files/replace.ts";
import { parsedJson } from "../json.ts";
import { Problem } from "../problem.ts";

export const configs = ["cloze", "completion", "passages"] as const;
export type Config = (typeof configs)[number];
export const splits = ["train", "validation"] as const;
type TaskSplit = (typeof splits)[number];

/** A dataset replaces only a dataset. */
export const taskFolder: Product = { what: "a dataset", holds: [...configs, "README.md"] };

/** Rows go to JSON lines as they come, whatever there is of them; Parquet is made from those, row group by row group. */
export class TaskFiles {
  readonly counts: Record<Config, Record<string, number>> = { cloze: {}, completion: {}, passages: {} };
  private readonly open = new Map<string, number>();

  constructor(
    private readonly folder: string,
    private readonly choice: { readonly inline?: boolean } = {},
  ) {}

  write(config: Config, split: TaskSplit, rows: readonly object[]): void {
    if (rows.length === 0) return;
    const path = join(this.folder, config, `${split}.jsonl`);
    let file = this.open.get(path);
    if (file === undefined) {
      mkdirSync(dirname(path), { recursive: true });
      this.open.set(path, (file = openSync(path, "wx")));
    }
    writeSync(file, rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
    this.counts[config][split] = (this.counts[config][split] ?? 0) + rows.length;
  }

  async finish(): Promise<void> {
    for (const file of this.open.values()) closeSync(file);
    for (const config of configs)
      for (const split of splits) {
        const lines = join(this.folder, config, `${split}.jsonl`);
        if ((this.counts[config][split] ?? 0) > 0)
          await writeParquet(lines.replace(/jsonl$/, "parquet"), plainRows(lines), this.columns(config), 1000);
      }
  }

  private columns(config: Config): Columns {
    const inline = this.choice.inline === true && config !== "passages";
    return inline ? [...schemas[config], inlined] : schemas[config];
  }
}

interface JsonLine {
  readonly row: Record<string, unknown>;
  readonly line: number;
  readonly size: number;
}

/** The rows of a file of JSON lines, with the number and the length of each line. */
export async function* readRows(path: string): AsyncGenerator<JsonLine> {
  let line = 0;
  for await (const text of createInterface({
    input: createReadStream(path, "utf8"),
    crlfDelay: Number.POSITIVE_INFINITY,
  })) {
    line++;
    if (text.trim() === "") continue;
    const row = parsedJson(text);
    if (row === undefined) throw new Problem(`${path}, line ${line}: this is not JSON; fetch the dataset again.`);
    if (typeof row !== "object" || row === null) throw new Problem(`${path}, line ${line}: a row is an object.`);
    yield { row: { ...row }, line, size: Buffer.byteLength(text) + 1 };
  }
}

async function* plainRows(path: string): AsyncGenerator<Record<string, unknown>> {
  for await (const { row } of readRows(path)) yield row;
}

const place = [[text("id")], [text("work")], [text("split")], [number("chapter")], [number("paragraph")]];
const contexts = list(
  "contexts",
  ...struct("element", [text("alignment")], [text("protocol")], list("paragraphs", number("element")), [
    truth("empty"),
  ]),
);
const provenance = [[text("corpus")], [number("seed")]];

/** The text of a question's context in its row. */
const inlined = list("context", text("element"));

const schemas: Record<Config, Columns> = {
  cloze: [
    ...place,
    [text("kind")],
    [text("text")],
    [text("anonymised")],
    [text("bullet_hash")],
    list("masked", ...struct("element", [number("start")], [number("end")])),
    list("mentions", ...struct("element", [number("start")], [number("end")], [number("entity")], [text("marker")])),
    [number("entity")],
    [text("entity_name")],
    [text("entity_type")],
    list("entity_forms", text("element")),
    ...["", "hard_"].flatMap((prefix) => [
      list(`${prefix}options`, text("element")),
      list(`${prefix}option_markers`, text("element")),
      list(`${prefix}option_entities`, number("element")),
      [number(`${prefix}answer`)],
    ]),
    contexts,
    ...provenance,
  ],
  completion: [
    ...place,
    [text("prefix")],
    [number("prefix_end")],
    [text("bullet_hash")],
    list("options", text("element")),
    list(
      "option_sources",
      ...struct("element", [number("chapter")], [number("paragraph")], [number("start")], [text("hash")]),
    ),
    [number("answer")],
    contexts,
    ...provenance,
  ],
  passages: [...place, [text("text")], [text("hash")]],
};
