import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { plotlineHere, root } from "./testing/plotline.ts";

describe("the committed results", () => {
  const folder = join(root, "results");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".json"));

  test("make the committed table; after new results: npm run figures", async () => {
    const { code, out } = await plotlineHere("paper", "table", folder, "--format", "markdown");
    expect(code).toBe(0);
    expect(out).toBe(readFileSync(join(folder, "table.md"), "utf8"));
  });

  test.each(files)("%s holds numbers and names, and no text", (file) => {
    const strings = stringsIn(JSON.parse(readFileSync(join(folder, file), "utf8")));
    const long = strings.filter((text) => !/^[\d.\s]*$/.test(text) && text.split(/\s+/).length > 40);
    expect(long).toEqual([]);
  });
});

function stringsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}
