import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { Problem } from "@plotline/base";
import { jsonIn, writeAtomically } from "@plotline/base/node";
import { z } from "zod";
import type { Page } from "./polite.ts";

/** Where each fetched file came from; next to the files, so that a second run fetches only what is missing. */
const recordName = "fetched.json";

const record = z.record(z.string(), z.object({ url: z.string(), bytes: z.number(), fetched: z.string() }));

/** A folder of fetched files. A file counts as here only when it was recorded, is not empty and still has its length. */
export class FetchedFolder {
  private readonly files: z.infer<typeof record>;

  constructor(readonly folder: string) {
    if (statSync(folder, { throwIfNoEntry: false })?.isFile()) {
      throw new Problem(`${folder} is a file, but fetched files go into a folder.`);
    }
    this.files = readRecord(join(folder, recordName));
  }

  has(name: string): boolean {
    const known = this.files[name];
    const path = join(this.folder, name);
    return known !== undefined && known.bytes > 0 && existsSync(path) && statSync(path).size === known.bytes;
  }

  read(name: string): string {
    return readFileSync(join(this.folder, name), "utf8");
  }

  urlOf(name: string): string | undefined {
    return this.files[name]?.url;
  }

  save(name: string, { body, url }: Page, now: number): void {
    writeAtomically(join(this.folder, name), body);
    this.files[name] = { url, bytes: body.length, fetched: new Date(now).toISOString() };
    writeAtomically(join(this.folder, recordName), `${JSON.stringify(this.files, null, 2)}\n`);
  }
}

function readRecord(path: string): z.infer<typeof record> {
  if (!existsSync(path)) return {};
  const found = record.safeParse(jsonIn(path));
  if (found.success) return found.data;
  throw new Problem(`${path}: this is not the list of fetched files; delete it to fetch them again.`);
}
