import { createHash } from "node:crypto";
import { createReadStream, existsSync } from "node:fs";
import { mkdir, readdir, rename, stat } from "node:fs/promises";
import { basename, dirname, join, resolve, sep } from "node:path";
import { z } from "zod";
import { digest } from "../../digest.ts";
import { Problem } from "../../problem.ts";
import { unfinished } from "../../unfinished.ts";

const hashShape = z.string().regex(/^[0-9a-f]{64}$/);

/** A path inside a folder: plain names, nothing that leads out of it. */
export const innerPath = z
  .string()
  .max(1_000)
  .refine((path) => path.split("/").every((name) => /^[^/\\:\0]+$/.test(name) && name !== "." && name !== ".."), {
    message: "this path leads out of its folder",
  });

const fileShape = z.strictObject({ path: innerPath, size: z.int().nonnegative(), hash: hashShape });
export type BundleFile = z.infer<typeof fileShape>;

const listShape = z.array(fileShape).max(1_000_000);

/** A folder by its content, a model or a dataset: the hash is that of the list of its files. */
export const bundleShape = z.strictObject({ name: z.string().max(200), hash: hashShape, size: z.int().nonnegative() });
export type Bundle = z.infer<typeof bundleShape>;

export interface Described {
  readonly bundle: Bundle;
  /** The list as it is sent. */
  readonly list: string;
  readonly files: readonly BundleFile[];
}

/** Describes a folder, or some of its files; hidden files are no part of it unless they are named. */
export async function describeFolder(folder: string, only?: readonly string[]): Promise<Described> {
  const files: BundleFile[] = [];
  for (const path of only ?? (await filesIn(folder))) {
    const { size } = await stat(join(folder, path));
    files.push({ path: path.split(sep).join("/"), size, hash: await hashOf(join(folder, path)) });
  }
  if (files.length === 0) throw new Problem(`${folder}: this folder has no files, so there is nothing to send.`);
  const list = JSON.stringify(files);
  return {
    files,
    list,
    bundle: { name: basename(resolve(folder)), hash: digest(list), size: Buffer.byteLength(list) },
  };
}

/** The files of a bundle, from a list that somebody sent. */
export function readList({ name, hash }: Bundle, list: string): BundleFile[] {
  if (digest(list) !== hash) throw new Error(`the list of files of "${name}" is not the one that was asked for`);
  return listShape.parse(JSON.parse(list));
}

export async function hashOf(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) hash.update(chunk);
  return hash.digest("hex");
}

/** Makes a folder of one content, complete or not at all; where another process was faster, its folder stays. */
export async function makeOnce(place: string, fill: (partial: string) => Promise<unknown>): Promise<void> {
  const parent = dirname(place);
  await mkdir(parent, { recursive: true });
  unfinished.sweepOnce(parent);
  const partial = unfinished.name(place);
  try {
    await unfinished.during([partial], async () => {
      await fill(partial);
      await rename(partial, place);
    });
  } catch (error) {
    if (!existsSync(place)) throw error;
  }
}

export async function filesIn(folder: string): Promise<string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  return found
    .filter((entry) => entry.isFile() || entry.isSymbolicLink())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length)
        .replace(/^[/\\]+/, ""),
    )
    .filter((path) => !path.split(sep).some((name) => name.startsWith(".")))
    .sort();
}
