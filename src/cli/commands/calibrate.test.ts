import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { corpusCalibration, readCalibration } from "../../corpus/alignments/calibration-file.ts";
import { copySample, temporaryFolder } from "../../corpus/testing/folder.ts";
import { writeTinyBert } from "../../encoder/testing/tiny-bert.ts";
import { main } from "../main.ts";
import { plotline } from "../testing/plotline.ts";

test("calibrate is saved in the corpus, and --undo removes it", async () => {
  const corpus = copySample(temporaryFolder());
  expect(await main(["calibrate", corpus, "--quiet", "--dry-run"])).toBe(0);
  expect(readCalibration(corpus)).toBeUndefined();
  expect(await main(["calibrate", corpus, "--quiet"])).toBe(0);
  expect(readCalibration(corpus)).toMatchObject({ chapters: 17, works: 3 });
  expect(await main(["calibrate", corpus, "--undo"])).toBe(0);
  expect(existsSync(join(corpus, "calibration.json"))).toBe(false);
});

/** Three chapters with these links. */
function smallCorpus(links: string): string {
  const story = [
    "The rain came.",
    "It filled the well.",
    "Ada took the boat.",
    "She rowed north.",
    "At last she slept.",
  ];
  const files = [0, 1, 2].flatMap((number) => [
    [`stories/A/${number}.txt.utf8`, story.join("\n\n")],
    [`summaries/A/${number}.txt.utf8`, "Of rain.\n\nOf Ada and the boat."],
    [`manual_alignments/A/${number}.txt`, links],
  ]);
  return temporaryFolder(Object.fromEntries(files));
}

test("an encoder's odds are calibrated by themselves, and stay when the default tier is calibrated again", async () => {
  const [corpus, encoder] = [smallCorpus("S0: 0\nS1: 2, 3\n"), temporaryFolder()];
  await writeTinyBert(encoder);
  expect(await main(["calibrate", corpus, "--quiet", "--encoder", encoder])).toBe(0);
  const [own, other] = [corpusCalibration(corpus), corpusCalibration(corpus, encoder)];
  expect(own).toBeDefined();
  expect(other).toBeDefined();
  expect(other).not.toEqual(own);
  expect(corpusCalibration(corpus, join(corpus, "another"))).toBeUndefined();
  expect(await main(["calibrate", corpus, "--quiet"])).toBe(0);
  expect(corpusCalibration(corpus, encoder)).toEqual(other);
});

test("guides that cover their stories whole are aligned so from then on", async () => {
  const corpus = smallCorpus("S0: 0, 1\nS1: 2, 3, 4\n");
  expect((await plotline("calibrate", corpus)).out).toContain("cover the stories whole");
  expect(readCalibration(corpus)?.whole).toBe(true);
  expect((await plotline("align", corpus)).code).toBe(0);
  const rows = readFileSync(join(corpus, "alignments", "plotline", "A", "0.txt"), "utf8");
  expect(new Set(rows.replace(/S\d+:/g, "").match(/\d+/g))).toEqual(new Set(["0", "1", "2", "3", "4"]));
});
