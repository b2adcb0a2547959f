import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import code from "./kernel-code.ts";

const text = readFileSync(new URL("./kernel-code.ts", import.meta.url), "utf8");

test("the committed kernel names the source it was made from", () => {
  const source = readFileSync(new URL("../../../assembly/kernel.ts", import.meta.url), "utf8").replaceAll("\r\n", "\n");
  expect(text).toContain(`from a source with the SHA-256 ${sha256(source)}\n`);
});

test("and nobody has changed a byte of it since", () => {
  expect(text).toContain(`// The code's own SHA-256: ${sha256(Buffer.from(code, "base64"))}\n`);
});

function sha256(content: string | Buffer): string {
  return createHash("sha256").update(content).digest("hex");
}
