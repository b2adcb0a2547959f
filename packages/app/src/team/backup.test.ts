import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";

import { withStep } from "@plotline/corpus";
import { backup, checkCorpus, openCorpus, readJsonFile, restore, saveSheet } from "@plotline/corpus/node";
import { contentOf, sample } from "@plotline/corpus/testing";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { Roster } from "./roster.ts";
import { noteSeen, seenFile } from "./seen.ts";

let scratch: string;
let corpus: string;
let file: string;

beforeEach(() => {
  scratch = mkdtempSync(join(tmpdir(), "plotline-backup-"));
  corpus = join(scratch, "corpus");
  file = join(scratch, "backup.zip");
  cpSync(sample, corpus, { recursive: true, filter: (path) => !basename(path).startsWith(".") });
});
afterEach(() => rmSync(scratch, { recursive: true, force: true }));

test("what is restored is what was backed up, byte for byte, and has no fault", async () => {
  writeFileSync(join(corpus, `${"ä".repeat(70)} – a long name.txt`), Buffer.from([0, 255, 10, 13]));
  await backup(corpus, file);
  const target = join(scratch, "restored");
  expect((await restore(file, target, false)).setAside).toBeUndefined();
  expect(contentOf(target)).toEqual(contentOf(corpus));
  expect((await checkCorpus(target)).faults).toEqual([]);
  expect(readdirSync(scratch).sort()).toEqual(["backup.zip", "corpus", "restored"]);
});

test("the same corpus gives the same bytes, whenever it was written", async () => {
  await backup(corpus, file);
  const first = readFileSync(file);
  utimesSync(join(corpus, "corpus.json"), 0, 0);
  await backup(corpus, file);
  expect(readFileSync(file).equals(first)).toBe(true);
});

test("a backup while people save is of one moment: every sheet in it is whole, and older saves are not missing", async () => {
  const opened = await openCorpus(corpus);
  const [work] = opened.works;
  const sheet = { annotator: "Ada", work: work!, number: 0 };
  let revision = 0;
  const save = async () => {
    const step = { act: "link" as const, cells: [{ summary: 0, story: 0 }] };
    revision = (await saveSheet(opened, sheet, { seen: revision, change: (now) => withStep(now, step) })).revision;
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

describe("in the place of something", () => {
  test("of a corpus: everything changes at once, and what was there is set aside", async () => {
    await backup(corpus, file);
    const before = contentOf(corpus);
    rmSync(join(corpus, "summaries"), { recursive: true });
    writeFileSync(join(corpus, "new.txt"), "new");
    const replaced = contentOf(corpus);
    await expect(restore(file, corpus, false)).rejects.toThrow("exists already");
    const { setAside = "" } = await restore(file, corpus, true);
    expect(contentOf(setAside)).toEqual(replaced);
    rmSync(setAside, { recursive: true });
    expect(contentOf(corpus)).toEqual(before);
  });

  test("of any other folder: nothing happens", async () => {
    await backup(corpus, file);
    const home = join(scratch, "home");
    mkdirSync(join(home, "photos"), { recursive: true });
    mkdirSync(join(home, "stories", "drafts"), { recursive: true });
    for (const path of ["thesis.tex", "stories/novel.txt", "stories/drafts/one.txt"])
      writeFileSync(join(home, path), "years of work");
    for (const replaces of [false, true])
      await expect(restore(file, home, replaces)).rejects.toThrow("neither empty nor a corpus");
    expect(readdirSync(home).sort()).toEqual(["photos", "stories", "thesis.tex"]);
    const empty = join(scratch, "empty");
    mkdirSync(empty);
    await restore(file, empty, false);
    expect(contentOf(empty)).toEqual(contentOf(corpus));
  });
});

describe("of a team", () => {
  test("nobody who was revoked comes back, no link works twice; the audit trail and who saw what stay", async () => {
    const roster = new Roster(corpus);
    await roster.invite("Olga", "owner", "test").then((link) => roster.enter(link));
    const late = await roster.invite("Late", "owner", "test");
    const cora = await roster.enter(await roster.invite("Cora", "curator", "test"));
    await backup(corpus, file);
    await roster.enter(late);
    await roster.revoke("Late", "Olga");
    await roster.revoke("Cora", "Olga");
    await noteSeen(
      await openCorpus(corpus),
      { name: "Ann", role: "annotator" },
      [{ folder: "Forty Guineas", number: 0 }],
      "gold",
    );
    const trail = contentOf(join(corpus, "team", "audit"));
    await restore(file, corpus, true);
    const after = new Roster(corpus);
    expect(await after.enter(late)).toBeUndefined();
    expect(await after.whoIs(cora?.fresh?.cookie ?? "")).toBeUndefined();
    expect((await after.members()).map(({ name }) => name)).toEqual(["Olga"]);
    expect(contentOf(join(corpus, "team", "audit"))).toEqual(trail);
    expect((await readJsonFile(corpus, seenFile)).seen).toMatchObject([{ name: "Ann", what: "gold" }]);
  });

  test("in a new folder people have their roles, and nobody is signed in", async () => {
    const roster = new Roster(corpus);
    const olga = await roster.enter(await roster.invite("Olga", "owner", "test"));
    const open = await roster.invite("Ray", "reader", "test");
    await backup(corpus, file);
    await restore(file, join(scratch, "restored"), false);
    const copy = new Roster(join(scratch, "restored"));
    expect((await copy.members()).map(({ name, role }) => [name, role])).toEqual([
      ["Olga", "owner"],
      ["Ray", "reader"],
    ]);
    expect(await copy.whoIs(olga?.fresh?.cookie ?? "")).toBeUndefined();
    expect(await copy.enter(open)).toBeUndefined();
    expect(await copy.enter(await copy.reset("Ray", "test"))).toMatchObject({ name: "Ray" });
  });
});

test("a backup that was cut off, or is something else, is a sentence and leaves nothing", async () => {
  await backup(corpus, file);
  const bytes = readFileSync(file);
  const target = join(scratch, "restored");
  const others = [0, 1, 100, bytes.length / 2, bytes.length - 1].map((end) => bytes.subarray(0, Math.floor(end)));
  for (const other of [...others, Buffer.from("plain text"), Buffer.from([0x1f, 0x8b, 8])]) {
    writeFileSync(file, other);
    await expect(restore(file, target, false)).rejects.toThrow(/damaged|not a backup|earlier version/);
  }
  expect(existsSync(target)).toBe(false);
  expect(readdirSync(scratch).sort()).toEqual(["backup.zip", "corpus"]);
});

test.skipIf(spawnSync("unzip", ["-v"]).status !== 0)("other programs read it", async () => {
  appendFileSync(join(corpus, "ü.txt"), "x");
  const { files } = await backup(corpus, file);
  expect(spawnSync("unzip", ["-tq", file], { encoding: "utf8" })).toMatchObject({ status: 0 });
  const listed = spawnSync("unzip", ["-Z1", file], { encoding: "utf8" }).stdout.trim().split("\n");
  expect(listed).toHaveLength(files + 1);
});
