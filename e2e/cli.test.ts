import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { piped, plotline, plotlineHere, program, Scratch } from "./testing/plotline.ts";

const scratch = new Scratch();
let commandLines: readonly (readonly string[])[];

beforeAll(async () => {
  process.chdir(scratch.folder);
  scratch.sample();
  writeFileSync("file.txt", "text");
  commandLines = await everyCommand([]);
  expect(commandLines.length).toBeGreaterThan(20);
  expect(commandLines.filter(({ length }) => length === 1).length).toBeLessThanOrEqual(21);
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

describe("- is standard input and output", () => {
  const story = "sample/stories/Forty Guineas/0.txt.utf8";
  const summary = "sample/summaries/Forty Guineas/0.txt.utf8";

  test("two files in, JSON out, and no page written", () => {
    const before = readdirSync(".");
    const { code, out } = plotline("read", story, summary, "--json");
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ page: null, countedFrom: 0, links: expect.any(Array) });
    expect(JSON.parse(out).points).toHaveLength(15);
    expect(readdirSync(".")).toEqual(before);
    expect(JSON.parse(piped(readFileSync(story), "read", "-", summary, "--json").out).links).toEqual(
      JSON.parse(out).links,
    );
  });

  test("what a command writes can be piped on", async () => {
    expect(plotline("read", story, summary, "--out", "-").out).toMatch(/^<!doctype html>/i);
    expect(piped(readFileSync(story), "cite", "-", "A letter arrives.", "-k", "1").code).toBe(0);
    expect(
      (await plotlineHere("evaluate", "figure", "sample", "--work", "Forty Guineas", "--chapter", "1")).out,
    ).toMatch(/^<svg/);
    const rows = (await plotlineHere("export", "sample", "-o", "-")).out.trim().split("\n");
    expect(rows.map((row) => JSON.parse(row).work).length).toBe(17);
    expect(existsSync("-")).toBe(false);
  });

  test("where both sides want it, that is said", async () => {
    for (const line of [
      ["read", "-", "-"],
      ["read", story, summary, "--json", "--out", "-"],
      ["export", "sample", "--out", "-", "--json"],
      ["export", "sample", "--out", "-", "--format", "dataset"],
    ])
      expect(await plotlineHere(...line)).toMatchObject({ code: 2, err: expect.stringMatching(/^plotline: .+\n$/) });
  });
});

test("a shell completes commands, what is below them, and their options", () => {
  const { out } = plotline("completion", "--shell", "bash");
  const asked = (...words: string[]) =>
    spawnSync(
      "bash",
      [
        "-c",
        `plotline() { '${process.execPath}' '${program}' "$@"; }\n${out}\nCOMP_WORDS=("$@"); COMP_CWORD=$(($#-1)); _plotline; echo "\${COMPREPLY[@]}"`,
        "-",
        "plotline",
        ...words,
      ],
      { encoding: "utf8" },
    ).stdout.trim();
  expect(asked("ev")).toBe("evaluate");
  expect(asked("evaluate", "c")).toBe("compare");
  expect(asked("import", "fetch", "g")).toBe("gutenberg");
  expect(asked("check", "my corpus", "--st")).toBe("--statistics");
  for (const shell of ["zsh", "fish"])
    expect(plotline("completion", "--shell", shell).out).toContain("plotline completion --after --");
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
