import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { digest, parsedJson } from "@plotline/base/node";
import { peopleFile } from "@plotline/corpus";
import { type Appender, entriesOf, hasItsEnd, readIfThere, storeOf, textIn } from "@plotline/corpus/node";
import { z } from "zod";

/** Something that somebody did: names, places and numbers, never a text or a secret. */
export interface Event {
  readonly who: string;
  readonly did: string;
  readonly [detail: string]: unknown;
}

const place = "team/audit";
const endFile = `${place}-end.json`;

/** Each line names the hash of the line before it, in the file of an earlier day too: a later change is detected. */
const line = z.looseObject({ at: z.iso.datetime(), who: z.string(), did: z.string(), after: z.string() });
type AuditLine = z.infer<typeof line>;

/** Adds to the trail, in the same save as what it is about. */
export function recordWith(writer: Appender, folder: string, { who, did, ...details }: Event, now = new Date()): void {
  const at = now.toISOString();
  const path = `${place}/${at.slice(0, 10)}.jsonl`;
  const append = (before: string) => {
    const { hash, isWhole } = before === "" ? endOnDisk(folder, path) : endOf(before);
    const text = JSON.stringify({ at, who, did, ...details, after: hash ?? firstHash });
    return `${isWhole ? "" : "\n"}${text}\n`;
  };
  writer.append(path, append, endFile);
}

/** Adds to the trail what changes nothing else; what several people do at once shares a save. */
export async function record(folder: string, event: Event): Promise<void> {
  await storeOf(folder).save(`${place}/${event.who}`, async (writer) => recordWith(writer, folder, event));
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
  const isWhole = hasItsEnd(join(folder, place), join(folder, endFile));
  if (isWhole === false) faults.push(`${place}: its last lines were changed or removed.`);
  // Nobody joins a team without a line.
  if (isWhole === undefined && (lines.length > 0 || (await readIfThere(folder, peopleFile.path)) !== undefined))
    faults.push(`${endFile} is missing, so nobody can tell whether lines were removed at the end.`);
  return { lines, faults };
}

/** The files of the trail, one for each day (UTC), from the first on. */
async function auditFiles(folder: string): Promise<{ readonly path: string; readonly day: string }[]> {
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
/** After a line that is gone: nothing that follows hides it. */
const lostHash = "f".repeat(32);
/** More than the longest line. */
const partSize = 64 * 1024;

function endOnDisk(folder: string, path: string): End {
  const day = path.slice(place.length + 1);
  const names = existsSync(join(folder, place)) ? readdirSync(join(folder, place)) : [];
  const files = names.filter((name) => isAuditName(name) && name < day).sort().reverse(); // biome-ignore format: short
  const endIn = (name: string) => endOf(textIn(join(folder, place, name), -partSize));
  const today = endIn(day);
  let { hash } = today;
  for (const name of files) hash ??= endIn(name).hash;
  const isFirst = hash === undefined && !existsSync(join(folder, peopleFile.path));
  const isKept = hasItsEnd(join(folder, place), join(folder, endFile)) ?? isFirst;
  return { hash: isKept ? hash : lostHash, isWhole: today.isWhole };
}

function endOf(text: string): End {
  const lines = text.slice(0, text.lastIndexOf("\n") + 1).split("\n");
  const last = lines.findLast((each) => auditLine(each) !== undefined);
  return { hash: last === undefined ? undefined : digest(last, 32), isWhole: text === "" || text.endsWith("\n") };
}

/** A line of the trail; undefined where it was cut off, or plotline did not write it. */
function auditLine(text: string): AuditLine | undefined {
  return line.safeParse(parsedJson(text)).data;
}

function isAuditName(name: string): boolean {
  return /^\d{4}-\d{2}-\d{2}\.jsonl$/.test(name);
}
