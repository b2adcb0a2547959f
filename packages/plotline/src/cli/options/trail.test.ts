import { auditOf } from "@plotline/app/node";
import { copySample, temporaryFolder } from "@plotline/corpus/testing";
import { expect, test } from "vitest";
import { plotline } from "../testing/plotline.ts";

test("what commands change in the corpus of a team is in its trail; of a corpus without a team there is none", async () => {
  const folder = copySample(temporaryFolder());
  const change = async () => {
    await plotline("corpus", "rename", folder, "Forty Guineas", "Fifty Guineas");
    await plotline("corpus", "rename", folder, "Fifty Guineas", "Forty Guineas");
    await plotline("align", folder, "--method", "TFIDF");
    await plotline("corpus", "remove", folder, "Forty Guineas");
    await plotline("corpus", "remove", folder, "Forty Guineas", "--undo");
    await plotline("evaluate", folder, "--method", "TFIDF", "--no-save");
  };
  await change();
  expect((await auditOf(folder)).lines).toEqual([]);
  expect((await plotline("team", "invite", folder, "Olga", "--role", "owner")).code).toBe(0);
  const before = (await auditOf(folder)).lines.length;
  await change();
  const { lines, faults } = await auditOf(folder);
  expect(faults).toEqual([]);
  expect(lines.slice(before).map((line) => [JSON.parse(line).who, JSON.parse(line).did])).toEqual([
    ["command line", "plotline corpus rename"],
    ["command line", "plotline corpus rename"],
    ["command line", "plotline align"],
    ["command line", "plotline corpus remove"],
    ["command line", "plotline corpus remove"],
  ]);
});
