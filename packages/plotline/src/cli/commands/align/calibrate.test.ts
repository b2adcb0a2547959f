import { readFileSync } from "node:fs";
import { join } from "node:path";
import { writeTinyBert } from "@plotline/align/testing";
import { needs } from "@plotline/base/testing";
import { corpusCalibration, readCalibration } from "@plotline/corpus/node";
import { copySample, temporaryFolder } from "@plotline/corpus/testing";
import { expect, test } from "vitest";
import { main } from "../../main.ts";
import { plotline } from "../../testing/plotline.ts";

const withRuntime = needs("onnxruntime");

interface Row {
  readonly method: string;
  readonly reliability: { readonly expectedCalibrationError: number };
}

test("evaluate --calibrate adds a row for works that were not seen, and saves no calibration", async () => {
  const corpus = copySample(temporaryFolder());
  const { out } = await plotline("evaluate", corpus, "--method", "plotline", "--calibrate", "--json", "--quiet");
  const { chapters, methods } = JSON.parse(out) as { chapters: number; methods: Row[] };
  expect([chapters, ...methods.map(({ method }) => method)]).toEqual([17, "plotline", "plotline, calibrated"]);
  const [shipped = 0, calibrated = 1] = methods.map(({ reliability }) => reliability.expectedCalibrationError);
  expect(calibrated).toBeLessThan(shipped);
  expect(await readCalibration(corpus)).toBeUndefined();
  const { err } = await plotline("evaluate", corpus, "--calibrate", "--density", "strict");
  expect(err).toContain("--density and --calibrate both say");
});

test("align --calibrate saves what it found in the corpus and uses it, as every later run does", async () => {
  const corpus = copySample(temporaryFolder());
  const links = async (...options: string[]): Promise<number> => {
    const { out } = await plotline("align", corpus, "--json", "--quiet", ...options);
    return JSON.parse(out).written[0].links;
  };
  const shipped = await links();
  const calibrated = await links("--calibrate");
  expect(calibrated).not.toBe(shipped);
  expect(await readCalibration(corpus)).toMatchObject({ chapters: 17, works: 3 });
  expect(await links()).toBe(calibrated);
});

/** Some chapters with these links. */
function smallCorpus(links: string, chapters = 3): string {
  const story = [
    "The rain came.",
    "It filled the well.",
    "Ada took the boat.",
    "She rowed north.",
    "At last she slept.",
  ];
  const files = [...Array(chapters).keys()].flatMap((number) => [
    [`stories/A/${number}.txt.utf8`, story.join("\n\n")],
    [`summaries/A/${number}.txt.utf8`, "Of rain.\n\nOf Ada and the boat."],
    [`manual_alignments/A/${number}.txt`, links],
  ]);
  return temporaryFolder(Object.fromEntries(files));
}

test("two chapters are too few", async () => {
  const { code, err } = await plotline("align", smallCorpus("S0: 0\nS1: 2, 3\n", 2), "--calibrate");
  expect([code, err]).toEqual([2, expect.stringContaining("A calibration needs 3 chapters with gold")]);
});

withRuntime.test(
  "an encoder's odds are calibrated by themselves, and stay when the default tier is calibrated again",
  async () => {
    const [corpus, encoder] = [smallCorpus("S0: 0\nS1: 2, 3\n"), temporaryFolder()];
    await writeTinyBert(encoder);
    expect(await main(["align", corpus, "--calibrate", "--quiet", "--encoder", encoder])).toBe(0);
    const [own, other] = [await corpusCalibration(corpus), await corpusCalibration(corpus, encoder)];
    expect(own).toBeDefined();
    expect(other).toBeDefined();
    expect(other).not.toEqual(own);
    expect(await corpusCalibration(corpus, join(corpus, "another"))).toBeUndefined();
    expect(await main(["align", corpus, "--calibrate", "--quiet"])).toBe(0);
    expect(await corpusCalibration(corpus, encoder)).toEqual(other);
  },
);

test("guides that cover their stories whole are aligned so from then on", async () => {
  const corpus = smallCorpus("S0: 0, 1\nS1: 2, 3, 4\n");
  expect((await plotline("align", corpus, "--calibrate")).out).toContain("cover the stories whole");
  expect((await readCalibration(corpus))?.whole).toBe(true);
  const rows = readFileSync(join(corpus, "alignments", "plotline", "A", "0.txt"), "utf8");
  expect(new Set(rows.replace(/S\d+:/g, "").match(/\d+/g))).toEqual(new Set(["0", "1", "2", "3", "4"]));
});
