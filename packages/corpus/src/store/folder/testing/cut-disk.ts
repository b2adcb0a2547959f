import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative, sep } from "node:path";
import { random, shuffled } from "@plotline/base";

/**
 * What a disk may hold after its power was cut, in the manner of ALICE (Pillai et al. 2014) and CrashMonkey (Mohan et al.
 * 2018). The calls of a program are recorded; of those before the cut, what was synced is there, and of the others any
 * part: each change of a folder by itself, each file with all, half or none of what was written last.
 */
export class RecordedDisk {
  private readonly log: Entry[] = [];
  private readonly kinds: ("file" | "folder")[] = ["folder"];
  private readonly contents = new Map<number, Buffer>();
  private readonly folders = new Map<number, Map<string, number>>([[0, new Map()]]);
  private readonly open = new Map<number, number>();

  constructor(private readonly root: string) {
    this.scan(root);
    this.begin = [...this.log.splice(0), ...[...this.contents.keys()].map((sync) => ({ sync }))];
  }

  get length(): number {
    return this.log.length;
  }

  made(path: string): void {
    this.add(path, "folder");
  }

  opened(file: number, path: string): void {
    if (!this.isOurs(path)) return;
    const id = this.find(path) ?? this.add(path, "file");
    if (id !== undefined) this.open.set(file, id);
  }

  closed(file: number): void {
    this.open.delete(file);
  }

  wrote(file: number, bytes: Uint8Array): void {
    const id = this.open.get(file);
    if (id !== undefined) this.write(id, Buffer.concat([this.contents.get(id) ?? Buffer.alloc(0), bytes]));
  }

  wroteWhole(path: string, content: string | Uint8Array): void {
    if (!this.isOurs(path)) return;
    const id = this.find(path) ?? this.add(path, "file");
    if (id !== undefined) this.write(id, Buffer.from(content));
  }

  synced(file: number): void {
    const id = this.open.get(file);
    if (id !== undefined) this.log.push({ sync: id });
  }

  linked(from: string, to: string): void {
    const id = this.find(from);
    if (id !== undefined) this.change([[...this.place(to), id]]);
  }

  renamed(from: string, to: string): void {
    const id = this.find(from);
    if (id === undefined || id === this.find(to)) return;
    this.change([
      [...this.place(from), undefined],
      [...this.place(to), id],
    ]);
  }

  removed(path: string): void {
    const id = this.find(path);
    if (id === undefined || !this.isOurs(path)) return;
    for (const name of [...(this.folders.get(id)?.keys() ?? [])]) this.removed(join(path, name));
    this.change([[...this.place(path), undefined]]);
  }

  /** The different states that a cut after this many calls may leave; where there are too many, a sample. */
  statesAt(cut: number, most = 16): Image[] {
    const log = this.log.slice(0, cut);
    const open = log.flatMap((entry, k) => ("updates" in entry && !isForced(entry, log.slice(k + 1)) ? [k] : []));
    const found = new Map<string, Image>();
    for (const lost of subsets(open, most, cut))
      for (const share of [0, 0.5, 1]) {
        const image = this.imageAt(log, lost, share);
        found.set(JSON.stringify(image), image);
      }
    return [...found.values()];
  }

  private imageAt(log: readonly Entry[], lost: ReadonlySet<number>, share: number): Image {
    const folders = new Map<number, Map<string, number>>();
    const entriesOf = (id: number) => {
      const entries = folders.get(id) ?? new Map<string, number>();
      folders.set(id, entries);
      return entries;
    };
    const [kept, written] = [new Map<number, Buffer>(), new Map<number, Buffer>()];
    for (const [k, entry] of [...this.begin, ...log].entries()) {
      if ("content" in entry) written.set(entry.file, entry.content);
      else if ("sync" in entry) kept.set(entry.sync, written.get(entry.sync) ?? Buffer.alloc(0));
      else if (!lost.has(k - this.begin.length))
        for (const [folder, name, id] of entry.updates)
          if (id === undefined) entriesOf(folder).delete(name);
          else entriesOf(folder).set(name, id);
    }
    return imageOf(this.kinds, folders, (id) => {
      const [old, now] = [kept.get(id) ?? Buffer.alloc(0), written.get(id) ?? Buffer.alloc(0)];
      return old.equals(now) ? now : share === 0 ? old : now.subarray(0, Math.floor(share * now.length));
    });
  }

  /** The state before the first call, as if it had been written and synced. */
  private readonly begin: readonly Entry[];

  private scan(path: string): void {
    for (const entry of readdirSync(path, { withFileTypes: true })) {
      const own = join(path, entry.name);
      const id = this.add(own, entry.isDirectory() ? "folder" : "file");
      if (id === undefined) continue;
      if (entry.isDirectory()) this.scan(own);
      else this.write(id, readFileSync(own));
    }
  }

  private write(file: number, content: Buffer): void {
    this.contents.set(file, content);
    this.log.push({ file, content });
  }

  private add(path: string, kind: "file" | "folder"): number | undefined {
    if (!this.isOurs(path) || this.find(path) !== undefined) return undefined;
    const id = this.kinds.push(kind) - 1;
    if (kind === "folder") this.folders.set(id, new Map());
    this.change([[...this.place(path), id]]);
    return id;
  }

  private change(updates: readonly Update[]): void {
    for (const [folder, name, id] of updates)
      if (id === undefined) this.folders.get(folder)?.delete(name);
      else this.folders.get(folder)?.set(name, id);
    this.log.push({ updates });
  }

  private place(path: string): [number, string] {
    return [this.find(dirname(path)) ?? 0, basename(path)];
  }

  private find(path: string): number | undefined {
    if (path === this.root) return 0;
    if (!this.isOurs(path)) return undefined;
    let id: number | undefined = 0;
    for (const name of relative(this.root, path).split(sep))
      id = id === undefined ? undefined : this.folders.get(id)?.get(name);
    return id;
  }

  private isOurs(path: string): boolean {
    return path.startsWith(this.root + sep) || path === this.root;
  }
}

/** Files by their paths; a path that ends with a slash is a folder. */
export type Image = Readonly<Record<string, string>>;

/** Puts a state on a real disk. */
export function restore(image: Image, folder: string): void {
  for (const [path, content] of Object.entries(image))
    if (path.endsWith("/")) mkdirSync(join(folder, path), { recursive: true });
    else {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), content);
    }
}

type Update = readonly [folder: number, name: string, id: number | undefined];
type Entry =
  | { readonly updates: readonly Update[] }
  | { readonly file: number; readonly content: Buffer }
  | { readonly sync: number };

/** A change of a folder is certain once one of its folders was synced after it. */
function isForced({ updates }: { readonly updates: readonly Update[] }, later: readonly Entry[]): boolean {
  return later.some((entry) => "sync" in entry && updates.some(([folder]) => folder === entry.sync));
}

function subsets(items: readonly number[], most: number, seed: number): ReadonlySet<number>[] {
  if (2 ** items.length <= most)
    return Array.from({ length: 2 ** items.length }, (_, mask) => new Set(items.filter((_, bit) => mask & (1 << bit))));
  const next = random("cut", seed);
  const some = Array.from({ length: most }, () => new Set(items.filter(() => next() < 0.5)));
  const single = shuffled(items, next).map((item) => new Set(items.filter((each) => each !== item)));
  return [new Set<number>(), new Set(items), ...single.slice(0, most / 2), ...some.slice(0, most / 2)];
}

function imageOf(
  kinds: readonly ("file" | "folder")[],
  folders: ReadonlyMap<number, ReadonlyMap<string, number>>,
  contentOf: (id: number) => Buffer,
): Image {
  const image: Record<string, string> = {};
  const walk = (id: number, path: string, above: readonly number[]) => {
    for (const [name, child] of [...(folders.get(id) ?? [])].sort(([a], [b]) => (a < b ? -1 : 1))) {
      if (above.includes(child)) continue;
      if (kinds[child] === "file") image[`${path}${name}`] = contentOf(child).toString("utf8");
      else {
        image[`${path}${name}/`] = "";
        walk(child, `${path}${name}/`, [...above, child]);
      }
    }
  };
  walk(0, "", [0]);
  return image;
}
