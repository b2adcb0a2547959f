import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { version } from "./signature.ts";

test("signatures carry the version of the package", () => {
  const manifest = JSON.parse(readFileSync(new URL("../../plotline/package.json", import.meta.url), "utf8"));
  expect(version).toBe(manifest.version);
});
