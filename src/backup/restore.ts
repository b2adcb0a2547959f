import { createHash } from "node:crypto";
import { createReadStream, existsSync, mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { open } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { createGunzip } from "node:zlib";
import { putInPlace } from "../corpus/files/replace.ts";
import { type Change, transact } from "../corpus/files/transaction.ts";
import { isPlainName } from "../corpus/folder-name.ts";
import { parsedJson } from "../json.ts";
import { Problem } from "../problem.ts";
import { unfinished } from "../unfinished.ts";
import { syncTree } from "../write.ts";
import { listName, listSchema } from "./backup.ts";
import { type TarEntry, untar } from "./tar.ts";

/**
 * Unpacks a backup into a new folder, or in place of a corpus, also one that is being served. Nothing is visible before
 * every file has been compared with the backup's own list; then everything changes at once.
 */
export async function restore(file: string, folder: string, replaces: boolean) {
  const target = resolve(folder);
  const isThere = existsSync(target) && !isEmptyFolder(target);
  if (isThere && !replaces) throw new Problem(`${folder} exists already; name a new folder.`, "replaced corpus");
  const unpackInto = async (path: string) => {
    mkdirSync(path);
    return unpack(resolve(file), path);
  };
  const report = await (isThere ? exchange(target, unpackInto) : putInPlace(target, unpackInto));
  return { folder: target, ...report };
}

/**
 * Everything of the corpus is exchanged in one transaction; only the audit trail, which is never rolled back, stays.
 */
async function exchange<T>(target: string, unpackInto: (path: string) => Promise<T>): Promise<T> {
  unfinished.sweepOnce(target);
  const staging = unfinished.name(join(target, "restoring"));
  unfinished.begin(staging);
  try {
    const report = await unpackInto(staging);
    await syncTree(staging);
    await transact(target, async () => {
      const keepsTrail = existsSync(join(target, "team", "audit"));
      const isExchanged = (path: string) => !(keepsTrail && path === "team/audit");
      const removals = partsOf(target).filter(isExchanged);
      const moves = partsOf(staging).filter(isExchanged);
      return [
        ...removals.map((path): Change => ({ remove: path })),
        ...moves.map((path): Change => ({ move: `${basename(staging)}/${path}`, to: path })),
      ];
    });
    return report;
  } finally {
    rmSync(staging, { recursive: true, force: true });
    unfinished.end(staging);
  }
}

/** What a corpus folder consists of, and what is in the folder of its team. */
function partsOf(folder: string): string[] {
  const below = (path: string) => (existsSync(path) ? readdirSync(path) : []);
  return [
    ...below(folder).filter((name) => !name.startsWith(".") && name !== "team"),
    ...below(join(folder, "team")).map((name) => `team/${name}`),
  ];
}

async function unpack(file: string, staging: string) {
  const found = new Map<string, { readonly size: number; readonly sha256: string }>();
  let list: string | undefined;
  for await (const entry of untar(gunzipped(file))) {
    if (list !== undefined) throw new Problem("This is not a backup of plotline: something comes after its list.");
    if (entry.path === listName) list = await textOf(entry);
    else {
      const path = pathOf(entry.path);
      if (found.has(path)) throw new Problem(`The backup is damaged: ${path} is in it twice.`);
      found.set(path, { size: entry.size, sha256: await write(entry, join(staging, path)) });
    }
  }
  const parsed = listSchema.safeParse(parsedJson(list ?? ""));
  if (!parsed.success) throw new Problem("The backup is damaged: its list of files is missing or broken.");
  const { files, made } = parsed.data;
  const wrong = files.find(
    ({ path, size, sha256 }) => found.get(path)?.size !== size || found.get(path)?.sha256 !== sha256,
  );
  if (wrong !== undefined) throw new Problem(`The backup is damaged: ${wrong.path} is not what was backed up.`);
  if (files.length !== found.size)
    throw new Problem("The backup is damaged: it contains files that are not in its list.");
  return { files: files.length, made };
}

async function* gunzipped(file: string): AsyncGenerator<Uint8Array> {
  statSync(file);
  const source = createReadStream(file);
  const bytes = source.pipe(createGunzip());
  source.on("error", (error) => bytes.destroy(error));
  try {
    yield* bytes;
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    if (!code.startsWith("Z_")) throw error;
    throw new Problem(`${file} is not a backup of plotline, or it is damaged.`);
  }
}

/** A path from the corpus folder; one that leads elsewhere is refused. */
function pathOf(name: string): string {
  const parts = name.split("/");
  if (parts[0] !== "corpus" || parts.length < 2 || !parts.slice(1).every(isPlainName))
    throw new Problem(`This is not a backup of plotline: "${name}" is not a file of a corpus.`);
  return parts.slice(1).join("/");
}

async function write({ content }: TarEntry, path: string): Promise<string> {
  mkdirSync(dirname(path), { recursive: true });
  const hash = createHash("sha256");
  const file = await open(path, "wx");
  try {
    for await (const part of content) {
      hash.update(part);
      await file.writeFile(part);
    }
  } finally {
    await file.close();
  }
  return hash.digest("hex");
}

async function textOf({ content, size }: TarEntry): Promise<string> {
  if (size > 256 * 1024 * 1024) throw new Problem("The backup is damaged: its list is too long.");
  const parts: Uint8Array[] = [];
  for await (const part of content) parts.push(part);
  return Buffer.concat(parts).toString("utf8");
}

function isEmptyFolder(path: string): boolean {
  return statSync(path).isDirectory() && readdirSync(path).length === 0;
}
