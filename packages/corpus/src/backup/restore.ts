import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { type FileHandle, open, writeFile } from "node:fs/promises";
import { basename, dirname, join, relative, resolve } from "node:path";
import { Problem } from "@plotline/base";
import { parsedJson, syncTree, unfinished } from "@plotline/base/node";
import { folderName } from "../folder-name.ts";
import { listFolder } from "../listing.ts";
import { manifestName } from "../manifest.ts";
import { putInPlace } from "../store/folder/replace.ts";
import { transactInFolder } from "../store/folder/transaction.ts";
import type { Change } from "../store/store.ts";
import { peopleFile, withoutAccess } from "../team/people.ts";
import { type BackupFile, backupsIn, type OpenedBackup, openBackup } from "./archive.ts";
import { type ByteSource, damaged } from "./zip.ts";

/** Never taken from a backup where the corpus has its own: what was done and seen, and who has access since. */
const kept = ["team/audit", "team/audit-end.json", "team/seen.json", peopleFile.path];

/**
 * Unpacks a backup into a new folder, or in place of a corpus, also one that is being served. Nothing is visible before
 * every file has been compared with the backup's own list; then everything changes at once, and what was there is set
 * aside. Whoever had access when the backup was made does not get it back.
 */
export async function restore(file: string, folder: string, replaces: boolean) {
  const target = resolve(folder);
  const isThere = existsSync(target) && !isEmptyFolder(target);
  if (isThere && !(await isCorpus(target)))
    throw new Problem(`${folder} is neither empty nor a corpus, so nothing is restored there; name a new folder.`);
  if (isThere && !replaces) throw new Problem(`${folder} exists already; name a new folder.`, "replaced corpus");
  return reading(file, async (source) => {
    const backup = await openBackup(source, { newHash: () => createHash("sha256") });
    const unpackInto = (path: string) => unpack(backup, path);
    const setAside = isThere ? await exchange(target, unpackInto) : undefined;
    if (!isThere) await putInPlace(target, unpackInto);
    return { folder: target, files: backup.files.length, backup: backup.hash, setAside };
  });
}

/** The corpora of a library that a browser saved as a file, in a folder next to it; any other path is one corpus. */
export async function unpackedLibrary(path: string): Promise<string[]> {
  if (!/\.zip$/i.test(path) || !existsSync(path) || statSync(path).isDirectory()) return [path];
  const folder = path.slice(0, -".zip".length);
  if (existsSync(folder))
    throw new Problem(`${path} was opened before, or its folder has another use: serve ${folder}, or move it away.`);
  return reading(path, async (source) => {
    const backups = await Promise.all((await backupsIn(source)).map((each) => openBackup(each)));
    const names: string[] = [];
    for (const { corpus } of backups) names.push(folderName(corpus, names));
    const places = names.map((name) => (backups.length === 1 ? folder : join(folder, name)));
    await putInPlace(folder, async (staging) => {
      if (backups.length > 1) mkdirSync(staging);
      for (const [k, each] of backups.entries()) await unpack(each, join(staging, relative(folder, places[k]!)));
    });
    return places;
  });
}

async function reading<T>(file: string, act: (source: ByteSource) => Promise<T>): Promise<T> {
  if (statSync(file, { throwIfNoEntry: false })?.isFile() === false)
    throw new Problem(`${file} is not a file, so it cannot be a backup.`);
  const handle = await open(resolve(file), "r");
  try {
    return await act(await sourceOf(handle));
  } finally {
    await handle.close();
  }
}

/**
 * Everything of the corpus is exchanged in one transaction, but for what is never rolled back. Returns the folder in
 * which the files from before are.
 */
async function exchange(target: string, unpackInto: (path: string) => Promise<void>): Promise<string> {
  unfinished.sweepOnce(target);
  const staging = unfinished.name(join(target, "restoring"));
  const aside = `.replaced-${new Date().toISOString().replace(/[:.]/g, "-")}`;
  unfinished.begin(staging);
  try {
    await unpackInto(staging);
    await syncTree(staging);
    await transactInFolder(target, async () => {
      const isExchanged = (path: string) => !(kept.includes(path) && existsSync(join(target, path)));
      const leaving = partsOf(target).filter(isExchanged);
      const coming = partsOf(staging).filter(isExchanged);
      return [
        ...leaving.map((path): Change => ({ move: path, to: `${aside}/${path}` })),
        ...coming.map((path): Change => ({ move: `${basename(staging)}/${path}`, to: path })),
      ];
    });
    return join(target, aside);
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

async function unpack({ files }: OpenedBackup, staging: string): Promise<void> {
  mkdirSync(staging);
  for (const file of files) await write(file, join(staging, file.path));
  endAccess(join(staging, peopleFile.path));
}

async function write({ path, content }: BackupFile, place: string): Promise<void> {
  mkdirSync(dirname(place), { recursive: true });
  await writeFile(place, await content(), { flag: "wx" }).catch((error: NodeJS.ErrnoException) => {
    throw error.code === "EEXIST" ? damaged(`on this disk ${path} is the name of another of its files`) : error;
  });
}

/** Sessions and links of that time may have ended since: nobody is signed in, and new links are needed. */
function endAccess(file: string): void {
  if (!existsSync(file)) return;
  const people = peopleFile.schema.safeParse(parsedJson(readFileSync(file, "utf8")));
  if (!people.success) throw damaged(`its ${peopleFile.path} cannot be read`);
  writeFileSync(file, `${JSON.stringify(withoutAccess(people.data), undefined, 1)}\n`);
}

async function sourceOf(handle: FileHandle): Promise<ByteSource> {
  const { size } = await handle.stat();
  return {
    size,
    async read(from, to) {
      const bytes = new Uint8Array(to - from);
      const { bytesRead } = await handle.read(bytes, 0, bytes.length, from);
      return bytes.subarray(0, bytesRead);
    },
  };
}

function isEmptyFolder(path: string): boolean {
  return statSync(path).isDirectory() && readdirSync(path).length === 0;
}

/** Whoever writes stories may have a folder of that name: only one with chapters in folders makes a corpus. */
async function isCorpus(path: string): Promise<boolean> {
  if (existsSync(join(path, manifestName))) return true;
  return [...(await listFolder(path)).sections.stories.values()].some(({ numbers }) => numbers.length > 0);
}
