// assembly/kernel.ts becomes src/kernel.wasm.js, WebAssembly as text, which Node and a tab load without waiting, and
// src/kernel.wasm.d.ts, the types of its loops. Made by the build and before the tests; made again when its source changed.
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root, stop } from "./setup.mjs";

const source = join(root, "assembly", "kernel.ts");
export const compiledKernel = join(root, "src", "kernel.wasm.js");
export const kernelTypes = join(root, "src", "kernel.wasm.d.ts");

/** Vitest calls it by this name. */
export async function setup() {
  const text = readFileSync(source, "utf8");
  const mark = `// of the source ${createHash("sha256").update(text).digest("hex").slice(0, 16)}\n`;
  if (existsSync(compiledKernel) && readFileSync(compiledKernel, "utf8").startsWith(mark)) return;
  const { binary, "binary.d.ts": declarations } = await compile(text);
  writeFileSync(compiledKernel, `${mark}export default "${Buffer.from(binary).toString("base64")}";\n`);
  writeFileSync(kernelTypes, typesOf(declarations));
}

async function compile(text) {
  const { default: asc } = await import("assemblyscript/asc").catch(() =>
    stop("assemblyscript is missing; run npm ci."),
  );
  const options = {
    optimizeLevel: 3,
    runtime: "stub",
    noAssert: true,
    enable: ["simd"],
    initialMemory: 1,
    bindings: "raw",
  };
  const made = await asc.compileString(text, options);
  if (made.error) stop(`assembly/kernel.ts cannot be compiled.\n${made.stderr}`);
  return made;
}

function typesOf(declarations) {
  const loops = [...declarations.matchAll(/^ *export function (.*;)$/gm)].map(([, loop]) => `  ${loop}\n`);
  return `// Made from assembly/kernel.ts, which says what each loop does, by scripts/kernel.mjs.
declare const code: string;
/** WebAssembly in base64. */
export default code;

export interface Loops {
${loops.join("")}}
`;
}
