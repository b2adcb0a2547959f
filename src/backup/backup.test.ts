import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterEach, beforeEach, expect, test } from "vitest";
import { add } from "../corpus/annotations/history.ts";
import { saveSheet } from "../corpus/annotations/sheet-store.ts";
import { checkCorpus } from "../corpus/check/check.ts";
import { openCorpus } from "../corpus/open.ts";
import { contentOf, sample } from "../corpus/testing/folder.ts";
import { backup } from "./backup.ts";
import { restore } from "./restore.ts";
import { tar, untar } from "./tar.ts";

let scratch: string;
let corpus: string;
let file: string;

beforeEach(() => {
  scratch = mkdtempSync(join(tmpdir(), "plotline-backup-"));
  corpus = join(scratch, "corpus");
  file = join(scratch, "backup.tar.gz");
  cpSync(sample, corpus, { recursive: true, filter: (path) => !basename(path).startsWith(".") });
});
afterEach(() => rmSync(scratch, { recursive: true, force: true }));

test("what is restored is what was backed up, byte for byte, and has no fault", async () => {
  writeFileSync(join(corpus, `${"ä".repeat(70)} – a long name.txt`), Buffer.from([0, 255, 10, 13]));
  await backup(corpus, file);
  const target = join(scratch, "restored");
  await restore(file, target, false);
  expect(contentOf(target)).toEqual(contentOf(corpus));
  expect((await checkCorpus(target)).faults).toEqual([]);
  expect(readdirSync(scratch).sort()).toEqual(["backup.tar.gz", "corpus", "restored"]);
});

test("a backup while people save is of one moment: every sheet in it is whole, and older saves are not missing", async () => {
  const opened = await openCorpus(corpus);
  const [work] = opened.works;
  const sheet = { annotator: "Ada", work: work!, number: 0 };
  let revision = 0;
  const save = async () => {
    const step = { act: "link" as const, cells: [{ summary: 0, story: 0 }] };
    revision = (await saveSheet(opened, sheet, { seen: revision, change: (now) => add(now, step) })).revision;
  };
  await save();
  for (let k = 0; k < 5; k++) {
    const least = revision;
    const [report] = await Promise.all([backup(corpus, file), save()]);
    expect(report.skipped).toEqual([]);
    const target = join(scratch, `restored ${k}`);
    await restore(file, target, false);
    const restored = JSON.parse(readFileSync(join(target, "annotators", "Ada", work!.folder, "0.json"), "utf8"));
    expect(restored.steps.length).toBe(restored.revision);
    expect(restored.revision).toBeGreaterThanOrEqual(least);
  }
});

test("in the place of a corpus: everything changes at once, the audit trail stays", async () => {
  await backup(corpus, file);
  const before = contentOf(corpus);
  rmSync(join(corpus, "summaries"), { recursive: true });
  writeFileSync(join(corpus, "new.txt"), "new");
  await expect(restore(file, corpus, false)).rejects.toThrow("exists already");
  cpSync(join(corpus, "corpus.json"), join(corpus, "team", "audit", "2026-01-01.jsonl"), { recursive: true });
  await restore(file, corpus, true);
  const { "team/audit/2026-01-01.jsonl": trail, ...rest } = contentOf(corpus);
  expect(trail).toBeDefined();
  expect(withoutFolders(rest)).toEqual(withoutFolders(before));
});

test("a backup that is damaged anywhere restores nothing", async () => {
  await backup(corpus, file);
  const bytes = gunzipSync(readFileSync(file));
  const target = join(scratch, "restored");
  const damages = [
    bytes.subarray(0, bytes.length / 2),
    Buffer.concat([bytes.subarray(0, 700), Buffer.from([bytes[700]! ^ 1]), bytes.subarray(701)]),
    Buffer.from("not a tar"),
  ];
  for (const damaged of damages) {
    writeFileSync(file, gzipSync(damaged));
    await expect(restore(file, target, false)).rejects.toThrow(/damaged|not a backup/);
  }
  writeFileSync(file, "plain text");
  await expect(restore(file, target, false)).rejects.toThrow(/not a backup/);
  expect(existsSync(target)).toBe(false);
  expect(readdirSync(scratch).filter((name) => name.includes("restoring"))).toEqual([]);
});

test("a file that leads elsewhere is refused", async () => {
  for (const path of ["corpus/../evil", "/etc/passwd", "corpus//evil", "corpus/.changing/x", "evil"]) {
    const entry = { path, size: 1, content: (async function* () { yield Buffer.from("x"); })() }; // biome-ignore format: short
    const parts: Uint8Array[] = [];
    for await (const part of tar((async function* () { yield entry; })())) parts.push(part); // biome-ignore format: short
    writeFileSync(file, gzipSync(Buffer.concat(parts)));
    await expect(restore(file, join(scratch, "restored"), false)).rejects.toThrow("is not a file of a corpus");
  }
});

test.skipIf(spawnSync("tar", ["--version"]).status !== 0)("other programs read it", async () => {
  appendFileSync(join(corpus, "ü.txt"), "x");
  const { files } = await backup(corpus, file);
  const listed = spawnSync("tar", ["tzf", file], { encoding: "utf8" }).stdout.trim().split("\n");
  expect(listed.length).toBe(files + 1);
  const names: string[] = [];
  const bytes = (async function* () { yield gunzipSync(readFileSync(file)); })(); // biome-ignore format: short
  for await (const { path, content } of untar(bytes)) {
    names.push(path);
    for await (const _ of content);
  }
  expect(names).toContain("corpus/ü.txt");
});

function withoutFolders(content: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(content).filter(([, text]) => text !== "(folder)"));
}
