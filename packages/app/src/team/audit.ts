import { closeSync, existsSync, fstatSync, openSync, readdirSync, readSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { digest, parsedJson } from "@plotline/base/node";
import { type Appender, entriesOf, hasItsEnd, readIfThere, saveUnderLock } from "@plotline/corpus/node";
import { z } from "zod";

/** Something that somebody did: names, places and numbers, never a text or a secret. */
export interface Event {
  readonly who: string;
  readonly did: string;
  readonly [detail: string]: unknown;
}

const place = "team/audit";

/** Each line names the hash of the line before it, in the file of an earlier day too: a later change is detected. */
const line = z.looseObject({ at: z.iso.datetime(), who: z.string(), did: z.string(), after: z.string() });
type AuditLine = z.infer<typeof line>;

/** Adds to the trail, in the same save as what it is about. */
export function recordWith(writer: Appender, folder: string, { who, did, ...details }: Event, now = new Date()): void {
  const root = resolve(folder);
  const at = now.toISOString();
  const path = `${place}/${at.slice(0, 10)}.jsonl`;
  writer.append(
    path,
    (before) => {
      const end = before === "" ? endOnDisk(root, path) : endOf(before);
      const text = `${JSON.stringify({ at, who, did, ...details, after: end.hash ?? firstHash })}\n`;
      const added = end.isWhole ? text : `\n${text}`;
      const size = (before === "" ? sizeOf(root, path) : (ends.get(root)?.size ?? 0)) + Buffer.byteLength(added);
      ends.set(root, { path, size, hash: digest(text.trimEnd(), 32), isWhole: true });
      return added;
    },
    `${place}-end.json`,
  );
}

/** Adds to the trail what changes nothing else; what several people do at once shares a save. */
export async function record(folder: string, event: Event): Promise<void> {
  await saveUnderLock(folder, `${place}/${event.who}`, async (writer) => recordWith(writer, folder, event));
}

/** The whole trail, and sentences about where it was changed or cut. `since` skips the files of earlier days. */
export async function auditOf(folder: string, since = "") {
  const lines: string[] = [];
  const faults: string[] = [];
  let before: string | undefined = since === "" ? firstHash : undefined;
  for (const { path, day } of await auditFiles(folder)) {
    if (day < since.slice(0, 10)) continue;
    const texts = ((await readIfThere(folder, path)) ?? "").split("\n");
    for (const [k, text] of texts.entries()) {
      if (text === "") continue;
      const parsed = auditLine(text);
      if (parsed === undefined) {
        faults.push(`${path}, line ${k + 1}: a line that was cut off, or that plotline did not write.`);
        continue;
      }
      if (before !== undefined && parsed.after !== before)
        faults.push(`${path}, line ${k + 1}: something before it was changed or removed.`);
      lines.push(text);
      before = digest(text, 32);
    }
  }
  const isWhole = await hasItsEnd(folder, place, `${place}-end.json`);
  if (isWhole === false) faults.push(`${place}: its last lines were changed or removed.`);
  if (isWhole === undefined && lines.length > 0)
    faults.push(`${place}-end.json is missing, so nobody can tell whether lines were removed at the end.`);
  return { lines, faults };
}

/** The files of the trail, one for each day (UTC), from the first on. */
export async function auditFiles(folder: string): Promise<{ readonly path: string; readonly day: string }[]> {
  const names = (await entriesOf(folder, place)).map(({ name }) => name).filter(isAuditName);
  return names.map((name) => ({ path: `${place}/${name}`, day: name.slice(0, 10) }));
}

interface End {
  /** The hash of the last complete line; undefined where there is none. */
  readonly hash: string | undefined;
  /** False where the last line was cut off. */
  readonly isWhole: boolean;
}

const firstHash = "0".repeat(32);
const ends = new Map<string, End & { readonly path: string; readonly size: number }>();

/** From memory where no other process has changed the file. */
function endOnDisk(folder: string, path: string): End {
  const known = ends.get(folder);
  if (known?.path === path && known.size === sizeOf(folder, path)) return known;
  const day = path.slice(place.length + 1);
  const names = existsSync(join(folder, place)) ? readdirSync(join(folder, place)) : [];
  const earlier = names.filter((name) => isAuditName(name) && name < day).sort().reverse(); // biome-ignore format: short
  const today = endOf(lastPart(join(folder, path)));
  let { hash } = today;
  for (let k = 0; hash === undefined && k < earlier.length; k++)
    hash = endOf(lastPart(join(folder, place, earlier[k] ?? ""))).hash;
  return { hash, isWhole: today.isWhole };
}

function endOf(text: string): End {
  const lines = text.slice(0, text.lastIndexOf("\n") + 1).split("\n");
  const last = lines.findLast((each) => auditLine(each) !== undefined);
  return { hash: last === undefined ? undefined : digest(last, 32), isWhole: text === "" || text.endsWith("\n") };
}

/** More than the longest line. */
const partSize = 64 * 1024;

function lastPart(path: string): string {
  return existsSync(path) ? partOfFile(path, statSync(path).size - partSize, partSize).toString("utf8") : "";
}

/** The bytes of a file from a place on, `most` of them. */
export function partOfFile(path: string, from: number, most: number): Buffer {
  const file = openSync(path, "r");
  try {
    const start = Math.max(0, from);
    const bytes = Buffer.alloc(Math.min(fstatSync(file).size - start, most));
    return bytes.subarray(0, readSync(file, bytes, 0, bytes.length, start));
  } finally {
    closeSync(file);
  }
}

/** A line of the trail; undefined where it was cut off, or plotline did not write it. */
export function auditLine(text: string): AuditLine | undefined {
  return line.safeParse(parsedJson(text)).data;
}

function sizeOf(folder: string, path: string): number {
  return statSync(join(folder, path), { throwIfNoEntry: false })?.size ?? 0;
}

function isAuditName(name: string): boolean {
  return /^\d{4}-\d{2}-\d{2}\.jsonl$/.test(name);
}
