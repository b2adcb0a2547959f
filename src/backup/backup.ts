import { createHash } from "node:crypto";
import {
  copyFileSync,
  createReadStream,
  createWriteStream,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, join, relative, resolve, sep } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { z } from "zod";
import { putInPlace } from "../corpus/files/replace.ts";
import { saveUnderLock } from "../corpus/files/save-under-lock.ts";
import { openCorpus } from "../corpus/open.ts";
import { unfinished } from "../unfinished.ts";
import { mustBeWritable } from "../write.ts";
import { type TarEntry, tar } from "./tar.ts";

/** The list that is a backup's last file: its files and their hashes. */
export const listName = "backup.json";
export const listSchema = z.object({
  format: z.literal("plotline backup 1"),
  made: z.iso.datetime(),
  corpus: z.string(),
  files: z.array(z.object({ path: z.string(), size: z.int().min(0), sha256: z.string() })),
});
type List = z.infer<typeof listSchema>;

/**
 * Copies a corpus into one file (tar, gzip) as it is at one moment, while others continue to change it. Under the lock
 * every file gets a second name; because files are replaced, never changed, these names hold that moment. Files that
 * grow at their end are copied instead. Then the lock is free, and the copy is packed. Symbolic links are left out.
 */
export async function backup(folder: string, out: string) {
  const corpus = await openCorpus(folder);
  const file = resolve(out);
  mustBeWritable(file);
  unfinished.sweepOnce(corpus.folder);
  const moment = unfinished.name(join(corpus.folder, "backup"));
  unfinished.begin(moment);
  try {
    const skipped = await saveUnderLock(corpus.folder, "backup", async () => namedAgain(corpus.folder, moment, file));
    return { ...(await pack(moment, file, basename(corpus.folder))), skipped };
  } finally {
    rmSync(moment, { recursive: true, force: true });
    unfinished.end(moment);
  }
}

/** Everything but hidden files, and the backup itself where it is in the corpus. */
function namedAgain(root: string, moment: string, except: string): string[] {
  const skipped: string[] = [];
  const walk = (from: string) => {
    mkdirSync(join(moment, relative(root, from)), { recursive: true });
    for (const entry of readdirSync(from, { withFileTypes: true })) {
      const path = join(from, entry.name);
      if (entry.name.startsWith(".") || path === except) continue;
      if (entry.isDirectory()) walk(path);
      else if (entry.isFile()) nameAgain(path, join(moment, relative(root, path)));
      else skipped.push(relative(root, path));
    }
  };
  walk(root);
  return skipped;
}

function nameAgain(path: string, name: string): void {
  if (path.endsWith(".jsonl")) writeFileSync(name, readFileSync(path));
  else
    try {
      linkSync(path, name);
    } catch {
      copyFileSync(path, name);
    }
}

async function pack(moment: string, file: string, corpus: string) {
  const list: List = { format: "plotline backup 1", made: new Date().toISOString(), corpus, files: [] };
  await putInPlace(file, (path) =>
    pipeline(
      Readable.from(tar(entriesIn(moment, list))),
      createGzip(),
      createWriteStream(path, { flags: "wx", mode: 0o600 }),
    ),
  );
  return { file, files: list.files.length, bytes: statSync(file).size };
}

async function* entriesIn(moment: string, list: List): AsyncGenerator<TarEntry> {
  for (const entry of readdirSync(moment, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const own = join(entry.parentPath, entry.name);
    const path = relative(moment, own).split(sep).join("/");
    const { size } = statSync(own);
    const hash = createHash("sha256");
    yield { path: `corpus/${path}`, size, content: hashed(createReadStream(own), hash) };
    list.files.push({ path, size, sha256: hash.digest("hex") });
  }
  const text = Buffer.from(`${JSON.stringify(list)}\n`);
  yield { path: listName, size: text.length, content: Readable.from([text]) };
}

async function* hashed(
  bytes: AsyncIterable<Uint8Array>,
  hash: ReturnType<typeof createHash>,
): AsyncGenerator<Uint8Array> {
  for await (const part of bytes) {
    hash.update(part);
    yield part;
  }
}
