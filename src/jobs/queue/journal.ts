import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { deflateSync, inflateSync } from "node:zlib";
import { z } from "zod";
import { isPlainName } from "../../corpus/folder-name.ts";

const entryShape = z.strictObject({ key: z.string(), name: z.string(), result: z.unknown() });
type Entry = z.infer<typeof entryShape>;

/** Runs that nobody took up again are forgotten after this time. */
const keptFor = 14 * 24 * 3600 * 1000;

/**
 * The results of a run that has not ended, on disk as they come in: whoever starts the run again does only what is
 * missing. A result is found by the content of its task. A file that is not whole is as good as none.
 */
export class Journal {
  private readonly places = new Map<string, string>();
  private readonly keys = new Map<string, string>();
  private readonly folder: string;
  private read: { readonly file: string; readonly results: ReadonlyMap<string, unknown> } | undefined;

  constructor(home: string, run: string) {
    forgetOld(home, run);
    this.folder = join(home, run);
    for (const file of filesIn(this.folder))
      for (const { key, name } of entriesIn(join(this.folder, file))) {
        this.places.set(key, file);
        this.keys.set(name, key);
      }
  }

  has(key: string): boolean {
    return this.places.has(key);
  }

  /** Tasks come in the order in which they came before, so that the file read last mostly has the next one too. */
  result(key: string): unknown {
    const file = this.places.get(key) ?? "";
    if (this.read?.file !== file) {
      const results = new Map(entriesIn(join(this.folder, file)).map((entry) => [entry.key, entry.result]));
      this.read = { file, results };
    }
    return this.read.results.get(key);
  }

  /** Whether the run knew another task under this name: its text is not what it was. */
  isChanged(name: string, key: string): boolean {
    const known = this.keys.get(name);
    return known !== undefined && known !== key;
  }

  add(id: string, entries: readonly Entry[]): void {
    if (entries.length === 0) return;
    mkdirSync(this.folder, { recursive: true });
    const partial = join(this.folder, `.${id}.${process.pid}.partial`);
    writeFileSync(partial, deflateSync(JSON.stringify(entries), { level: 1 }));
    renameSync(partial, join(this.folder, `${id}${extension}`));
  }

  /** The run has ended and everything is where it belongs. */
  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

const extension = ".done";

function filesIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(extension)) : [];
}

function entriesIn(file: string): Entry[] {
  try {
    return z.array(entryShape).parse(JSON.parse(inflateSync(readFileSync(file)).toString("utf8")));
  } catch {
    rmSync(file, { force: true });
    return [];
  }
}

function forgetOld(home: string, own: string): void {
  if (!existsSync(home)) return;
  for (const name of readdirSync(home).filter(isPlainName)) {
    const folder = join(home, name);
    if (name !== own && Date.now() - statSync(folder).mtimeMs > keptFor)
      rmSync(folder, { recursive: true, force: true });
  }
}
