import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import ts from "esbuild";
import { describe, expect, test } from "vitest";

/** Every package says on one screen what it is for, with an example that runs. */
const root = fileURLToPath(new URL("../", import.meta.url));
const packages = readdirSync(`${root}packages`).filter((name) => name !== "encoder" && name !== "nn");

describe.each(packages)("the README of %s", (name) => {
  const file = `${root}packages/${name}/README.md`;
  const text = existsSync(file) ? readFileSync(file, "utf8") : "";
  const example = /^```ts\n([\s\S]*?)^```$/m.exec(text)?.[1] ?? "";

  test("fits a screen", () => {
    expect(text).not.toBe("");
    expect(text.split("\n").length).toBeLessThanOrEqual(50);
  });

  test("has an example with the values that it shows", async () => {
    process.chdir(root);
    const shown = example.match(/\/\/ → /g)?.length ?? 0;
    expect(shown).toBeGreaterThan(0);
    expect.assertions(shown + 1);
    await run(example);
  });
});

const AsyncFunction = (async () => undefined).constructor as FunctionConstructor;

/** `expression; // → value` becomes a check of it; imports become what this test imported. */
async function run(example: string): Promise<void> {
  const modules: Record<string, unknown> = {};
  const imports = /^import \{([^}]*)\} from "([^"]+)";\n/gm;
  for (const [, , from = ""] of example.matchAll(imports)) modules[from] = await import(from);
  const plain = example
    .replace(imports, (_, names, from) => `const {${names}} = modules["${from}"];\n`)
    .replace(/^(.*); \/\/ → (.*)$/gm, "check($1).toEqual($2);");
  const { code } = await ts.transform(plain, { loader: "ts" });
  await AsyncFunction("modules", "check", code)(modules, expect);
}
