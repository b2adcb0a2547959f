// assembly/kernel.ts becomes packages/nn/src/kernel-code.ts: WebAssembly as text, which Node and a tab load without
// waiting, and the types of its loops. It is committed, so that a clone needs no compiler: that is fetched only where the
// source is no longer the one that it was made from. The build and the tests look at that first.
// usage: node scripts/kernel.mjs
import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root, run } from "./setup.mjs";

const source = join(root, "assembly", "kernel.ts");
const compiledKernel = join(root, "packages", "nn", "src", "kernel-code.ts");
const compiler = "assemblyscript@0.28.20";
const options = ["-O3", "--runtime", "stub", "--noAssert", "--enable", "simd", "--initialMemory", "1"];

/** Vitest calls it by this name. */
export function setup() {
  const mark = markOf(source);
  if (existsSync(compiledKernel) && readFileSync(compiledKernel, "utf8").startsWith(mark)) return;
  console.error("The compiled kernel is not that of assembly/kernel.ts: fetching its compiler …");
  const { code, declarations } = compile();
  const about = `${mark}// The code's own SHA-256: ${sha256(code)}\n`;
  const text = `/** WebAssembly in base64. */\nexport default "${code.toString("base64")}";\n`;
  writeFileSync(compiledKernel, `${about}${text}\n${typesOf(declarations)}`);
}

/**
 * How the compiled text begins: by what it was made from, wherever a checkout has other ends of lines.
 * @type {(file: string) => string}
 */
function markOf(file) {
  const text = readFileSync(file, "utf8").replaceAll("\r\n", "\n");
  return `// Made by scripts/kernel.mjs with ${compiler} from a source with the SHA-256 ${sha256(text)}\n`;
}

/** @type {(content: string | Buffer) => string} */
function sha256(content) {
  return createHash("sha256").update(content).digest("hex");
}

function compile() {
  const folder = mkdtempSync(join(tmpdir(), "plotline-kernel-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  const made = join(folder, "kernel.wasm");
  const compiling = [source, "--outFile", made, ...options, "--bindings", "raw", "--disableWarning"];
  run("npm", ["exec", "--yes", `--package=${compiler}`, "--", "asc", ...compiling]);
  return { code: readFileSync(made), declarations: readFileSync(join(folder, "kernel.d.ts"), "utf8") };
}

/** @type {(declarations: string) => string} */
function typesOf(declarations) {
  const loops = [...declarations.matchAll(/^ *export function (.*;)$/gm)].map(([, loop]) => `  ${loop}\n`);
  return `export interface Loops {\n${loops.join("")}}\n`;
}

if (process.argv[1] === import.meta.filename) setup();
