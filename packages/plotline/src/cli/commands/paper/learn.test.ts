import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { needs } from "@plotline/base/testing";
import { copySample, temporaryFolder } from "@plotline/corpus/testing";
import { expect, test } from "vitest";
import { plotline, refusal, sample } from "../../testing/plotline.ts";

const small = ["--hidden", "8", "--embedding", "8", "--rounds", "1", "--threads", "1", "--quiet", "--json"];

needs("onnxruntime").test.each([
  ["paper", "CCCP"],
  ["pointing", "CCCP-pointing"],
])(
  "learning by the %s reader writes its alignment like any method, a run and a figure",
  async (reader, name) => {
    const corpus = copySample(temporaryFolder());
    const results = join(corpus, "results");
    const [stored, figured] = [`alignments/${name}/The Sea's Tithe/0.txt`, `results/learn-${reader}-1.json`];
    for (const [path, content] of [
      [stored, "S0: 0\n"],
      [figured, "mine"],
    ] as const) {
      mkdirSync(dirname(join(corpus, path)), { recursive: true });
      writeFileSync(join(corpus, path), content);
    }
    const { code, out, err } = await plotline(
      "paper",
      "learn",
      corpus,
      "--reader",
      reader,
      "--results",
      results,
      ...small,
    );
    expect(code, err).toBe(0);
    expect(err).toContain(`what was there before is in ${join(corpus, "replaced/1")} now`);
    expect(readFileSync(join(corpus, "replaced/1", stored), "utf8")).toBe("S0: 0\n");
    expect(err).toContain(`what was there before is in ${join(corpus, figured)}.replaced-`);
    const said = JSON.parse(out);
    expect(said.rounds.map(({ round }: { round: unknown }) => round)).toEqual(["start", 0, 1]);
    expect(said).toMatchObject({ method: name, round: 1, f: said.rounds[2].f, aligned: 17 });
    expect(said.setAside).toBe("replaced/1");
    expect(existsSync(join(corpus, stored))).toBe(true);
    const [run, figure] = [`runs/learn-${reader}-1/run.json`, figured].map((file) =>
      JSON.parse(readFileSync(join(corpus, file), "utf8")),
    );
    expect(run.kind).toBe(`learned with cloze by the ${reader} reader`);
    expect(figure).toMatchObject({
      method: name,
      f: said.f,
      hashes: { corpus: expect.stringMatching(/^[0-9a-f]{12}$/) },
    });

    const again = ["--reader", reader, ...small.filter((word) => word !== "--json")];
    const shown = await plotline("paper", "learn", corpus, ...again);
    expect(shown.err).not.toContain("what was there before");
    expect(shown.out).toMatch(
      /based on \d+ questions of chapters with gold and \d+ questions of held-out works.*Chance is 0\.1/,
    );

    const other = await refusal("paper", "learn", corpus, "--reader", reader, ...small, "--hidden", "9");
    expect(other).toContain("contains another run (hidden:8 there, hidden:9 here)");
  },
  180_000,
);

test.each([
  [["--rounds", "0"], /Must be 1 or more/],
  [["--reader", "both"], /Allowed choices are paper, pointing/],
])("learn %s is refused with a sentence", async (options, sentence) => {
  expect(await refusal("paper", "learn", sample, ...options, "--out", join(temporaryFolder(), "run"))).toMatch(
    sentence,
  );
});
