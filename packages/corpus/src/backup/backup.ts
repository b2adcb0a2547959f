import { createHash } from "node:crypto";
import { copyFileSync, createReadStream, createWriteStream, mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { basename, join, relative, resolve, sep } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { mustBeWritable, unfinished } from "@plotline/base/node";
import { openCorpus } from "../open.ts";
import { mustBeReplaceable, nameAgain, putInPlace } from "../store/folder/replace.ts";
import { saveInFolder } from "../store/folder/save-under-lock.ts";
import { archived, type CorpusFile } from "./archive.ts";

/**
 * Copies a corpus into one zip as it is at one moment, while others continue to change it. Under the lock
 * every file gets a second name; because files are replaced, never changed, these names hold that moment. Files that
 * grow at their end are copied instead. Then the lock is free, and the copy is packed. Symbolic links are left out.
 */
export async function backup(folder: string, out: string) {
  const corpus = await openCorpus(folder);
  const file = resolve(out);
  mustBeWritable(file);
  mustBeReplaceable(file);
  unfinished.sweepOnce(corpus.folder);
  const moment = unfinished.name(join(corpus.folder, "backup"));
  unfinished.begin(moment);
  try {
    const skipped = await saveInFolder(corpus.folder, "backup", async () => namedAgain(corpus.folder, moment, file));
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
      else if (entry.isFile())
        (path.endsWith(".jsonl") ? copyFileSync : nameAgain)(path, join(moment, relative(root, path)));
      else skipped.push(relative(root, path));
    }
  };
  walk(root);
  return skipped;
}

async function pack(moment: string, file: string, corpus: string) {
  const files = filesIn(moment);
  let setAside: string | undefined;
  const write = (path: string) =>
    pipeline(
      Readable.from(archived(corpus, files, () => createHash("sha256"))),
      createWriteStream(path, { flags: "wx", mode: 0o600 }),
    );
  await putInPlace(file, write, (aside) => {
    setAside = aside;
  });
  return { file, files: files.length, bytes: statSync(file).size, setAside };
}

function filesIn(moment: string): CorpusFile[] {
  const entries = readdirSync(moment, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return entries.map((entry) => {
    const own = join(entry.parentPath, entry.name);
    return { path: relative(moment, own).split(sep).join("/"), content: () => createReadStream(own) };
  });
}
