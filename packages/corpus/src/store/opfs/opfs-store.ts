import { Problem } from "@plotline/base";
import { Sha256 } from "@plotline/base/sha256";
import { isPlainPath } from "../../folder-name.ts";
import { Busy, type Change, type Content, type Entry, type FileState, type Store, type Writer } from "../store.ts";
import { type Handle, Journal, joined, type Step, writeAll } from "./journal.ts";

interface FileHandle extends FileSystemFileHandle {
  createSyncAccessHandle(): Promise<Handle>;
  move(folder: FileSystemDirectoryHandle, name: string): Promise<void>;
}

type Edit = Change | { readonly append: string; readonly content: string };

/** Next to the corpus, where its journal and files that have no name yet are. */
const hidden = ".changing";
const patience = 10_000;

/**
 * A corpus in the private file system of a browser, in a dedicated worker; each tab has its own. A change is in the
 * journal, synced, before a file is touched, so it happens as a whole; files are replaced by a move, so whoever reads
 * sees the old or the new one. Every opening, and whoever has the lock after a tab that was killed, finishes its change.
 */
export class OpfsStore implements Store {
  private readonly journal = new Journal();
  private readonly news: BroadcastChannel;
  private readonly folders = new Map<string, FileSystemDirectoryHandle>();
  /** How often files were changed while this tab was open. */
  private readonly versions = new Map<string, number>();
  private recovered: Promise<void> | undefined;

  private constructor(
    readonly folder: string,
    private readonly root: FileSystemDirectoryHandle,
  ) {
    this.news = new BroadcastChannel(`plotline: ${folder}`);
    this.news.addEventListener("message", ({ data }: MessageEvent<string[]>) => this.noteChanged(data));
  }

  static async at(folder: string): Promise<OpfsStore> {
    const top = await navigator.storage.getDirectory();
    return new OpfsStore(folder, await top.getDirectoryHandle(folder, { create: true }));
  }

  open(): Promise<void> {
    this.recovered ??= this.recover().catch((error) => {
      this.recovered = undefined;
      throw error;
    });
    return this.recovered;
  }

  made<T>(act: () => Promise<T>): Promise<T> {
    return act();
  }

  async read(path: string): Promise<Uint8Array | undefined> {
    const file = await this.fileOf(path);
    return file && new Uint8Array(await file.arrayBuffer().catch(() => this.readAgain(path)));
  }

  async list(folder: string): Promise<Entry[]> {
    const entries: Entry[] = [];
    try {
      for await (const [name, { kind }] of (await this.folderAt(folder))?.entries() ?? [])
        if (folder !== "" || name !== hidden) entries.push({ name, isFolder: kind === "directory" });
    } catch (error) {
      unlessMissing(error);
      return this.folders.delete(folder) ? this.list(folder) : [];
    }
    return entries;
  }

  async look(path: string): Promise<FileState | undefined> {
    const file = await this.fileOf(path);
    if (file === undefined) return undefined;
    const { size, lastModified } = file;
    return { stamp: `${size} ${lastModified} ${this.versions.get(path) ?? 0}`, changed: lastModified };
  }

  save<T>(_about: string, act: (writer: Writer) => Promise<T>): Promise<T> {
    return this.change(async () => {
      const edits: Edit[] = [];
      const appended = new Map<string, string>();
      const result = await act({
        write: (path, content) => edits.push({ write: path, content }),
        append(path, text) {
          const before = appended.get(path) ?? "";
          appended.set(path, `${before}${text(before)}`);
        },
      });
      return { edits: [...edits, ...[...appended].map(([append, content]) => ({ append, content }))], result };
    });
  }

  transact(plan: () => Promise<readonly Change[]>): Promise<void> {
    return this.change(async () => ({ edits: await plan(), result: undefined }));
  }

  put(path: string, content: string | undefined): Promise<void> {
    return this.transact(async () => [content === undefined ? { remove: path } : { write: path, content }]);
  }

  newHash() {
    return new Sha256();
  }

  private async change<T>(plan: () => Promise<{ readonly edits: readonly Edit[]; readonly result: T }>): Promise<T> {
    // A plan may open the corpus, and must not wait for itself then.
    await this.open();
    return this.held(async (handle) => {
      for (const { at, isDone, steps } of this.journal.catchUp(handle))
        if (!isDone) {
          await this.putInPlace(await this.stage(steps), steps);
          this.journal.markDone(handle, at);
        }
      if (this.journal.isOld) this.journal.restart(handle);
      const { edits, result } = await plan();
      const steps = await this.stepsOf(edits);
      if (steps.length === 0) return result;
      const prepare = async () => ({ staged: await this.stage(steps), at: this.journal.append(handle, steps) });
      const { staged, at } = await prepare().catch((error) => {
        if (error.name !== "QuotaExceededError") throw error;
        // All that the journal holds is done, so its room can be had.
        this.journal.restart(handle);
        return prepare();
      });
      await this.putInPlace(staged, steps);
      this.journal.markDone(handle, at);
      this.noteChanged(steps.map(pathOf));
      this.news.postMessage(steps.map(pathOf));
      return result;
    });
  }

  /** After a power cut even what is marked as done may be missing: all of the journal counts. */
  private recover(): Promise<void> {
    return this.held(async (handle) => {
      const records = this.journal.catchUp(handle);
      const final = new Map(records.flatMap(({ steps }) => steps.map((step) => [pathOf(step), step])));
      const missing: Step[] = [];
      for (const step of final.values()) if (!(await this.isDone(step))) missing.push(step);
      await this.putInPlace(await this.stage(missing), missing);
      for (const { at } of records) this.journal.markDone(handle, at);
      if (this.journal.isOld) this.journal.restart(handle);
    });
  }

  private async isDone(step: Step): Promise<boolean> {
    const now = await this.read(pathOf(step));
    if (!("bytes" in step)) return now === undefined;
    return now?.length === step.bytes.length && now.every((byte, k) => byte === step.bytes[k]);
  }

  /** The lock is for waiting in turn; what excludes others for sure is the journal's handle, of which there is one. */
  private async held<T>(act: (handle: Handle) => Promise<T>): Promise<T> {
    const waiting = navigator.locks.request(
      `plotline: ${this.folder}`,
      { signal: AbortSignal.timeout(patience) },
      async () => {
        const handle = await this.openJournal();
        try {
          return await act(handle);
        } finally {
          handle.close();
        }
      },
    );
    return (waiting as Promise<T>).catch((error) => {
      if (error?.name === "QuotaExceededError")
        throw new Problem("The browser gives this library no more room, so nothing was saved; remove a work, or save the library as a file."); // biome-ignore format: long
      if (error?.name !== "TimeoutError" && error?.name !== "NoModificationAllowedError") throw error;
      throw new Busy("The library is being changed in another tab that does not answer; close that tab.");
    });
  }

  /** The browser may take a moment to see that the tab that had it is dead. */
  private async openJournal(): Promise<Handle> {
    const file = await this.fileAt(`${hidden}/journal`, true);
    for (const until = Date.now() + patience; ; await new Promise((resume) => setTimeout(resume, 5)))
      try {
        return await file!.createSyncAccessHandle();
      } catch (error) {
        if ((error as Error).name !== "NoModificationAllowedError" || Date.now() > until) throw error;
      }
  }

  /** New contents, under numbers. A full disk is noticed here, before anything has happened. */
  private async stage(steps: readonly Step[]): Promise<Map<Step, FileHandle>> {
    const staged = new Map<Step, FileHandle>();
    try {
      for (const step of steps) {
        if (!("put" in step)) continue;
        const file = (await this.fileAt(`${hidden}/new-${staged.size}`, true))!;
        staged.set(step, file);
        await fill(file, step.bytes);
      }
    } catch (error) {
      for (let k = 0; k < staged.size; k++) await this.remove(`${hidden}/new-${k}`);
      throw error;
    }
    return staged;
  }

  private async putInPlace(staged: ReadonlyMap<Step, FileHandle>, steps: readonly Step[]): Promise<void> {
    for (const [step, file] of staged) {
      const [folder, name] = parted(pathOf(step));
      const put = async () => file.move((await this.folderAt(folder, true))!, name);
      await put().catch((error) => {
        if (!this.folders.delete(folder)) throw error;
        return put();
      });
    }
    for (const step of steps) if ("remove" in step) await this.remove(step.remove);
  }

  /** One step for each file: what is moved or removed comes first, as in a folder on disk. */
  private async stepsOf(edits: readonly Edit[]): Promise<Step[]> {
    const steps = new Map<string, Step>();
    const add = (step: Step) => steps.set(pathOf(step), step);
    for (const edit of edits) for (const path of pathsOf(edit)) this.mustLieInside(path);
    for (const edit of edits) {
      if ("write" in edit || "append" in edit) continue;
      const from = "remove" in edit ? edit.remove : edit.move;
      const files = await this.filesBelow(from);
      if ("move" in edit && files.length > 0) await this.mustBeFree(edit.to, steps);
      for (const path of files) {
        add({ remove: path });
        if ("move" in edit) add({ put: edit.to + path.slice(from.length), bytes: (await this.read(path))! });
      }
    }
    for (const edit of edits) {
      if ("write" in edit) add({ put: await this.filePath(edit.write), bytes: bytesOf(edit.content) });
      if (!("append" in edit)) continue;
      const before = (await this.read(edit.append)) ?? new Uint8Array();
      add({ put: await this.filePath(edit.append), bytes: joined([before, bytesOf(edit.content)]) });
    }
    return [...steps.values()];
  }

  private mustLieInside(path: string): void {
    if (!isPlainPath(path))
      throw new Problem(`"${path}" would lie outside the corpus ${this.folder}; nothing was changed.`);
  }

  private async mustBeFree(path: string, steps: ReadonlyMap<string, Step>): Promise<void> {
    const isThere = (file: string) => !("remove" in (steps.get(file) ?? {}));
    if ((await this.filesBelow(path)).some(isThere)) throw new Problem(`${path} exists already; nothing was changed.`);
  }

  /** A file can be written there: nothing above it is a file, and it is no folder. */
  private async filePath(path: string): Promise<string> {
    const names = path.split("/");
    const above = names.slice(1).map((_, k) => names.slice(0, k + 1).join("/"));
    for (const folder of above)
      if (await this.fileAt(folder)) throw new Problem(`${folder} is a file, but a folder is needed.`);
    if (await this.folderAt(path)) throw new Problem(`${path} is a folder, but a file is needed; nothing was changed.`);
    return path;
  }

  private async filesBelow(path: string): Promise<string[]> {
    if (await this.fileAt(path)) return [path];
    const below = (await this.list(path)).map(({ name, isFolder }) =>
      isFolder ? this.filesBelow(`${path}/${name}`) : [`${path}/${name}`],
    );
    return (await Promise.all(below)).flat();
  }

  /** With the folders that it leaves empty. */
  private async remove(path: string): Promise<void> {
    for (let at = path; at !== "" && at !== hidden; [at] = parted(at)) {
      const [folder, name] = parted(at);
      const gone = (await this.folderAt(folder))?.removeEntry(name).then(
        () => true,
        (error) => error.name === "NotFoundError",
      );
      if (!(await gone)) return;
      this.folders.delete(at);
    }
  }

  private async fileOf(path: string): Promise<File | undefined> {
    try {
      return await (await this.fileAt(path))?.getFile();
    } catch (error) {
      unlessMissing(error);
    }
  }

  /** A file that is replaced while it is read cannot be read any more: the next try finds the new one. */
  private async readAgain(path: string, tries = 20): Promise<ArrayBuffer> {
    const file = await this.fileOf(path);
    const bytes = file?.arrayBuffer() ?? Promise.resolve(new ArrayBuffer());
    return tries === 0 ? bytes : bytes.catch(() => this.readAgain(path, tries - 1));
  }

  private async fileAt(path: string, create = false): Promise<FileHandle | undefined> {
    const [folder, name] = parted(path);
    const find = async () =>
      (await this.folderAt(folder, create))?.getFileHandle(name, { create }).catch(unlessMissing);
    return ((await find()) ?? (this.folders.delete(folder) ? await find() : undefined)) as FileHandle | undefined;
  }

  /** A folder that is known may have been removed and made again since. */
  private async folderAt(path: string, create = false): Promise<FileSystemDirectoryHandle | undefined> {
    if (path === "") return this.root;
    const known = this.folders.get(path);
    if (known !== undefined) return known;
    const [parent, name] = parted(path);
    const find = async () =>
      (await this.folderAt(parent, create))?.getDirectoryHandle(name, { create }).catch(unlessMissing);
    const found = (await find()) ?? (this.folders.delete(parent) ? await find() : undefined);
    if (found) this.folders.set(path, found);
    return found ?? undefined;
  }

  private noteChanged(paths: readonly string[]): void {
    for (const path of paths) this.versions.set(path, (this.versions.get(path) ?? 0) + 1);
  }
}

async function fill(file: FileHandle, bytes: Uint8Array): Promise<void> {
  const handle = await file.createSyncAccessHandle();
  try {
    handle.truncate(0);
    writeAll(handle, bytes, 0);
    // The journal may be emptied before the system has written a large file by itself.
    if (bytes.length > 65_536) handle.flush();
  } finally {
    handle.close();
  }
}

function unlessMissing(error: unknown): undefined {
  if (!["NotFoundError", "TypeMismatchError"].includes((error as Error).name)) throw error;
}

function pathOf(step: Step): string {
  return "put" in step ? step.put : step.remove;
}

function pathsOf(edit: Edit): string[] {
  if ("move" in edit) return [edit.move, edit.to];
  return ["write" in edit ? edit.write : "append" in edit ? edit.append : edit.remove];
}

function parted(path: string): [folder: string, name: string] {
  const cut = path.lastIndexOf("/");
  return [path.slice(0, Math.max(cut, 0)), path.slice(cut + 1)];
}

function bytesOf(content: Content): Uint8Array {
  return typeof content === "string" ? new TextEncoder().encode(content) : content;
}
