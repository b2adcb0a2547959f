import { existsSync } from "node:fs";
import { join } from "node:path";
import { auditOf } from "@plotline/app/node";
import { copySample, temporaryFolder } from "@plotline/corpus/testing";
import { expect, test } from "vitest";
import { plotline } from "../testing/plotline.ts";

test("restore --replace prints where it put what was there, and is in the audit trail", async () => {
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
  const [line = "{}"] = (await auditOf(corpus)).lines;
  expect(JSON.parse(line)).toMatchObject({ did: "restore a backup", backup: expect.stringMatching(/^[0-9a-f]{64}$/) });
});
