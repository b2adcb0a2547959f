import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";

// Many commands are started one after the other: on a machine that is busy with other things that takes a while.
vi.setConfig({ testTimeout: 900_000, hookTimeout: 900_000 });

const root = fileURLToPath(new URL("..", import.meta.url));
let folder: string;
let commandLines: readonly (readonly string[])[];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "plotline-cli-"));
  cpSync(join(root, "corpora", "sample"), join(folder, "sample"), { recursive: true });
  commandLines = everyCommand([]);
  expect(commandLines.length).toBeGreaterThan(20);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("every command", () => {
  test("has help with examples, at most 80 columns wide", () => {
    for (const words of commandLines) {
      const { status, stdout } = plotline(...words, "--help");
      const name = words.join(" ");
      expect(status, name).toBe(0);
      expect(widest(stdout), `${name}\n${stdout}`).toBeLessThanOrEqual(80);
      const isParent = commandLines.some((other) => other.length > words.length && other[0] === words[0]);
      if (!isParent) expect(stdout, name).toMatch(/^Examples:\n {2}\$ plotline /m);
    }
  });

  test("answers an unknown option with a sentence and exit code 2", () => {
    for (const words of commandLines) {
      const { status, stderr } = plotline(...words, "--no-such-option");
      expect(status, words.join(" ")).toBe(2);
      expect(stderr, words.join(" ")).not.toMatch(/\n\s+at /);
    }
  });
});

describe("bad input gets one sentence and exit code 2", () => {
  test.each([
    "check nowhere",
    "stats nowhere",
    "align nowhere",
    "evaluate nowhere",
    "check file.txt",
    "evaluate sample --method Telepathy",
    "evaluate sample --work Nonesuch",
    "import story nowhere.txt --into sample",
    "read nowhere.txt nowhere.txt",
  ])("plotline %s", (line) => {
    writeFileSync(join(folder, "file.txt"), "text");
    const { status, stderr } = plotline(...line.split(" "));
    expect(status, stderr).toBe(2);
    expect(stderr).toMatch(/^plotline: .+\n$/);
  });
});

/** Every command and subcommand that the help names, under whatever heading. */
function everyCommand(parents: readonly string[]): string[][] {
  const sections = plotline(...parents, "--help").stdout.split(/\n(?=\S[^\n]*:\n)/);
  const lists = sections.filter((section) => /^(?!Usage|Options|Arguments|Examples)[A-Z][^\n]*:\n/.test(section));
  const names = lists.flatMap((list) => [...list.matchAll(/^ {2}([a-z-]+)/gm)].map((match) => match[1] ?? ""));
  return names
    .filter((name) => name !== "help")
    .flatMap((name) => [[...parents, name], ...everyCommand([...parents, name])]);
}

function plotline(...words: readonly string[]) {
  const env = { ...process.env, COLUMNS: "80" };
  return spawnSync(process.execPath, [join(root, "bin", "plotline.mjs"), ...words], {
    cwd: folder,
    encoding: "utf8",
    env,
  });
}

function widest(text: string): number {
  return Math.max(...text.split("\n").map((line) => line.length));
}
