import { AsyncLocalStorage } from "node:async_hooks";
import { closeSync, existsSync, fstatSync, openSync, readSync, renameSync, writeFileSync, writeSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { digest, jsonIn, makeFolder, syncFiles, syncFolders, unfinished } from "@plotline/base/node";
import { z } from "zod";
import type { AppendedText, Appender } from "../store.ts";
import { fileInside } from "./inside.ts";

export interface Append {
  /** Absolute. */
  readonly path: string;
  readonly text: AppendedText;
  /** Absolute, too. */
  readonly end?: string;
}

/** Collects what is to be appended to files of a corpus. */
export function appenderTo(root: string, appends: Append[]): Appender {
  return {
    append: (path, text, end) =>
      appends.push({ path: fileInside(root, path), text, end: end && fileInside(root, end) }),
  };
}

/** What a growing file ended with: these bytes of it have this hash. */
const fileEnd = z.object({ file: z.string(), from: z.int().min(0), to: z.int().min(0), hash: z.string() });
type FileEnd = z.infer<typeof fileEnd>;

/** Whether the file in `place` that grew last still has what it ended with; undefined where that is not on record. */
export function hasItsEnd(place: string, end: string): boolean | undefined {
  const known = fileEnd.safeParse(jsonIn(end)).data;
  return known && digest(textIn(join(place, known.file), known.from, known.to)) === known.hash;
}

/** The text between two bytes of a file, before its end where the first is negative; none where there is no such file. */
export function textIn(path: string, from: number, to = Number.POSITIVE_INFINITY): string {
  if (!existsSync(path)) return "";
  const file = openSync(path, "r");
  try {
    const { size } = fstatSync(file);
    const start = from < 0 ? Math.max(0, size + from) : from;
    const bytes = Buffer.alloc(Math.max(0, Math.min(size, to) - start));
    return bytes.subarray(0, readSync(file, bytes, 0, bytes.length, start)).toString("utf8");
  } finally {
    closeSync(file);
  }
}

/** Appends and syncs. */
export async function appendAll(appends: readonly Append[]): Promise<void> {
  const texts = new Map<string, string>();
  const ends = new Map<string, FileEnd>();
  for (const { path, text } of appends) {
    const before = texts.get(path) ?? "";
    texts.set(path, `${before}${text(before)}`);
  }
  for (const [path, text] of texts) {
    makeFolder(dirname(path));
    const file = openSync(path, "a");
    try {
      const bytes = Buffer.from(text, "utf8");
      const from = fstatSync(file).size;
      for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done);
      const end = appends.find((append) => append.path === path)?.end;
      if (end !== undefined) ends.set(end, { file: basename(path), from, to: from + bytes.length, hash: digest(text) });
    } finally {
      closeSync(file);
    }
  }
  // After the text, so that a process that is killed in between leaves an end that is there.
  for (const [path, end] of ends) {
    unfinished.sweepOnce(dirname(path));
    const fresh = unfinished.name(path);
    writeFileSync(fresh, `${JSON.stringify(end)}\n`);
    renameSync(fresh, path);
  }
  const grown = [...texts.keys()];
  await Promise.all([syncFiles(grown), syncFolders(new Set(grown.map((path) => dirname(path))))]);
}

interface Pending {
  readonly append: (appender: Appender, folder: string) => void;
  isAppended: boolean;
}

const pending = new AsyncLocalStorage<Pending>();

/**
 * Appends something to files of a corpus with the first change of it that `act` makes, however deep in its calls; it is
 * on disk before that change. Returns whether there was a change. No parameter takes it there: the save finds it in an
 * AsyncLocalStorage. So a change must begin in calls of `act`; one that a timer or a queue begins later, out of another
 * call, appends nothing, and of several changes only the first does.
 */
export async function appendWithChange(append: Pending["append"], act: () => Promise<unknown>): Promise<boolean> {
  const waiting = { append, isAppended: false };
  await pending.run(waiting, act);
  return waiting.isAppended;
}

let always: Pending | undefined;

/** The same for the next change of this process that is in no such call. */
export function appendWithNextChange(append: Pending["append"] | undefined): void {
  always = append && { append, isAppended: false };
}

/** What a change that begins here has to append, once. */
export function appendedWithChange(): Pending["append"] {
  const waiting = pending.getStore() ?? always;
  return (appender, folder) => {
    if (waiting === undefined || waiting.isAppended) return;
    waiting.isAppended = true;
    waiting.append(appender, folder);
  };
}
