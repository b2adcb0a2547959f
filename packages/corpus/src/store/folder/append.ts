import { AsyncLocalStorage } from "node:async_hooks";
import { closeSync, openSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { makeFolder, syncFiles, syncFolders } from "@plotline/base/node";
import type { AppendedText, Appender } from "../store.ts";

export interface Append {
  /** Absolute. */
  readonly path: string;
  readonly text: AppendedText;
}

/** Appends and syncs. */
export async function appendAll(appends: readonly Append[]): Promise<void> {
  const texts = new Map<string, string>();
  for (const { path, text } of appends) {
    const before = texts.get(path) ?? "";
    texts.set(path, `${before}${text(before)}`);
  }
  for (const [path, text] of texts) {
    makeFolder(dirname(path));
    const file = openSync(path, "a");
    try {
      const bytes = Buffer.from(text, "utf8");
      for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done);
    } finally {
      closeSync(file);
    }
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

/** What a change that begins here has to append, once. */
export function appendedWithChange(): Pending["append"] {
  const waiting = pending.getStore();
  return (appender, folder) => {
    if (waiting === undefined || waiting.isAppended) return;
    waiting.isAppended = true;
    waiting.append(appender, folder);
  };
}
