import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { Problem } from "@plotline/base";
import { jsonIn, writeAtomically } from "@plotline/base/node";
import { z } from "zod";
import type { Clock, Page } from "./polite.ts";

const record = z.record(z.string(), z.object({ url: z.string(), bytes: z.number(), fetched: z.string() }));

/** A folder of fetched files. A file counts as here only when it was recorded, is not empty and still has its length. */
export class FetchedFolder {
  /** Where each file came from; next to the files, so that a second run fetches only what is missing. */
  private readonly path: string;
  private readonly files: z.infer<typeof record>;

  constructor(
    readonly folder: string,
    private readonly clock: Clock,
  ) {
    if (statSync(folder, { throwIfNoEntry: false })?.isFile())
      throw new Problem(`${folder} is a file, but fetched files go into a folder.`);
    this.path = join(folder, "fetched.json");
    const found = record.safeParse(existsSync(this.path) ? jsonIn(this.path) : {});
    if (!found.success)
      throw new Problem(`${this.path}: this is not the list of fetched files; delete it to fetch them again.`);
    this.files = found.data;
  }

  /** Fetches a file unless it is here; whether it was fetched. */
  async fetched(name: string, fetch: () => Promise<Page>): Promise<boolean> {
    const bytes = this.files[name]?.bytes ?? 0;
    const found = statSync(join(this.folder, name), { throwIfNoEntry: false });
    if (bytes > 0 && found?.size === bytes) return false;
    const { body, url } = await fetch();
    writeAtomically(join(this.folder, name), body);
    this.files[name] = { url, bytes: body.length, fetched: new Date(this.clock.now()).toISOString() };
    writeAtomically(this.path, `${JSON.stringify(this.files, null, 2)}\n`);
    return true;
  }

  read(name: string): string {
    return readFileSync(join(this.folder, name), "utf8");
  }

  urlOf(name: string): string {
    return this.files[name]?.url ?? "";
  }
}
