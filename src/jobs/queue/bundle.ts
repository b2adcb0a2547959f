import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { basename, join, resolve, sep } from "node:path";
import { z } from "zod";
import { Problem } from "../../problem.ts";

/** A path inside a folder: plain names, nothing that leads out of it. */
const innerPath = z
  .string()
  .max(1_000)
  .refine((path) => path.split("/").every((name) => /^[^/\\:\0]+$/.test(name) && name !== "." && name !== ".."), {
    message: "this path leads out of its folder",
  });

const fileShape = z.strictObject({
  path: innerPath,
  size: z.int().nonnegative(),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
});
export type BundleFile = z.infer<typeof fileShape>;

/** A folder by its content: a model or a dataset. */
export const bundleShape = z.strictObject({
  name: z.string().max(200),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  files: z.array(fileShape).max(10_000),
});
export type Bundle = z.infer<typeof bundleShape>;

/** Describes a folder, or some of its files; hidden files are no part of it unless they are named. */
export async function bundleOf(folder: string, only?: readonly string[]): Promise<Bundle> {
  const files: BundleFile[] = [];
  for (const path of only ?? (await filesIn(folder))) {
    const { size } = await stat(join(folder, path));
    files.push({ path: path.split(sep).join("/"), size, hash: await hashOf(join(folder, path)) });
  }
  if (files.length === 0)
    throw new Problem(`${folder}: there is no file in this folder, so nothing can be sent from it.`);
  return { name: basename(resolve(folder)), files, hash: bundleHash(files) };
}

export function bundleHash(files: readonly BundleFile[]): string {
  return createHash("sha256")
    .update(JSON.stringify(files.map(({ path, hash }) => [path, hash])))
    .digest("hex");
}

export async function hashOf(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) hash.update(chunk);
  return hash.digest("hex");
}

async function filesIn(folder: string): Promise<string[]> {
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
