import type { Kind, Rights, Split } from "@plotline/align";
import { faultIn, Problem } from "@plotline/base";
import { z } from "zod";
import { isPlainName, tidyTitle } from "./folder-name.ts";
import { readIfThere } from "./store/read-file.ts";

/** The file that says what the works of a corpus are. */
export const manifestName = "corpus.json";

/** One work in `corpus.json`; missing fields are filled in when the corpus is opened. */
export interface ManifestWork {
  readonly title: string;
  /** Where it differs from the title. */
  readonly folder?: string;
  readonly author?: string;
  readonly kind?: Kind;
  readonly split?: Split;
  readonly story?: Rights;
  readonly summary?: Rights;
  /** The code of its language, as `fr`; otherwise it is detected. */
  readonly language?: string;
  /** What the book prints above each chapter, in their order. */
  readonly headings?: readonly string[];
}

export interface Manifest {
  readonly works: readonly ManifestWork[];
}

/** `corpus.json` cannot be used: `row` is the line, where one is to blame. */
export class ManifestProblem extends Problem {
  constructor(
    name: string,
    readonly row: number | null,
    readonly why: string,
  ) {
    super(`${name}${row === null ? "" : `, line ${row}`}: ${why}.`);
  }
}

/** Reads `corpus.json`; undefined where there is none. */
export async function readManifest(folder: string): Promise<Manifest | undefined> {
  const text = await readIfThere(folder, manifestName);
  return text === undefined ? undefined : parseManifest(text, `${folder}/${manifestName}`);
}

export function parseManifest(text: string, name: string = manifestName): Manifest {
  const plain = text.replace(/^\ufeff/, "");
  const parsed = manifest.safeParse(json(plain, name));
  const wrong = (why: string) => new ManifestProblem(name, null, why);
  if (!parsed.success) throw wrong(faultIn(parsed.error));
  const doubled = repeated(parsed.data.works.map((each) => each.title));
  if (doubled !== undefined) throw wrong(`two works are called "${doubled}"; rename one of them`);
  const shared = repeated(parsed.data.works.map(folderOf));
  if (shared !== undefined) throw wrong(`two works have the folder "${shared}"; give each its own`);
  return parsed.data;
}

/** One block per work, in the order of titles, so that versions diff well. Unknown fields are preserved. */
export function formatManifest({ works, ...rest }: Manifest): string {
  const sorted = [...works].sort((a, b) => (a.title < b.title ? -1 : a.title > b.title ? 1 : 0));
  return `${JSON.stringify({ ...rest, works: sorted }, null, 2)}\n`;
}

/** The folder is named only where it differs from the title. */
export function folderOf(work: { title: string; folder?: string }): string {
  return work.folder ?? work.title;
}

const line = z
  .string()
  .max(10_000)
  .transform((text) => text.trim());
const rights = z.looseObject({
  source: line.optional(),
  licence: line.optional(),
  permission: line.optional(),
});
const title = z
  .string()
  .min(1, "a work without a title")
  .max(1000, "a title of over 1,000 characters")
  .refine((text) => tidyTitle(text) === text.normalize("NFC"), "a title is one line of text without spaces around it");
const work = z
  .looseObject({
    title,
    folder: z.string().refine(isPlainName, "a folder is one plain name, not a path").optional(),
    author: line.optional(),
    kind: z.enum(["novel", "play", "story"]).optional(),
    split: z.enum(["train", "validation"]).optional(),
    story: rights.optional(),
    summary: rights.optional(),
    language: z
      .string()
      .regex(/^[a-z]{2,3}$/, 'a language is a code such as "fr"')
      .optional(),
    headings: z.array(line).max(100_000).optional(),
  })
  .refine((each) => isPlainName(folderOf(each)), 'the title is no folder name, so "folder" must name one');
export const entryOfManifest = work;
const manifest = z.looseObject({ works: z.array(work) });

function json(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const place = error instanceof Error ? /position (\d+)/.exec(error.message)?.[1] : undefined;
    const row = place === undefined ? text.split("\n").length : text.slice(0, Number(place)).split("\n").length;
    throw new ManifestProblem(name, row, "this is not JSON; repair it, or delete the file to start from the folders");
  }
}

function repeated(names: readonly string[]): string | undefined {
  const seen = new Set<string>();
  return names.find((name) => seen.size === seen.add(name).size);
}
