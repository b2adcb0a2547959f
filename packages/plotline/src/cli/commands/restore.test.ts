import { existsSync } from "node:fs";
import { join } from "node:path";
import { auditOf } from "@plotline/app/node";
import { copySample, temporaryFolder } from "@plotline/corpus/testing";
import { expect, test } from "vitest";
import { plotline } from "../testing/plotline.ts";

test("restore --replace prints where it put what was there; restoring is in the audit trail of a team, and of nobody else", async () => {
  const corpus = copySample(temporaryFolder());
  const file = join(temporaryFolder(), "monday.zip");
  expect((await plotline("corpus", "backup", corpus, "--out", file)).out).toMatch(
    /^[\d,]+ files \([\d,]+ bytes packed\) in /,
  );
  const refused = await plotline("corpus", "restore", corpus, file);
  expect([refused.code, refused.err]).toEqual([2, expect.stringContaining("--replace puts the backup in the place")]);
  const { out } = await plotline("corpus", "restore", corpus, file, "--replace");
  const [, setAside = ""] = /What was there before is in (.*); remove it/.exec(out) ?? [];
  expect(existsSync(join(setAside, "corpus.json"))).toBe(true);
  expect((await auditOf(corpus)).lines).toEqual([]);
  await plotline("team", "invite", corpus, "Olga", "--role", "owner");
  await plotline("corpus", "backup", corpus, "--out", file);
  const copy = join(temporaryFolder(), "copy");
  await plotline("corpus", "restore", copy, file);
  const { lines, faults } = await auditOf(copy);
  const restored = { did: "restore a backup", backup: expect.stringMatching(/^[0-9a-f]{64}$/) };
  expect([lines.length, JSON.parse(lines[1] ?? "{}"), faults]).toEqual([2, expect.objectContaining(restored), []]);
});
