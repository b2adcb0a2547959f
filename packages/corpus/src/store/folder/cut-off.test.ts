import type * as fs from "node:fs";
import { readdirSync, realpathSync } from "node:fs";
import { expect, test, vi } from "vitest";
import { add } from "../../annotations/history.ts";
import { writeSettledGold } from "../../annotations/settlement-store.ts";
import { saveSheet } from "../../annotations/sheet-store.ts";
import { renameWork } from "../../changes/rename-work.ts";
import { openCorpus } from "../../open.ts";
import { played } from "../../people/person.ts";
import { changePerson } from "../../people/person-store.ts";
import { contentOf, temporaryFolder } from "../../testing/folder.ts";
import { appendWithChange } from "./append.ts";
import { changes, first, gold } from "./testing/changes.ts";
import { type Image, RecordedDisk, restore } from "./testing/cut-disk.ts";

const recording = vi.hoisted(() => ({ disk: undefined as RecordedDisk | undefined }));

vi.mock("node:fs", async (original) => {
  const real = await original<typeof fs>();
  const noting = <A extends unknown[], R>(
    call: (...args: A) => R,
    note: (disk: RecordedDisk, made: R, ...args: A) => void,
  ) => {
    return (...args: A): R => {
      const made = call(...args);
      if (recording.disk !== undefined) note(recording.disk, made, ...args);
      return made;
    };
  };
  return {
    ...real,
    mkdirSync: noting(real.mkdirSync, (disk, _, path) => disk.made(String(path))),
    openSync: noting(real.openSync, (disk, file, path) => disk.opened(file, String(path))),
    closeSync: noting(real.closeSync, (disk, _, file) => disk.closed(file)),
    writeSync: (file: number, bytes: Uint8Array, from = 0) => {
      const count = real.writeSync(file, bytes, from);
      recording.disk?.wrote(file, bytes.subarray(from, from + count));
      return count;
    },
    writeFileSync: (path: string, content: string, options?: object) => {
      real.writeFileSync(path, content, options);
      recording.disk?.wroteWhole(path, content);
    },
    fsyncSync: (file: number) => recording.disk?.synced(file),
    fsync: (file: number, done: (error: Error | null) => void) => {
      recording.disk?.synced(file);
      done(null);
    },
    linkSync: noting(real.linkSync, (disk, _, from, to) => disk.linked(String(from), String(to))),
    renameSync: noting(real.renameSync, (disk, _, from, to) => disk.renamed(String(from), String(to))),
    rmSync: noting(real.rmSync, (disk, _, path) => disk.removed(String(path))),
    rmdirSync: noting(real.rmdirSync, (disk, _, path) => disk.removed(String(path))),
  };
});

const withSheet = { ...first, "annotators/Ada/First/0.json": '{"revision":0,"steps":[],"position":0}\n' };
const settled = {
  "stories/First/0.txt.utf8": "One.\n\nMore.\n",
  "settlements/First/0.json":
    '{"revision":1,"steps":[{"act":"settle","summary":0,"stories":[1]}],"position":1,"written":null}\n',
};
const saves: typeof changes = {
  ...changes,
  "settling gold": (folder) =>
    writeSettledGold(folder, "First", "Ada", {
      number: 0,
      undecided: "refuse",
      seen: gold,
      sheets: { Ada: 0 },
      revision: 1,
    }),
  "saving a first sheet": (folder) => annotate(folder, "Ben"),
  "saving a sheet again": (folder) => annotate(folder, "Ada"),
  "saving a round of the quiz": (folder) =>
    changePerson(folder, "Ada", (person) =>
      played(person, { id: "r", at: "2026-01-01T00:00:00.000Z", seed: 1, answers: [] }),
    ),
};

test.each(Object.keys(saves))(
  "%s, cut off anywhere: all or nothing, and all once it was acknowledged",
  async (name) => {
    const folder = realpathSync(temporaryFolder(name === "settling gold" ? { ...withSheet, ...settled } : withSheet));
    const before = meant(contentOf(folder));
    const disk = await recorded(folder, () => saves[name]!(folder));
    const after = meant(contentOf(folder));
    expect(after).not.toEqual(before);
    for (let cut = 0; cut <= disk.length; cut++)
      for (const image of disk.statesAt(cut)) {
        const allowed = cut < disk.length ? [before, after] : [after];
        await mustRecover(image, allowed, `${name}, cut after call ${cut} of ${disk.length}`);
      }
  },
);

test("what is appended with a change is on disk before it, wherever that is cut off", async () => {
  const folder = realpathSync(temporaryFolder(withSheet));
  const rename = () => renameWork(folder, "First", "Other");
  const disk = await recorded(folder, () =>
    appendWithChange((appender) => appender.append("trail.jsonl", () => "renamed\n"), rename),
  );
  for (let cut = 0; cut <= disk.length; cut++)
    for (const image of disk.statesAt(cut)) {
      const found = await recoveredFrom(image);
      if ("stories/Other/0.txt.utf8" in found) expect(found["trail.jsonl"], `cut after ${cut}`).toBe("renamed\n");
    }
});

test("the taking back of a change may be cut off too", async () => {
  const folder = realpathSync(temporaryFolder(withSheet));
  const before = meant(contentOf(folder));
  const disk = await recorded(folder, () => renameWork(folder, "First", "Other: one"));
  const cutShort = [...Array(disk.length).keys()]
    .flatMap((cut) => disk.statesAt(cut, 2))
    .filter((image) => ".changing/journal.json" in image)
    .filter((_, k) => k % 15 === 0);
  for (const image of cutShort) {
    const again = deadCopy(image);
    const recovery = await recorded(again, () => openCorpus(again));
    for (let cut = 0; cut <= recovery.length; cut++)
      for (const twice of recovery.statesAt(cut, 6))
        await mustRecover(twice, [before], `taking back, cut after ${cut}`);
  }
});

async function annotate(folder: string, annotator: string): Promise<unknown> {
  const corpus = await openCorpus(folder);
  const sheet = { annotator, work: corpus.works[0]!, number: 0 };
  return saveSheet(corpus, sheet, {
    seen: 0,
    change: (now) => add(now, { act: "link", cells: [{ summary: 0, story: 0 }] }),
  });
}

/** The calls up to the moment at which the save is acknowledged. */
async function recorded(folder: string, act: () => Promise<unknown>): Promise<RecordedDisk> {
  const disk = new RecordedDisk(folder);
  recording.disk = disk;
  try {
    await act();
  } finally {
    recording.disk = undefined;
  }
  return disk;
}

const seen = new Map<string, Record<string, string>>();

async function mustRecover(image: Image, allowed: readonly Record<string, string>[], when: string): Promise<void> {
  const key = JSON.stringify(image);
  const found = seen.get(key) ?? (await recoveredFrom(image));
  seen.set(key, found);
  expect(allowed, when).toContainEqual(found);
}

async function recoveredFrom(image: Image): Promise<Record<string, string>> {
  const folder = deadCopy(image);
  await openCorpus(folder);
  expect(readdirSync(folder)).not.toContain(".changing");
  return meant(contentOf(folder));
}

/** The disk as a process finds it that starts later, when the holder of the lock is gone. */
function deadCopy(image: Image): string {
  const folder = realpathSync(temporaryFolder({}));
  const dead = Object.entries(image).map(([path, content]) => [path, content.replace(/"started":\d+/, '"started":1')]);
  restore(Object.fromEntries(dead), folder);
  return folder;
}

/** Without empty folders, and without hidden files that a later write sweeps away. */
function meant(content: Record<string, string>): Record<string, string> {
  const isMeant = ([path, text]: [string, string]) => text !== "(folder)" && !/(^|\/)\./.test(path);
  return Object.fromEntries(Object.entries(content).filter(isMeant));
}
