import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { folderOfFile } from "@plotline/corpus/testing";
import { build } from "esbuild";
import { beforeAll, describe, expect, test } from "vitest";
import { root } from "./testing/plotline.ts";

const project = folderOfFile();

/** The package as npm would publish it, installed into an empty project from what npm has fetched for us already. */
beforeAll(() => {
  npm(root, "pack", "--ignore-scripts", "--pack-destination", project);
  const [tarball = ""] = readdirSync(project).filter((name) => name.endsWith(".tgz"));
  const reader = { name: "reader", private: true, type: "module", dependencies: { plotline: `file:${tarball}` } };
  writeFileSync(join(project, "package.json"), JSON.stringify(reader));
  writeFileSync(join(project, "package-lock.json"), JSON.stringify(lockFor(reader)));
  npm(project, "ci", "--prefer-offline", "--ignore-scripts", "--no-audit", "--no-fund");
});

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

  test("has types that a strict TypeScript project accepts", () => {
    writeFileSync(join(project, "use.ts"), program);
    const tsc = join(root, "node_modules", "typescript", "bin", "tsc");
    const options = ["--noEmit", "--strict", "--module", "nodenext", "--target", "es2023"];
    execFileSync(process.execPath, [tsc, ...options, "use.ts"], { cwd: project });
  });

  test("has types that need no browser's: with lib es2023 alone, and every entry", () => {
    const all = ["plotline", "plotline/browser", "plotline/nn", "plotline/readers"];
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

  test("brings the sample corpus as it came, and nothing that was made in it since", () => {
    const corpora = join(project, "node_modules", "plotline", "corpora");
    expect(readdirSync(corpora).sort()).toEqual(["king-james", "open", "sample"]);
    for (const name of ["king-james", "open"]) expect(readdirSync(join(corpora, name))).toEqual(["README.md"]);
    const sample = join(corpora, "sample");
    const own = ["README.md", "books", "corpus.json", "manual_alignments", "stories", "summaries"];
    expect(readdirSync(sample).sort()).toEqual(own);
  });

  test("brings the docs, and what they link to", () => {
    const folder = join(project, "node_modules", "plotline");
    const pages = [
      "README.md",
      ...readdirSync(join(folder, "docs"), { recursive: true, encoding: "utf8" }).map((name) => `docs/${name}`),
    ];
    const lost = pages
      .filter((page) => page.endsWith(".md"))
      .flatMap((page) => linksIn(join(folder, page)).filter((file) => !existsSync(file)));
    expect(pages).toContain("docs/api.md");
    expect(lost).toEqual([]);
  });

  test("brings the command", () => {
    const bin = join(project, "node_modules", ".bin", "plotline");
    expect(execFileSync(bin, ["--version"], { encoding: "utf8" })).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  test.each(["worker queue status", "worker --folder .", "align corpora/sample"])(
    "plotline %s --queue says what to install",
    (line) => {
      const bin = join(project, "node_modules", ".bin", "plotline");
      const words = [...line.split(" "), "--queue", "redis://127.0.0.1:6379"];
      const cwd = join(project, "node_modules", "plotline");
      const { status, stderr } = spawnSync(bin, words, { cwd, encoding: "utf8" });
      expect([status, stderr]).toEqual([
        2,
        expect.stringMatching(/^plotline: A queue needs .* run "npm install bullmq ioredis" next to plotline .*\.\n$/),
      ]);
    },
  );
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

/** The files that a page links to. */
function linksIn(page: string): string[] {
  const links = [...readFileSync(page, "utf8").matchAll(/\]\(([^)\s#]+)(?:#[^)]*)?\)/g)].map(([, link = ""]) => link);
  return links.filter((link) => !/^\w+:/.test(link)).map((link) => join(dirname(page), link));
}

/** Our own lock file without what only we need: an installation from it is complete and needs no network. */
function lockFor(project: { readonly dependencies: { readonly plotline: string } }) {
  const { packages, ...lock } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  const { "": plotline, ...others } = packages as Record<string, { readonly dev?: boolean }>;
  const needed = Object.entries(others).filter(([, { dev }]) => dev !== true);
  const own = { ...plotline, devDependencies: undefined, resolved: project.dependencies.plotline };
  return { ...lock, packages: { "": project, "node_modules/plotline": own, ...Object.fromEntries(needed) } };
}

function npm(folder: string, ...args: readonly string[]): void {
  execFileSync("npm", args, {
    cwd: folder,
    stdio: ["ignore", "ignore", "inherit"],
    shell: process.platform === "win32",
  });
}
