import { readFileSync } from "node:fs";
import { needs } from "@plotline/base/testing";
import * as nn from "@plotline/nn";
import * as training from "@plotline/nn/node";
import { describe, expect, test } from "vitest";
import { readApi } from "../../../scripts/api-docs.ts";
import * as plotline from "./index.ts";

const { entries, page } = readApi();
const values = [...entries.plotline, ...entries.nn, ...entries.training];
const examples = values.flatMap(({ name, example }) => (example ? [{ name, example }] : []));
const written = readFileSync(new URL("../../../docs/api.md", import.meta.url), "utf8").replaceAll("\r\n", "\n");

test("docs/api.md is what the comments say (npm run script -- api-docs writes it)", () => {
  expect(written).toBe(page);
});

test("docs/api.md names everything that is exported", () => {
  const names = new Set(written.match(/^### \w+|(?<=`)\w+(?=[(`])/gm)?.map((name) => name.replace("### ", "")));
  expect(values.map(({ name }) => name).filter((name) => !names.has(name))).toEqual([]);
});

test("every function of plotline has an example, and so has every entry", () => {
  expect(entries.plotline.filter(({ isFunction, example }) => isFunction && !example)).toEqual([]);
  for (const own of Object.values(entries)) expect(own.some(({ example }) => example)).toBe(true);
});

describe("the example of", () => {
  const needsRuntime = ({ name }: { readonly name: string }) => ["withEncoder", "openEncoder", "train"].includes(name);
  const [some, others] = [examples.filter(needsRuntime), examples.filter((each) => !needsRuntime(each))];
  needs("onnxruntime").test.each(some)("$name has the values it shows", hasItsValues);
  test.each(others)("$name has the values it shows", hasItsValues);

  async function hasItsValues({ example }: { readonly example: string }): Promise<void> {
    const shown = example.match(/\/\/ → /g)?.length ?? 0;
    expect(shown).toBeGreaterThan(0);
    expect.assertions(shown + 1);
    await program(example)(library, expect);
  }
});

/** What examples may use; readFileSync is Node's. */
const library = { ...nn, ...training, ...plotline, readFileSync };

/** A line `expression; // → value` becomes a check of it; the names of all entries are in scope. */
function program(example: string): (names: typeof library, check: typeof expect) => Promise<void> {
  const checked = example.replace(/^(.*); \/\/ → (.*)$/gm, "check($1).toEqual($2);");
  const AsyncFunction = (async () => undefined).constructor as FunctionConstructor;
  const names = Object.keys(library).join(", ");
  return AsyncFunction("library", "check", `const { ${names} } = library; {\n${checked}\n}`) as ReturnType<
    typeof program
  >;
}
