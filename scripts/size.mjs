// `npm run size`: lines, files, exports and dependencies of each package beside its budget, and of what is around them.
// Lines are of TypeScript without tests, testing/ and declarations; a test holds the budgets.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { packages, root } from "./setup.mjs";

/**
 * Lines that each may have now. The aims are 700, 3,800, 7,700, 7,800, 5,000, 7,000, 5,300, 3,400, 2,200, 3,600, 14,200 and
 * 4,300, 65,000 in all; a number above its aim only ever goes down.
 * @type {Readonly<Record<string, number>>}
 */
export const budgets = {
  base: 735,
  text: 4_085,
  align: 8_240,
  books: 10_999,
  nn: 5_121,
  questions: 5_877,
  corpus: 5_740,
  formats: 3_122,
  judge: 2_188,
  runs: 4_587,
  app: 12_026,
  plotline: 4_332,
  training: 5_881,
  bench: 2_484,
  scripts: 1_475,
};
export const wholeBudget = 67_052;

/** @typedef {{ lines: number, files: number, exports: number }} Size */

export function sizes() {
  const inside = packages.map((name) => ({
    name,
    ...measured(join("packages", name, "src"), /\.tsx?$/),
    ...manifestOf(name),
  }));
  const around = ["training", "bench", "scripts"].map((name) => ({ name, ...measured(name, /\.(tsx?|m?js|py)$/) }));
  return { inside, around, whole: inside.reduce((sum, { lines }) => sum + lines, 0) };
}

/** @type {(folder: string, isCode: RegExp) => Size} */
function measured(folder, isCode) {
  const files = readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => isCode.test(path) && !/\.test\.tsx?$|(^|\/)testing\/|\.d\.m?ts$/.test(path));
  const texts = files.map((path) => readFileSync(join(root, folder, path), "utf8"));
  const exported =
    /^export (?:default )?(?:async )?(?:abstract )?(?:function\*?|class|const|let|interface|type|enum) \w+/gm;
  return {
    lines: texts.reduce((sum, text) => sum + text.split("\n").length - 1, 0),
    files: files.length,
    exports: texts.reduce((sum, text) => sum + (text.match(exported)?.length ?? 0), 0),
  };
}

/** @type {(name: string) => { needs: string[], others: string[] }} */
function manifestOf(name) {
  const { dependencies = {} } = JSON.parse(readFileSync(join(root, "packages", name, "package.json"), "utf8"));
  const needed = Object.keys(dependencies);
  return {
    needs: needed.filter((each) => each.startsWith("@plotline/")).map((each) => each.slice("@plotline/".length)),
    others: needed.filter((each) => !each.startsWith("@plotline/")),
  };
}

function print() {
  const { inside, around, whole } = sizes();
  /** @type {(cells: (string | number)[]) => void} */
  const row = (cells) =>
    console.log(cells.map((cell, k) => (k === 0 ? String(cell).padEnd(10) : String(cell).padStart(8))).join(""));
  row(["", "lines", "budget", "files", "exports"]);
  for (const { name, lines, files, exports } of [...inside, ...around])
    row([name, lines, budgets[name] ?? "", files, exports]);
  /** @type {(of: "files" | "exports") => number} */
  const total = (of) => inside.reduce((sum, each) => sum + each[of], 0);
  row(["packages", whole, wholeBudget, total("files"), total("exports")]);
  console.log("");
  for (const { name, needs, others } of inside)
    console.log(`${name.padEnd(10)} needs ${[...needs, ...others].join(", ") || "nothing"}`);
}

if (process.argv[1] === import.meta.filename) print();
