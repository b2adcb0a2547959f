import type * as fs from "node:fs";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test, vi } from "vitest";
import { openCorpus } from "../../open.ts";
import { contentOf, temporaryFolder } from "../../testing/folder.ts";
import { changes, first } from "./testing/changes.ts";

/** Which call to the disk fails, and whether the machine is dead from then on. */
const disk = vi.hoisted(() => ({ calls: 0, failAt: Number.POSITIVE_INFINITY, dies: false, armed: false }));

vi.mock("node:fs", async (original) => {
  const real = await original<typeof fs>();
  const failing = <A extends unknown[], R>(call: (...args: A) => R) => {
    return (...args: A): R => {
      if (disk.armed && ++disk.calls >= disk.failAt && (disk.dies || disk.calls === disk.failAt))
        throw Object.assign(new Error("ENOSPC: no space left on device"), { code: "ENOSPC" });
      return call(...args);
    };
  };
  return {
    ...real,
    mkdirSync: failing(real.mkdirSync),
    openSync: failing(real.openSync),
    writeSync: failing(real.writeSync),
    writeFileSync: failing(real.writeFileSync),
    fsyncSync: failing(() => undefined),
    fsync: (_file: number, done: (error: Error | null) => void) => done(null),
    renameSync: failing(real.renameSync),
    rmSync: failing(real.rmSync),
    rmdirSync: failing(real.rmdirSync),
  };
});

beforeEach(() => {
  disk.armed = false;
});

test.each([false, true])("a disk that fails anywhere (for good: %s) leaves a change whole or undone", async (dies) => {
  for (const [name, change] of Object.entries(changes)) {
    const { before, done, seen } = await beforeAndAfter(change);
    for (let failAt = 1; ; failAt++) {
      const folder = temporaryFolder(first);
      const failed = await withDisk({ failAt, dies }, () => change(folder));
      await openInAnotherProcess(folder);
      expect(seen, `${name}, failing at call ${failAt}`).toContainEqual(await listed(folder));
      const now = withoutRubbish(contentOf(folder));
      expect([before, done].map(withoutRubbish), `${name}, failing at call ${failAt}`).toContainEqual(now);
      if (!failed) break;
    }
  }
});

/** As far as the lock can tell. */
async function openInAnotherProcess(folder: string): Promise<void> {
  const owner = join(folder, ".changing", "owner.json");
  if (existsSync(owner)) writeFileSync(owner, readFileSync(owner, "utf8").replace(/"started":\d+/, '"started":1'));
  await openCorpus(folder);
}

/** What a failing disk did not let go of means nothing: a folder of changes without a journal, a section, a work's emptied folder. */
function withoutRubbish(content: Record<string, string>): Record<string, string> {
  const paths = Object.keys(content);
  const isEmptied = (path: string) =>
    /^[a-z_]+\/[^/]+$/.test(path) &&
    content[path] === "(folder)" &&
    !paths.some((other) => other.startsWith(`${path}/`));
  const isRubbish = (path: string) => /^\.changing(?!\/journal\.json)|^[a-z_]+$/.test(path) || isEmptied(path);
  const kept = Object.entries(content).filter(([path]) => !isRubbish(path));
  return Object.fromEntries(kept.map(([path, text]) => [path, text.replace(/"at": "[^"]+"/, "")]));
}

/** A corpus as it looks when it is opened. */
async function listed(folder: string) {
  const { works } = await openCorpus(folder);
  return works.map(({ title, chapters, summarised, annotated }) => ({ title, chapters, summarised, annotated }));
}

async function beforeAndAfter(change: (folder: string) => Promise<unknown>) {
  const folder = temporaryFolder(first);
  const [before, listedBefore] = [contentOf(folder), await listed(folder)];
  await change(folder);
  return { before, done: contentOf(folder), seen: [listedBefore, await listed(folder)] };
}

async function withDisk(how: { failAt: number; dies: boolean }, change: () => Promise<unknown>): Promise<boolean> {
  Object.assign(disk, how, { calls: 0, armed: true });
  try {
    await change();
    return false;
  } catch {
    return true;
  } finally {
    disk.armed = false;
  }
}
