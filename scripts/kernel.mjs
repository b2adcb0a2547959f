// assembly/kernel.ts becomes src/kernel.wasm.js: WebAssembly as text, which Node and a tab load without waiting. Made by
// the build and before the tests; made again when its source has changed.
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root, stop } from "./setup.mjs";

const source = join(root, "assembly", "kernel.ts");
export const compiledKernel = join(root, "src", "kernel.wasm.js");

/** Vitest calls it by this name. */
export async function setup() {
  const text = readFileSync(source, "utf8");
  const mark = `// of the source ${createHash("sha256").update(text).digest("hex").slice(0, 16)}\n`;
  if (existsSync(compiledKernel) && readFileSync(compiledKernel, "utf8").startsWith(mark)) return;
  const bytes = await compile(text);
  writeFileSync(compiledKernel, `${mark}export default "${Buffer.from(bytes).toString("base64")}";\n`);
}

async function compile(text) {
  const { default: asc } = await import("assemblyscript/asc").catch(() =>
    stop("assemblyscript is missing; run npm ci."),
  );
  const options = { optimizeLevel: 3, runtime: "stub", noAssert: true, enable: ["simd"], initialMemory: 1 };
  const { error, stderr, binary } = await asc.compileString(text, options);
  if (error) stop(`assembly/kernel.ts cannot be compiled.\n${stderr}`);
  return binary;
}
