import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { apiDocs, exportsOf } from "../scripts/api-docs.mjs";
import * as plotline from "./index.ts";

/** Functions whose example would need what no test has. */
const withoutExample = ["openEncoder"];

const functions = exportsOf("src/index.ts").filter(({ kind }) => kind.startsWith("function"));
const examples = exportsOf("src/index.ts").flatMap(({ name, example }) => (example ? [{ name, example }] : []));

test("docs/api.md is what the comments say (node scripts/api-docs.mjs writes it)", () => {
  const written = readFileSync(new URL("../docs/api.md", import.meta.url), "utf8");
  expect(written.replaceAll("\r\n", "\n")).toBe(apiDocs());
});

test("every function of plotline has an example", () => {
  const lacking = functions.filter(({ example }) => example === undefined).map(({ name }) => name);
  expect(lacking).toEqual(withoutExample);
});

describe("the example of", () => {
  test.each(examples)("$name has the values it shows", async ({ example }) => {
    const shown = example.match(/\/\/ → /g)?.length ?? 0;
    expect(shown).toBeGreaterThan(0);
    expect.assertions(shown + 1);
    await program(example)(plotline, expect);
  });
});

/** A line `expression; // → value` becomes a check of it; the names of the entry are in scope. */
function program(example: string): (library: typeof plotline, check: typeof expect) => Promise<void> {
  const checked = example.replace(/^(.*); \/\/ → (.*)$/gm, "check($1).toEqual($2);");
  const AsyncFunction = (async () => undefined).constructor as FunctionConstructor;
  const names = Object.keys(plotline).join(", ");
  return AsyncFunction("library", "check", `const { ${names} } = library; {\n${checked}\n}`) as ReturnType<
    typeof program
  >;
}
