import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { sentenceOf } from "./problem.ts";

describe("what the system says about files", () => {
  const denied = (path: string) => sentenceOf(Object.assign(new Error("EACCES"), { code: "EACCES", path }));

  test("names the file", () => {
    expect(denied("books/emma.txt")).toBe("books/emma.txt: permission denied.");
  });

  test("names the folder where the file is only ours, on its way to another name", () => {
    expect(denied("mine/.changing")).toBe("mine: permission denied.");
    expect(denied("mine/.changing/stories/Emma/0.txt.utf8")).toBe("mine: permission denied.");
    expect(denied("out/.emma.html.15.0.partial")).toBe("out: permission denied.");
    expect(denied("C:\\out\\.t.15.partial\\cloze")).toBe("C:\\out: permission denied.");
    expect(denied(".emma.html.15.0.partial")).toBe("this folder: permission denied.");
    expect(denied("/.emma.html.15.0.partial")).toBe("/: permission denied.");
  });
});

test("every sentence of a Problem begins with a capital letter or a name", () => {
  const source = fileURLToPath(new URL(".", import.meta.url));
  const files = readdirSync(source, { recursive: true, encoding: "utf8" }).filter(
    (file) => file.endsWith(".ts") && !file.endsWith(".test.ts"),
  );
  const small = files.flatMap((file) => {
    const text = readFileSync(join(source, file), "utf8");
    const found = text.matchAll(/new \w*Problem\(\s*["`](?!\w+: )([a-z][^"`]{0,40})/g);
    return [...found].map(([, sentence]) => `${file}: ${sentence}`);
  });
  expect(small).toEqual([]);
});
