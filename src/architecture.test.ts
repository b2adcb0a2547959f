import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

/**
 * What each folder may import, besides itself and the files directly in src/ (`problem.ts`, `random.ts`, …). One
 * way: nothing here names a folder that names it.
 */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  text: [],
  corpus: [],
  nn: [],
  similarity: ["text", "corpus"],
  outline: ["text", "similarity"],
  encoder: ["similarity", "nn"],
  ingest: ["text", "corpus", "similarity", "outline"],
  align: ["text", "corpus", "similarity", "outline", "nn"],
  evaluate: ["corpus", "align"],
  team: ["corpus", "evaluate"],
  backup: ["corpus", "team"],
  tasks: ["text", "corpus", "align"],
  readers: ["text", "corpus", "similarity", "align", "evaluate", "tasks", "nn"],
  learn: ["text", "corpus", "similarity", "align", "evaluate", "nn", "readers"],
  judge: ["text", "corpus", "similarity", "align", "evaluate", "tasks"],
  jobs: ["corpus"],
  runs: [
    "text",
    "corpus",
    "ingest",
    "similarity",
    "encoder",
    "align",
    "evaluate",
    "tasks",
    "nn",
    "readers",
    "learn",
    "jobs",
  ],
  report: ["text", "corpus", "align", "evaluate", "tasks", "readers"],
  reading: ["corpus", "outline", "ingest", "align", "report"],
  server: [
    "text",
    "corpus",
    "ingest",
    "similarity",
    "encoder",
    "align",
    "evaluate",
    "team",
    "tasks",
    "readers",
    "judge",
    "jobs",
    "runs",
    "report",
  ],
  cli: [
    "text",
    "corpus",
    "ingest",
    "similarity",
    "outline",
    "encoder",
    "align",
    "evaluate",
    "team",
    "backup",
    "tasks",
    "nn",
    "readers",
    "learn",
    "judge",
    "jobs",
    "runs",
    "report",
    "reading",
    "server",
  ],
};

/**
 * What the rooms of a folder may import of each other; the files next to them are free to use any. In nn only what runs
 * is meant: an operation's form for a backend is typed by that backend.
 */
const mayImportRooms: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  corpus: {
    files: [],
    addresses: [],
    marks: ["files"],
    alignments: ["files"],
    people: ["files"],
    annotations: ["files", "alignments", "people"],
    changes: ["files", "addresses", "marks", "alignments"],
    check: ["files", "alignments"],
    export: ["files", "alignments"],
  },
  ingest: {
    files: [],
    blocks: [],
    html: ["files", "blocks"],
    play: ["blocks"],
    chapters: ["blocks", "play"],
    documents: ["files"],
    tei: ["files", "blocks", "documents"],
    book: ["files", "blocks", "html", "chapters", "play", "documents", "tei"],
    match: ["book"],
    guide: ["files", "blocks", "documents", "tei", "match"],
    fetch: ["guide"],
  },
  align: { learned: [], evidence: ["learned"], guide: ["learned"], foreign: [] },
  nn: { ops: [], layers: ["ops"], backends: ["ops"], parallel: ["backends"] },
  readers: { encoding: [], batches: ["encoding"], completion: [], pointer: [] },
  judge: { model: [], prompt: ["model"] },
  server: { library: [], team: [], routes: ["library", "team"] },
  cli: { print: [], options: ["print"], commands: ["print", "options"] },
};

/** The same bytes run in a browser. */
const libraryPart = ["text", "similarity", "outline", "align", "evaluate", "tasks", "report"];

const root = fileURLToPath(new URL("..", import.meta.url));
const sources = ["src", "web"].flatMap((top) =>
  readdirSync(join(root, top), { recursive: true, encoding: "utf8" })
    .map((path) => `${top}/${path.split(sep).join("/")}`)
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.ts$|\/testing\/|vite\.config/.test(path)),
);
const imports = new Map(sources.map((path) => [path, importsOf(path)]));

describe("layers", () => {
  test.each(Object.entries(mayImport))("%s imports only %j", (folder, allowed) => {
    const own = [...imports].filter(([path]) => folderOf(path) === folder);
    const strangers = own.flatMap(([path, found]) =>
      found
        .map(({ to }) => to)
        .filter((to) => to !== undefined && ![undefined, folder, ...allowed].includes(folderOf(to)))
        .map((to) => `${path} imports ${to}`),
    );
    expect(strangers).toEqual([]);
  });

  test.each(Object.entries(mayImportRooms))("the rooms of %s import only %j", (folder, rooms) => {
    const strangers = [...imports].flatMap(([path, found]) => {
      const room = folderOf(path) === folder ? roomOf(path) : undefined;
      const allowed = room === undefined ? undefined : [undefined, room, "data", ...(rooms[room] ?? [])];
      return found
        .filter(({ typeOnly }) => !(typeOnly && folder === "nn"))
        .filter(({ to }) => to !== undefined && folderOf(to) === folder && allowed?.includes(roomOf(to)) === false)
        .map(({ to }) => `${path} imports ${to}`);
    });
    expect(strangers).toEqual([]);
  });

  test.each(Object.entries(mayImportRooms))("no room of %s imports one that is listed after it", (_, rooms) => {
    const order = Object.keys(rooms);
    const backwards = Object.entries(rooms).flatMap(([room, allowed]) =>
      allowed.filter((other) => order.indexOf(other) >= order.indexOf(room)).map((other) => `${room}: ${other}`),
    );
    expect(backwards).toEqual([]);
  });

  test("every folder has its place", () => {
    const folders = new Set(sources.map(folderOf).filter((folder) => folder !== undefined));
    expect([...folders].filter((folder) => !(folder in mayImport))).toEqual([]);
  });

  test("no folder imports one that is listed after it", () => {
    const order = Object.keys(mayImport);
    const backwards = Object.entries(mayImport).flatMap(([folder, allowed]) =>
      allowed.filter((other) => order.indexOf(other) >= order.indexOf(folder)).map((other) => `${folder}: ${other}`),
    );
    expect(backwards).toEqual([]);
  });
});

test("what runs in a browser leads to nothing of Node", () => {
  const inBrowser = (path: string) =>
    path.startsWith("web/") || path === "src/browser.ts" || libraryPart.includes(folderOf(path) ?? "");
  const entries = sources.filter(inBrowser);
  expect(entries).toContain("web/main.tsx");
  expect(entries.map(wayToNode).filter((way) => way.length > 0)).toEqual([]);
});

test("benches, scripts and trainings import what is there", () => {
  const files = ["bench", "scripts", "training"].flatMap((top) =>
    readdirSync(join(root, top), { recursive: true, encoding: "utf8" }).map((path) => `${top}/${path}`),
  );
  const lost = files
    .filter((path) => path.endsWith(".mjs"))
    .flatMap((path) => namedImportsOf(path).map((found) => ({ path, ...found })))
    .flatMap(({ path, names, to }) => {
      if (!existsSync(join(root, to))) return [`${path}: ${to}`];
      if (to === "src/index.ts") return [];
      const text = readFileSync(join(root, to), "utf8");
      return names.filter((name) => !isExported(name, text)).map((name) => `${path}: ${name} of ${to}`);
    });
  expect(lost).toEqual([]);
});

/** What a module outside src imports by name, of the built package or of its neighbours; packages are left out. */
function namedImportsOf(path: string): { names: string[]; to: string }[] {
  const statement = /\{([^{}]*)\}\s*(?:from\s*|= await (load|compiled)\()\s*"([^"]+)"/g;
  return [...readFileSync(join(root, path), "utf8").matchAll(statement)].flatMap(([, list = "", by, from = ""]) => {
    if (by === undefined && !from.startsWith(".")) return [];
    const base = { load: "dist", compiled: "training" }[by ?? ""] ?? dirname(path);
    const to = relative(root, resolve(root, base, from))
      .split(sep)
      .join("/");
    const names = list.split(",").map((name) => name.trim().split(/ as |:/)[0] ?? "");
    return [{ names: names.filter(Boolean), to: to.replace(/^dist\/(.*)\.js$/, "src/$1.ts") }];
  });
}

function isExported(name: string, text: string): boolean {
  return new RegExp(
    `^export (?:(?:async )?(?:function\\*?|const|class) ${name}\\b|(?:const )?\\{[^}]*\\b${name}\\b)`,
    "m",
  ).test(text);
}

interface Import {
  readonly name: string;
  /** The file of this project that is meant; undefined for packages. */
  readonly to: string | undefined;
  /** Types leave nothing behind when the program runs. */
  readonly typeOnly: boolean;
}

function importsOf(path: string): Import[] {
  const text = readFileSync(join(root, path), "utf8");
  const statement =
    /^(?:import|export)\s+(type\s)?[^"';]*?from\s+"([^"]+)"|^import\s+"([^"]+)"|\bimport\(\s*"([^"]+)"\s*\)/gm;
  return [...text.matchAll(statement)].map(([, type, from, bare, dynamic]) => {
    const name = from ?? bare ?? dynamic ?? "";
    const to = relative(root, resolve(root, dirname(path), name))
      .split(sep)
      .join("/");
    return { name, to: name.startsWith(".") ? to : undefined, typeOnly: type !== undefined };
  });
}

/** The folder of src/ that a file is in; undefined for those directly in it. */
function folderOf(path: string): string | undefined {
  return /^src\/([^/]+)\//.exec(path)?.[1];
}

/** The room of a folder of src/ that a file is in; undefined for the files next to the rooms. */
function roomOf(path: string): string | undefined {
  return /^src\/[^/]+\/([^/]+)\//.exec(path)?.[1];
}

/** The imports that lead from a file to a module of Node, first to last; empty where none do. */
function wayToNode(entry: string): string[] {
  const ways: string[][] = [[entry]];
  const seen = new Set([entry]);
  for (const way of ways)
    for (const { name, to, typeOnly } of imports.get(way.at(-1) ?? "") ?? []) {
      if (name.startsWith("node:")) return [...way, name];
      if (to === undefined || typeOnly || seen.has(to)) continue;
      seen.add(to);
      ways.push([...way, to]);
    }
  return [];
}
