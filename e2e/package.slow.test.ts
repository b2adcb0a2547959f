import { execFileSync, spawnSync } from "node:child_process";
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { folderOfFile } from "@plotline/corpus/testing";
import { build } from "esbuild";
import { beforeAll, describe, expect, test } from "vitest";
import { root } from "./testing/plotline.ts";

const project = folderOfFile();

/** The packages as npm would publish them, installed into an empty project from what npm has fetched for us already. */
beforeAll(() => {
  const names = readdirSync(join(root, "packages")).filter((name) => name !== "encoder");
  const workspaces = names.map((name) => `--workspace=packages/${name}`);
  npm(root, "pack", "--ignore-scripts", "--pack-destination", project, ...workspaces);
  const tarballs = readdirSync(project).filter((name) => name.endsWith(".tgz"));
  const dependencies = Object.fromEntries(tarballs.map((name) => [packageOf(name), `file:${name}`]));
  writeFileSync(join(project, "package.json"), JSON.stringify({ private: true, type: "module", dependencies }));
  npm(project, "install", "--prefer-offline", "--ignore-scripts", "--no-audit", "--no-fund");
});

/** `plotline-align-0.1.0.tgz` is @plotline/align. */
function packageOf(tarball: string): string {
  const [, name = ""] = /^plotline-(?:([a-z]+)-)?\d/.exec(tarball) ?? [];
  return name === "" ? "plotline" : `@plotline/${name}`;
}

describe("the packed package in an empty project", () => {
  test("aligns from JavaScript", () => {
    writeFileSync(join(project, "use.js"), program);
    const printed = execFileSync(process.execPath, ["use.js"], { cwd: project, encoding: "utf8" });
    expect(JSON.parse(printed)).toEqual(["0-0", "1-1"]);
  });

  test.each(["plotline", "plotline/browser"])("a page that wants sentences of %s gets no weights", async (entry) => {
    const contents = `import { sentences } from "${entry}"; console.log(sentences("She left. It rained."));`;
    const options = { bundle: true, write: false, minify: true, format: "esm", platform: "browser" } as const;
    const { outputFiles } = await build({ ...options, stdin: { contents, resolveDir: project } });
    expect(outputFiles[0]?.contents.length).toBeLessThan(50_000);
  });

  test("has types that a strict TypeScript project accepts; a page's needs none of Node's", () => {
    writeFileSync(join(project, "use.ts"), program.replace('"plotline"', '"plotline/browser"'));
    const tsc = join(root, "node_modules", "typescript", "bin", "tsc");
    const options = ["--noEmit", "--strict", "--module", "nodenext", "--target", "es2023"];
    execFileSync(process.execPath, [tsc, ...options, "use.ts"], { cwd: project });
  });

  test("has types that need no browser's: with lib es2023 alone, and every entry", () => {
    const all = ["plotline", "plotline/browser", "@plotline/nn", "@plotline/align", "@plotline/books"];
    const imports = all.map(
      (entry, k) => `import * as entry${k} from "${entry}";\nexport const names${k} = Object.keys(entry${k});`,
    );
    writeFileSync(join(project, "entries.ts"), imports.join("\n"));
    const tsc = join(root, "node_modules", "typescript", "bin", "tsc");
    const roots = ["--typeRoots", join(root, "node_modules", "@types"), "--types", "node"];
    const options = ["--noEmit", "--strict", "--module", "nodenext", "--target", "es2023", "--lib", "es2023", ...roots];
    const { status, stdout } = spawnSync(process.execPath, [tsc, ...options, "entries.ts"], {
      cwd: project,
      encoding: "utf8",
    });
    expect([status, stdout]).toEqual([0, ""]);
  });

  test("brings the command", () => {
    const bin = join(project, "node_modules", ".bin", "plotline");
    expect(execFileSync(bin, ["--version"], { encoding: "utf8" })).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  test.each(["worker queue status", "worker --folder ."])("plotline %s --queue says what to install", (line) => {
    const bin = join(project, "node_modules", ".bin", "plotline");
    const words = [...line.split(" "), "--queue", "redis://127.0.0.1:6379"];
    const cwd = join(project, "node_modules", "plotline");
    const { status, stderr } = spawnSync(bin, words, { cwd, encoding: "utf8" });
    expect([status, stderr]).toEqual([
      2,
      expect.stringMatching(/^plotline: A queue needs .* run "npm install bullmq ioredis" next to plotline .*\.\n$/),
    ]);
  });
});

const program = `
import { align } from "plotline";
const summary = ["The miser counts his gold.", "A storm wrecks the ship."];
const story = [
  "All night the miser sat and counted the gold he had hoarded.",
  "Then the storm came up from the west, and by morning the ship was a wreck.",
];
const links = align(summary, story);
console.log(JSON.stringify(links.map((link) => link.summary + "-" + link.story)));
`;

function npm(folder: string, ...args: readonly string[]): void {
  execFileSync("npm", args, {
    cwd: folder,
    stdio: ["ignore", "ignore", "inherit"],
    shell: process.platform === "win32",
  });
}
