import { createHash } from "node:crypto";
import { readdirSync, rmdirSync, rmSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { Problem } from "@plotline/base";
import { makeFolder, writeAtomically } from "@plotline/base/node";
import type { Change, Entry, FileState, Store, Writer } from "../store.ts";
import { fileInside, isNotThere, mustNotLeadOut, readInside } from "./inside.ts";
import { saveInFolder } from "./save-under-lock.ts";
import { recover, transactInFolder } from "./transaction.ts";

/**
 * A corpus in a folder on disk, which several processes may change. Files are read synchronously: for files as small as
 * these, handing them to other threads costs several times the reading.
 */
export class FolderStore implements Store {
  readonly folder: string;

  constructor(folder: string) {
    this.folder = resolve(folder);
  }

  async open(): Promise<void> {
    const found = statSync(this.folder, { throwIfNoEntry: false });
    if (found === undefined) throw new Problem(`${this.folder}: there is no such corpus folder.`);
    this.mustBeNoFile();
    recover(this.folder);
  }

  async made<T>(act: () => Promise<T>): Promise<T> {
    this.mustBeNoFile();
    const made = makeFolder(this.folder);
    try {
      return await act();
    } catch (error) {
      if (made !== undefined) removeEmpty(this.folder, made);
      throw error;
    }
  }

  async read(path: string): Promise<Uint8Array | undefined> {
    return readInside(this.folder, path);
  }

  async list(folder: string): Promise<Entry[]> {
    const whole = join(this.folder, folder);
    try {
      const entries = readdirSync(whole, { withFileTypes: true });
      if (folder !== "" && entries.length > 0) mustNotLeadOut(this.folder, folder);
      return entries.map((entry) => {
        const isFolder = entry.isSymbolicLink() ? leadsToFolder(join(whole, entry.name)) : entry.isDirectory();
        return { name: entry.name, isFolder };
      });
    } catch (error) {
      if (isNotThere(error)) return [];
      throw error;
    }
  }

  async look(path: string): Promise<FileState | undefined> {
    const found = statSync(join(this.folder, path), { bigint: true, throwIfNoEntry: false });
    return found && { stamp: `${found.ino} ${found.size} ${found.mtimeNs}`, changed: Number(found.mtimeMs) };
  }

  save<T>(about: string, act: (writer: Writer) => Promise<T>): Promise<T> {
    return saveInFolder(this.folder, about, act);
  }

  transact(plan: () => Promise<readonly Change[]>): Promise<void> {
    return transactInFolder(this.folder, plan);
  }

  async put(path: string, content: string | undefined): Promise<void> {
    const file = fileInside(this.folder, path);
    if (content === undefined) rmSync(file, { force: true });
    else writeAtomically(file, content);
  }

  newHash() {
    return createHash("sha256");
  }

  private mustBeNoFile(): void {
    if (statSync(this.folder, { throwIfNoEntry: false })?.isFile())
      throw new Problem(`${this.folder} is a file, but a corpus is a folder.`);
  }
}

function leadsToFolder(link: string): boolean {
  try {
    return statSync(link).isDirectory();
  } catch {
    return false;
  }
}

function removeEmpty(folder: string, up: string): void {
  try {
    rmdirSync(folder);
    if (folder !== up) removeEmpty(dirname(folder), up);
  } catch {
    // Someone else has put something there in the meantime: it stays.
  }
}
