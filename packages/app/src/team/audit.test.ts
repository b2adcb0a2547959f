import { appendFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { digest } from "@plotline/base/node";
import { storeOf } from "@plotline/corpus/node";
import { temporaryFolder } from "@plotline/corpus/testing";
import { beforeEach, expect, test } from "vitest";
import { auditOf, record, recordWith } from "./audit.ts";
import { Roster } from "./roster.ts";

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});

const trail = () => join(folder, "team/audit", readdirSync(join(folder, "team/audit")).at(-1) ?? "");

test("many at once are one chain, over days too; what is changed, removed or cut off shows", async () => {
  await Promise.all(Array.from({ length: 20 }, (_, k) => record(folder, { who: `P${k}`, did: "something" })));
  await storeOf(folder).save("x", async (writer) =>
    recordWith(writer, folder, { who: "P", did: "later" }, new Date(Date.now() + 86_400_000)),
  );
  const { lines, faults } = await auditOf(folder);
  expect([lines.length, faults]).toEqual([21, []]);
  const [first = ""] = readdirSync(join(folder, "team/audit")).sort();
  const path = join(folder, "team/audit", first);
  const whole = readFileSync(path, "utf8");
  writeFileSync(path, whole.replace('"who":"P3"', '"who":"P9"'));
  expect((await auditOf(folder)).faults.length).toBe(1);
  writeFileSync(path, whole.split("\n").toSpliced(4, 1).join("\n"));
  expect((await auditOf(folder)).faults.length).toBe(1);
});

test("last lines that are cut, with or without another instead, and a trail that is emptied or removed show", async () => {
  for (const did of ["one", "two", "three"]) await record(folder, { who: "A", did });
  const file = trail();
  const whole = readFileSync(file, "utf8");
  const [one, two] = whole.split("\n");
  for (const rest of [`${one}\n${two}\n`, `${one}\n`, "", undefined]) {
    if (rest === undefined) rmSync(file);
    else writeFileSync(file, rest);
    expect((await auditOf(folder)).faults).toEqual(["team/audit: its last lines were changed or removed."]);
  }
  writeFileSync(file, `${one}\n`);
  const other = JSON.stringify({
    at: new Date().toISOString(),
    who: "B",
    did: "nothing at all",
    after: digest(one ?? "", 32),
  });
  appendFileSync(file, `${other}\n`);
  expect((await auditOf(folder)).faults).toEqual(["team/audit: its last lines were changed or removed."]);
  writeFileSync(file, whole);
  expect((await auditOf(folder)).faults).toEqual([]);
  rmSync(join(folder, "team/audit-end.json"));
  expect((await auditOf(folder)).faults).toEqual([expect.stringContaining("audit-end.json is missing")]);
});

test("what plotline writes after a cut does not hide it", async () => {
  for (const did of ["one", "two", "three"]) await record(folder, { who: "A", did });
  const file = trail();
  const whole = readFileSync(file, "utf8");
  const end = join(folder, "team/audit-end.json");
  const known = readFileSync(end, "utf8");
  for (const lines of [2, 1, 0])
    for (const isKnown of [true, false]) {
      writeFileSync(file, whole.split("\n").slice(0, lines).map((line) => `${line}\n`).join("")); // biome-ignore format: short
      if (isKnown) writeFileSync(end, known);
      else rmSync(end);
      for (const did of ["four", "five"]) await record(folder, { who: "A", did });
      const { faults } = await auditOf(folder);
      const isSeen = isKnown || lines > 0;
      expect(faults.length, `${lines} ${isKnown}`).toBe(isSeen ? 1 : 0);
    }
});

test("a team whose trail is gone, with the file that says where it ended, had one", async () => {
  await new Roster(folder).invite("Ada", "owner", "test");
  expect((await auditOf(folder)).faults).toEqual([]);
  rmSync(join(folder, "team/audit"), { recursive: true });
  rmSync(join(folder, "team/audit-end.json"));
  expect((await auditOf(folder)).faults).toEqual([expect.stringContaining("audit-end.json is missing")]);
  await record(folder, { who: "A", did: "one" });
  expect((await auditOf(folder)).faults).toEqual([expect.stringContaining("line 1: something before it was changed")]);
});

test("a line that was cut off ends the chain nowhere", async () => {
  await record(folder, { who: "A", did: "one" });
  appendFileSync(trail(), '{"at":"2026');
  await record(folder, { who: "A", did: "two" });
  await record(folder, { who: "A", did: "three" });
  const { lines, faults } = await auditOf(folder);
  expect(lines.map((line) => JSON.parse(line).did)).toEqual(["one", "two", "three"]);
  expect(faults.length).toBe(1);
  expect(faults[0]).toMatch(/cut off/);
});
