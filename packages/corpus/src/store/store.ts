import { Problem } from "@plotline/base";

/**
 * What holds the files of a corpus: a folder on disk, or a browser's private file system. Nothing else in the house
 * touches them. Paths are relative to the corpus, with slashes, and never lead out of it.
 */
export interface Store {
  /** Where it is, for people: the whole path of a folder. */
  readonly folder: string;
  /** Throws where there is no such corpus, and settles what somebody who died has left half-done. */
  open(): Promise<void>;
  /** The corpus is made where there is none, and is gone again where `act` fails. */
  made<T>(act: () => Promise<T>): Promise<T>;
  /** A whole file, as some change left it; undefined where there is none. */
  read(path: string): Promise<Uint8Array | undefined>;
  /** What is in a folder, in any order, hidden names too; nothing where there is no such folder. */
  list(folder: string): Promise<Entry[]>;
  look(path: string): Promise<FileState | undefined>;
  /**
   * Reads one file (`about`) and then writes it, while nobody else changes the corpus; on return it is on disk. Saves of
   * different files that wait at the same time are made together.
   */
  save<T>(about: string, act: (writer: Writer) => Promise<T>): Promise<T>;
  /** Makes all the planned changes or none; the plan is made while nobody else changes the corpus. */
  transact(plan: () => Promise<readonly Change[]>): Promise<void>;
  /** Writes one file, or removes it, without waiting for anybody: for files that only one process writes. */
  put(path: string, content: string | undefined): Promise<void>;
  newHash(): Hash;
}

export interface Entry {
  readonly name: string;
  readonly isFolder: boolean;
}

export interface FileState {
  /** Differs once the file has changed. */
  readonly stamp: string;
  /** When that was, in milliseconds. */
  readonly changed: number;
}

export type Content = string | Uint8Array;

/** One change of a corpus. Moving or removing what does not exist does nothing. */
export type Change =
  | { readonly write: string; readonly content: Content }
  | { readonly remove: string }
  | { readonly move: string; readonly to: string };

/** What a save may do. */
export interface Writer extends Appender {
  /** Writes one file, whole or not at all. */
  write(path: string, content: string): void;
}

/** Adds to the end of files of a corpus. */
export interface Appender {
  /** `end` is a file that says where the first one ends from then on, so that a later cut shows. */
  append(path: string, text: AppendedText, end?: string): void;
}

/** Text for the end of a file; asked for at the last moment, with what is appended before it in the same save. */
export type AppendedText = (before: string) => string;

/** SHA-256, piece by piece; Node's own is faster than ours. */
export interface Hash {
  update(bytes: Uint8Array): unknown;
  digest(form: "hex"): string;
}

/** Thrown when someone else has changed something since the person saw it; holds what is there now, where that is shown. */
export class Outdated<Current = unknown> extends Problem {
  constructor(
    sentence: string,
    readonly current?: Current,
  ) {
    super(sentence);
  }
}

/** Somebody else has been changing the corpus for too long. */
export class Busy extends Problem {}

const mounted = new Map<string, Store>();
let openFolder: ((folder: string) => Store) | undefined;

/** From now on this name means this store, as "library" in a tab. */
export function mount(folder: string, store: Store): void {
  mounted.set(folder, store);
}

/** What any other name means: the entry for Node says that it is a folder on disk. */
export function otherwise(open: (folder: string) => Store): void {
  openFolder = open;
}

/** What holds the files of a corpus: what was mounted under its name, else the folder of that path. */
export function storeOf(folder: string): Store {
  const store = mounted.get(folder) ?? openFolder?.(folder);
  if (store === undefined) throw new Problem(`${folder}: there is no such corpus here.`);
  return store;
}
