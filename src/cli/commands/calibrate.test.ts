import { cpSync, existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { readCalibration } from "../../corpus/alignments/calibration-file.ts";
import { temporaryFolder } from "../../corpus/testing/folder.ts";
import { main } from "../main.ts";

const sample = fileURLToPath(new URL("../../../corpora/sample/", import.meta.url));

test("calibrate is saved in the corpus, and --undo removes it", async () => {
  const corpus = join(temporaryFolder(), "corpus");
  cpSync(sample, corpus, { recursive: true });
  expect(await main(["calibrate", corpus, "--quiet", "--dry-run"])).toBe(0);
  expect(readCalibration(corpus)).toBeUndefined();
  expect(await main(["calibrate", corpus, "--quiet"])).toBe(0);
  expect(readCalibration(corpus)).toMatchObject({ chapters: 17, works: 3 });
  expect(await main(["calibrate", corpus, "--undo"])).toBe(0);
  expect(existsSync(join(corpus, "calibration.json"))).toBe(false);
});
