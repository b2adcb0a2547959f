import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { Problem } from "../../problem.ts";
import { decode } from "../files/decode.ts";
import { plainBytes } from "../files/plain-file.ts";
import { type NxtFile, readNxt } from "./file.ts";

/** More files than this are no corpus of meetings. */
const mostFiles = 100_000;
/** The references of a meeting name no more elements than this: a long one has 20,000 words. */
const mostElements = 5_000_000;

/** A folder of NXT files, wherever in it they are; references name files without their folders. */
export class NxtFolder {
  private readonly paths = new Map<string, string>();
  private readonly read = new Map<string, NxtFile>();
  private spent = 0;
  /** Names that several folders have; the first in the order of paths is used. */
  readonly repeated: string[] = [];

  constructor(readonly folder: string) {
    for (const path of xmlFiles(folder)) {
      const name = basename(path);
      if (this.paths.has(name)) this.repeated.push(name);
      else this.paths.set(name, path);
    }
  }

  /** The names that end with this, in order. */
  named(ending: string): string[] {
    return [...this.paths.keys()].filter((name) => name.endsWith(ending)).sort();
  }

  has(name: string): boolean {
    return this.paths.has(name);
  }

  /** A file by its name, read once; `wanted` says who needs it. */
  file(name: string, wanted: string): NxtFile {
    const known = this.read.get(name);
    if (known !== undefined) return known;
    const path = this.paths.get(name);
    if (path === undefined) throw new Problem(`${this.folder} has no ${name}, which ${wanted} refers to.`);
    const file = readNxt(decode(plainBytes(path), path).text, path);
    this.read.set(name, file);
    return file;
  }

  /** Elements that references name are counted, so that a few that name all of a large file do not take for ever. */
  spend(elements: number, wanted: string): void {
    this.spent += elements;
    if (this.spent > mostElements)
      throw new Problem(`The references of ${wanted} name more than ${mostElements.toLocaleString("en")} elements.`);
  }

  /** What was read is let go: no meeting refers to files of another one. */
  forget(): void {
    this.spent = 0;
    this.read.clear();
  }
}

function xmlFiles(folder: string): string[] {
  let entries: string[];
  try {
    entries = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith(".xml"))
      .map((entry) => join(entry.parentPath, entry.name));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") throw new Problem(`${folder}: there is no such folder.`);
    if (code === "ENOTDIR") throw new Problem(`${folder} is a file; give the folder with the NXT files.`);
    throw error;
  }
  if (entries.length > mostFiles)
    throw new Problem(`${folder} has ${entries.length} XML files; at most ${mostFiles} are looked at.`);
  return entries.sort();
}
