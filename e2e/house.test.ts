import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { budgets, sizes, wholeBudget } from "../scripts/size.mjs";

/** What package.json and Biome's `noUndeclaredDependencies` cannot say. */
const packages = fileURLToPath(new URL("../packages/", import.meta.url));
const names = readdirSync(packages).filter((name) => name !== "encoder");
/** Their entry runs in a browser; what needs Node is in the entry `node`. */
const inBrowser = ["base", "text", "nn", "align", "corpus", "books", "questions", "formats", "judge"];

test("a package imports another by its name, never by a path", () => {
  const outside = names.flatMap((name) =>
    sourcesOf(name).flatMap((file) =>
      specifiersOf(file)
        .filter((specifier) => specifier.startsWith("."))
        .map((specifier) => resolve(dirname(file), specifier))
        .filter((path) => path.startsWith(packages) && !path.startsWith(join(packages, name, "src")))
        .map((path) => `${file}: ${path}`),
    ),
  );
  expect(outside).toEqual([]);
});

test("no package needs one that needs it", () => {
  const needed = new Map(names.map((name) => [nameOf(name), Object.keys(manifest(name).dependencies ?? {})]));
  const reaches = (from: string, to: string, seen = new Set<string>()): boolean =>
    (needed.get(from) ?? []).some((next) => next === to || (!seen.has(next) && reaches(next, to, seen.add(next))));
  expect([...needed.keys()].filter((name) => reaches(name, name))).toEqual([]);
});

test.each(inBrowser)("the entry of %s reaches nothing of Node", (name) => {
  const found: string[] = [];
  const seen = new Set<string>();
  const follow = (file: string) => {
    if (seen.has(file)) return;
    seen.add(file);
    for (const specifier of runtimeSpecifiersOf(file)) {
      if (specifier.startsWith("node:") || specifier.endsWith("/node")) found.push(`${file}: ${specifier}`);
      else if (specifier.startsWith(".") && /\.tsx?$/.test(specifier)) follow(resolve(dirname(file), specifier));
    }
  };
  follow(join(packages, name, "src", "index.ts"));
  expect(found).toEqual([]);
});

test("every part is within its budget of lines", () => {
  const { inside, around, whole } = sizes();
  const over = [...inside, ...around].filter(({ name, lines }) => lines > (budgets[name as keyof typeof budgets] ?? 0));
  expect(over.map(({ name, lines }) => `${name}: ${lines} lines`)).toEqual([]);
  expect(whole).toBeLessThanOrEqual(wholeBudget);
});

test("a name that packages export has one meaning across all of them", () => {
  const owners = new Map<string, Set<string>>();
  for (const name of names.filter((each) => each !== "plotline"))
    for (const exported of entriesOf(name).flatMap(exportedBy))
      owners.set(exported, (owners.get(exported) ?? new Set()).add(name));
  expect([...owners].filter(([, { size }]) => size > 1).map(([exported, all]) => [exported, ...all])).toEqual([]);
});

test.each(names.filter((name) => name !== "books"))("every export of %s says what it is", (name) => {
  const exported = new Set(entriesOf(name).flatMap(exportedBy));
  const declared = sourcesOf(name).flatMap(declarationsIn);
  // Of a function with several signatures, the first says it for all.
  const said = new Set(declared.filter(({ isDocumented }) => isDocumented).map((each) => each.name));
  expect(declared.map((each) => each.name).filter((each) => exported.has(each) && !said.has(each))).toEqual([]);
});

/** Names that two files of one package declare. */
const mostInside = 20;

test("few names have two meanings inside a package", () => {
  // A file for browsers, and those of `app` that stand in for others in a tab, export what they replace.
  const isOwn = (file: string) =>
    !/\.browser\.ts$|[\\/](?:instead|testing|tab|web[\\/]page)[\\/]|\.test\.tsx?$|\.d\.ts$/.test(file);
  const found = names.flatMap((name) => {
    const declared = sourcesOf(name).filter(isOwn).flatMap(declaredIn);
    return [...new Set(declared.filter((each, k) => declared.indexOf(each) < k))].map((each) => `${name}: ${each}`);
  });
  expect(found.length, found.join(", ")).toBeLessThanOrEqual(mostInside);
});

function declaredIn(file: string): string[] {
  return [...new Set(declarationsIn(file).map(({ name }) => name))];
}

/** What a file declares for others, and whether a comment is above it. */
function declarationsIn(file: string) {
  const declaration =
    /(\*\/\n)?^export (?:default )?(?:async )?(?:abstract )?(?:function\*?|class|const|let|interface|type|enum) (\w+)/gm;
  if (/\.test\.tsx?$|\.browser\.ts$|[\\/]testing[\\/]/.test(file)) return [];
  const found = readFileSync(file, "utf8").matchAll(declaration);
  return Array.from(found, ([, comment, name]) => ({ name: name!, isDocumented: comment !== undefined }));
}

/** The files that other packages can import. */
function entriesOf(name: string): string[] {
  return sourcesOf(name).filter((file) => dirname(file) === join(packages, name, "src") && !/\.browser\./.test(file));
}

/** What a file passes on from others of its package, whole files too. */
function exportedBy(file: string): string[] {
  const text = readFileSync(file, "utf8");
  const lists = text.matchAll(/^export (?:type )?\{([^}]*)\} from "\./gm);
  const all = [...lists].flatMap(([, list = ""]) => list.split(",")).map((each) => each.trim().replace(/^type /, ""));
  const whole = [...text.matchAll(/^export \* from "(\.[^"]+)"/gm)].map(([, path = ""]) =>
    resolve(dirname(file), path),
  );
  const declared = whole.flatMap((path) => [...declaredIn(path), ...exportedBy(path)]);
  return [...all.filter(Boolean).map((each) => each.split(" as ").at(-1)!), ...declared];
}

function sourcesOf(name: string): string[] {
  return readdirSync(join(packages, name, "src"), { recursive: true, encoding: "utf8" })
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => join(packages, name, "src", path));
}

function specifiersOf(file: string): string[] {
  const text = readFileSync(file, "utf8");
  const statement = /^(?:import|export)\s[^"';]*?from\s+"([^"]+)"|^import\s+"([^"]+)"|\bimport\(\s*"([^"]+)"/gm;
  return [...text.matchAll(statement)].map(([, from, bare, dynamic]) => from ?? bare ?? dynamic ?? "");
}

/** Without types, and without what is loaded only where it is asked for. */
function runtimeSpecifiersOf(file: string): string[] {
  const text = readFileSync(file, "utf8");
  const statement = /^(?:import|export)\s+(type\s)?([^"';]*?)\s*from\s+"([^"]+)"|^import\s+"([^"]+)"/gm;
  return [...text.matchAll(statement)].flatMap(([, type, clause = "", from, bare]) => {
    const inner = /^\{([\s\S]*)\}$/.exec(clause.trim())?.[1];
    const isType = inner?.split(",").every((name) => name.trim() === "" || name.trim().startsWith("type "));
    return type !== undefined || isType ? [] : [from ?? bare ?? ""];
  });
}

function manifest(name: string): { readonly name: string; readonly dependencies?: Readonly<Record<string, string>> } {
  return JSON.parse(readFileSync(join(packages, name, "package.json"), "utf8"));
}

function nameOf(name: string): string {
  return manifest(name).name;
}
