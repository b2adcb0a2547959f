import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const source = fileURLToPath(new URL("../..", import.meta.url));

test("no command loads BullMQ or ioredis before it is told to use a queue", () => {
  const commands = readdirSync(join(source, "cli")).filter((name) => /(?<!\.test)\.ts$/.test(name));
  const files = commands.map((name) => join(source, "cli", name));
  const heavy: string[] = [];
  const seen = new Set(files);
  for (const file of files)
    for (const name of staticImports(file)) {
      if (/^(bullmq|ioredis)$/.test(name)) heavy.push(`${file} imports ${name}`);
      const path = resolve(dirname(file), name);
      if (!name.startsWith(".") || !name.endsWith(".ts") || seen.has(path)) continue;
      seen.add(path);
      files.push(path);
    }
  expect(heavy).toEqual([]);
  expect(files.length).toBeGreaterThan(100);
});

function staticImports(file: string): string[] {
  const statement = /^(?:import|export)\s+(?!type\s)[^"';]*?from\s+"([^"]+)"/gm;
  return [...readFileSync(file, "utf8").matchAll(statement)].map(([, name = ""]) => name);
}
