import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { folderName } from "../corpus/folder-name.ts";

/** Uploaded files are in a folder of their own while they are read, and are deleted afterwards. */
export async function withFiles<T>(files: readonly File[], read: (paths: readonly string[]) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "plotline-import-"));
  try {
    const paths: string[] = [];
    for (const file of files) {
      const own = join(folder, folderName(file.name));
      const path = paths.includes(own) ? join(folder, folderName(`second ${file.name}`)) : own;
      await writeFile(path, new Uint8Array(await file.arrayBuffer()), { flag: "wx" });
      paths.push(path);
    }
    return await read(paths);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
