import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { lifeOf, type ProcessIdentity, processMark, thisProcess, writeAtomically } from "@plotline/base/node";
import { expect, onTestFinished, test, vi } from "vitest";
import { addWork } from "../../changes/add-works.ts";
import { openCorpus } from "../../open.ts";
import { nobody } from "../../people/person.ts";
import { changePerson } from "../../people/person-store.ts";
import { contentOf, temporaryFolder } from "../../testing/folder.ts";
import { Busy } from "../store.ts";

const work = { title: "B", chapters: [{ story: ["Two."] }] };

test("a writer waits for a process that is alive, and takes over when it has died", async () => {
  const other = await anotherProcess();
  const folder = temporaryFolder(lockedBy(other.identity));
  await openCorpus(folder);
  expect(readdirSync(folder)).toContain(".changing");
  const added = addWork(folder, work);
  const first = await Promise.race([
    added.then(() => "added"),
    new Promise((done) => setTimeout(done, 100, "waiting")),
  ]);
  expect(first).toBe("waiting");
  other.process.kill("SIGKILL");
  await once(other.process, "exit");
  await added;
  expect(contentOf(folder)["corpus.json"]).toContain('"B"');
  expect(readdirSync(folder)).not.toContain(".changing");
});

test("who holds the corpus is named", async () => {
  const { identity } = await anotherProcess();
  const folder = temporaryFolder(lockedBy(identity));
  vi.spyOn(performance, "now").mockImplementation(hurriedClock());
  const sentence = `is being changed by "plotline align" (process ${identity.pid} on ${identity.host}, since 2026-01-01)`;
  await expect(addWork(folder, work)).rejects.toThrow(sentence);
  await expect(addWork(folder, work)).rejects.toBeInstanceOf(Busy);
});

test("a number that is in use again is not taken for the process that died", async () => {
  const folder = temporaryFolder(lockedBy({ ...thisProcess(), started: 1 }));
  await addWork(folder, work);
  expect(lifeOf(thisProcess())).toBe("alive");
  expect(lifeOf({ ...thisProcess(), boot: "an earlier one" })).toBe("gone");
  expect(lifeOf({ ...thisProcess(), space: "another container" })).toBe("unknown");
});

test("a holder on another machine is given up when it has shown no pulse for long", async () => {
  const folder = temporaryFolder(lockedBy({ ...thisProcess(), host: "elsewhere", boot: "another" }));
  vi.spyOn(performance, "now").mockImplementation(hurriedClock());
  await addWork(folder, work);
  const beating = temporaryFolder(lockedBy({ ...thisProcess(), host: "elsewhere", boot: "another" }, "beating"));
  const pulse = setInterval(() => utimesSync(join(beating, ".changing/owner.json"), new Date(), new Date()), 1);
  onTestFinished(() => clearInterval(pulse));
  await expect(addWork(beating, work)).rejects.toThrow(/process \d+ on elsewhere/);
});

test("a successor that died too has a successor, and a lock that names no one has one", async () => {
  const dead = { ...thisProcess(), started: 1 };
  const after = JSON.stringify({ ...dead, token: "second", since: "", command: "" });
  const folder = temporaryFolder({ ...lockedBy(dead), ".changing/after-first/owner.json": after });
  await addWork(folder, work);
  const torn = temporaryFolder({
    ...lockedBy(dead),
    ".changing/owner.json": "",
    ".changing/after-.nobody/owner.json": "",
  });
  await addWork(torn, work);
  for (const each of [folder, torn]) expect(readdirSync(each).sort()).toEqual(["corpus.json", "stories"]);
});

test("a damaged journal is a sentence each time, and nothing else stops", async () => {
  const folder = temporaryFolder({ ...lockedBy({ ...thisProcess(), started: 1 }), ".changing/journal.json": "{ no" });
  for (let k = 0; k < 2; k++) await expect(addWork(folder, work)).rejects.toThrow(/journal\.json is broken/);
  expect(contentOf(folder)[".changing/journal.json"]).toBe("{ no");
});

test("what a killed process left half-written is swept away, what a living one writes is not", async () => {
  const dead = processMark({ ...thisProcess(), started: 1 });
  const { identity } = await anotherProcess();
  const folder = temporaryFolder({
    [`people/.Ada.json.${dead}-0-0.partial`]: "{",
    [`people/.Ada.json.${processMark(identity)}-0-0.partial`]: "{",
    ".changing.tok-en.old/owner.json": "{}",
    [`.changing.${dead}.tok-en.new/owner.json`]: "",
    [`.changing.${processMark(identity)}.tok-en.new/owner.json`]: "",
  });
  await changePerson(folder, "Ada", () => ({ ...nobody }));
  expect(readdirSync(folder)).toEqual([`.changing.${processMark(identity)}.tok-en.new`, "people"]);
  expect(readdirSync(join(folder, "people"))).toEqual([`.Ada.json.${processMark(identity)}-0-0.partial`, "Ada.json"]);
});

test("a name that fills what a disk allows can still be written", () => {
  const path = join(temporaryFolder(), `${"é".repeat(120)}.json`);
  writeAtomically(path, "1");
  expect(readFileSync(path, "utf8")).toBe("1");
});

function lockedBy(identity: ProcessIdentity, token = "first"): Record<string, string> {
  const owner = { ...identity, token, since: "2026-01-01", command: "align" };
  return { "stories/A/0.txt.utf8": "One.\n", ".changing/owner.json": JSON.stringify(owner) };
}

/** A process that does nothing, and what it would write into a lock. */
async function anotherProcess(): Promise<{ process: ChildProcess; identity: ProcessIdentity }> {
  const child = spawn(process.execPath, ["-e", "console.log(1); setInterval(() => {}, 1000)"]);
  onTestFinished(() => void child.kill("SIGKILL"));
  await once(child.stdout, "data");
  const stat = process.platform === "linux" ? readFileSync(`/proc/${child.pid}/stat`, "utf8") : "";
  const started = stat === "" ? Date.now() : Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19]);
  return { process: child, identity: { ...thisProcess(), pid: child.pid ?? 0, started } };
}

/** Each look at it is half a second later. */
function hurriedClock(): () => number {
  let now = 0;
  onTestFinished(() => void vi.restoreAllMocks());
  return () => (now += 500);
}
