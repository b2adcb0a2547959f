import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { commands } from "./commands/index.ts";
import { plotline } from "./testing/plotline.ts";

const cli = fileURLToPath(new URL(".", import.meta.url));

test("--help and --version load no command, and of all packages the parser of options alone", async () => {
  const { files, packages } = reach([join(cli, "main.ts")]);
  expect(files.filter((file) => file.startsWith(join(cli, "commands")))).toEqual([join(cli, "commands", "index.ts")]);
  expect(packages.filter((name) => !name.startsWith("node:"))).toEqual(["commander"]);
  const { out } = await plotline("--help");
  for (const [name, [, summary]] of Object.values(commands).flatMap((group) => Object.entries(group)))
    expect(out.replace(/\s+/g, " ")).toContain(`${name} ${summary}`);
});

test("no command loads BullMQ or ioredis before it is asked to use a queue", () => {
  const own = readdirSync(cli, { recursive: true, encoding: "utf8" }).filter(
    (name) => /(?<!\.test)\.ts$/.test(name) && !/testing/.test(name),
  );
  const { files, packages } = reach(own.map((name) => join(cli, name)));
  expect(packages.filter((name) => /^(bullmq|ioredis)$/.test(name))).toEqual([]);
  expect(files.length).toBeGreaterThan(100);
});

/** Everything that is loaded together with some files: files of ours, and packages. */
function reach(entries: readonly string[]): { files: string[]; packages: string[] } {
  const files = [...entries];
  const seen = new Set<string>(files);
  const packages = new Set<string>();
  for (const file of files)
    for (const name of staticImports(file)) {
      const path = ownFile(file, name);
      if (path === undefined) packages.add(name);
      if (path === undefined || !path.endsWith(".ts") || seen.has(path)) continue;
      seen.add(path);
      files.push(path);
    }
  return { files, packages: [...packages] };
}

/** The file of ours that an import names: beside it, or the entry of a package. */
function ownFile(importer: string, name: string): string | undefined {
  if (name.startsWith(".")) return resolve(dirname(importer), name);
  const [, owner, entry = "index"] = /^@plotline\/([a-z]+)(?:\/([a-z-]+))?$/.exec(name) ?? [];
  return owner === undefined ? undefined : join(cli, "..", "..", "..", owner, "src", `${entry}.ts`);
}

function staticImports(file: string): string[] {
  const statement = /^(?:import|export)\s+(?!type\s)[^"';]*?from\s+"([^"]+)"/gm;
  return [...readFileSync(file, "utf8").matchAll(statement)].map(([, name = ""]) => name);
}
