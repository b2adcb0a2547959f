import { writeFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { plotline, plotlineHere, Scratch } from "./testing/plotline.ts";

const scratch = new Scratch();
let commandLines: readonly (readonly string[])[];

beforeAll(async () => {
  process.chdir(scratch.folder);
  scratch.sample();
  writeFileSync("file.txt", "text");
  commandLines = await everyCommand([]);
  expect(commandLines.length).toBeGreaterThan(20);
});

afterAll(() => scratch.remove());

test("the command itself: help, version, and a sentence for what it does not know", () => {
  expect(plotline("--version")).toMatchObject({ code: 0, out: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) });
  expect(plotline("--help").out).toContain("Read and correct:");
  expect(plotline("telepathy")).toMatchObject({ code: 2, err: expect.stringMatching(/^plotline: unknown command/) });
});

describe("every command", () => {
  test("has help with examples, at most 80 columns wide", async () => {
    for (const words of commandLines) {
      const { code, out } = await plotlineHere(...words, "--help");
      const name = words.join(" ");
      expect(code, name).toBe(0);
      expect(widest(out), `${name}\n${out}`).toBeLessThanOrEqual(80);
      const isParent = commandLines.some((other) => other.length > words.length && other[0] === words[0]);
      if (!isParent) expect(out, name).toMatch(/^Examples:\n {2}\$ plotline /m);
    }
  });

  test("answers an unknown option with a sentence and exit code 2", async () => {
    for (const words of commandLines) {
      const { code, err } = await plotlineHere(...words, "--no-such-option");
      expect(code, words.join(" ")).toBe(2);
      expect(err, words.join(" ")).not.toMatch(/\n\s+at /);
    }
  });
});

describe("bad input gets one sentence and exit code 2", () => {
  test.each([
    "check nowhere",
    "check nowhere --statistics",
    "align nowhere",
    "evaluate nowhere",
    "check file.txt",
    "evaluate sample --method Telepathy",
    "evaluate sample --work Nonesuch",
    "import story sample nowhere.txt",
    "read nowhere.txt nowhere.txt",
    "serve sample --log -",
  ])("plotline %s", async (line) => {
    const { code, err } = await plotlineHere(...line.split(" "));
    expect(code, err).toBe(2);
    expect(err).toMatch(/^plotline: .+\n$/);
  });
});

/** Every command and subcommand that the help names, under whatever heading. */
async function everyCommand(parents: readonly string[]): Promise<string[][]> {
  const sections = (await plotlineHere(...parents, "--help")).out.split(/\n(?=\S[^\n]*:\n)/);
  const lists = sections.filter((section) => /^(?!Usage|Options|Arguments|Examples)[A-Z][^\n]*:\n/.test(section));
  const names = lists.flatMap((list) => [...list.matchAll(/^ {2}([a-z-]+)/gm)].map((match) => match[1] ?? ""));
  const found: string[][] = [];
  for (const name of names.filter((each) => each !== "help"))
    found.push([...parents, name], ...(await everyCommand([...parents, name])));
  return found;
}

function widest(text: string): number {
  return Math.max(...text.split("\n").map((line) => line.length));
}
