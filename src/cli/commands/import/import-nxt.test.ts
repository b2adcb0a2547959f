import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../../corpus/testing/folder.ts";
import { meetingFiles } from "../../../ingest/nxt/testing/meeting.ts";
import { plotline } from "../../testing/plotline.ts";

test("meetings become works with links, and a second import is refused", async () => {
  const [folder, corpus] = [temporaryFolder(meetingFiles("XX1a")), join(temporaryFolder(), "mine")];
  const run = (...more: string[]) => plotline("import", "nxt", folder, "--into", corpus, ...more);
  expect((await run("--dry-run")).out).toContain("1 work, 1 meeting, 2 points, 3 links.");
  expect(existsSync(corpus)).toBe(false);
  const { code, err } = await run("--licence", "CC BY 4.0");
  expect(code).toBe(0);
  expect(err).toContain("left out: 1 word that");
  expect(err).toContain("1 reference to something that is not there");
  expect(readFileSync(join(corpus, "manual_alignments", "XX1", "0.txt"), "utf8")).toBe("S0: 0, 1\nS1: 2\n");
  expect((await plotline("check", corpus)).code).toBe(0);
  expect(await run()).toMatchObject({ code: 2, err: expect.stringContaining('already has a work called "XX1"') });
});

test("a folder that is not there, and a file", async () => {
  const folder = temporaryFolder({ "a.xml": "<a/>" });
  const run = async (path: string) => (await plotline("import", "nxt", path, "--into", join(folder, "mine"))).err;
  expect(await run(join(folder, "nowhere"))).toContain("there is no such folder");
  expect(await run(join(folder, "a.xml"))).toContain("give the folder with the NXT files");
});
