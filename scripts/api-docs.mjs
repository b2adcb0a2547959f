// Makes docs/api.md from the doc comments of what the package exports.
// usage: node scripts/api-docs.mjs     (src/api-docs.test.ts fails where docs/api.md is not what this writes)
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "./setup.mjs";

const entries = [
  {
    name: "plotline",
    file: "src/index.ts",
    about: "For Node. What is also in `plotline/browser` is the same code, and is marked with ◦.",
  },
  {
    name: "plotline/browser",
    file: "src/browser.ts",
    about: "For a tab: everything marked with ◦ above. A bundler takes it by itself when a page imports `plotline`.",
  },
  {
    name: "plotline/nn",
    file: "src/nn/index.ts",
    about: "Networks as functions, trained in TypeScript; `src/nn/README.md` in the repository is its introduction.",
  },
  {
    name: "plotline/readers",
    file: "src/readers/index.ts",
    about: "Readers that answer questions and complete summaries; `plotline train` uses these.",
  },
];

/** What an entry exports, in the order of its lines: name, kind, signature, text and example. */
export function exportsOf(file) {
  const found = [];
  for (const { names, star, from } of reexports(read(file))) {
    const source = join(dirname(file), from);
    if (star) found.push(...exportsOf(source));
    else for (const { name, as } of names) found.push({ ...declarationOf(source, name), name: as });
  }
  return found;
}

/** The whole of docs/api.md. */
export function apiDocs() {
  const inTab = new Set(exportsOf("src/browser.ts").map(({ name }) => name));
  const parts = entries.map(({ name, file, about }) => {
    const all = name === "plotline/browser" ? [] : exportsOf(file);
    const mark = (each) => (name === "plotline" && inTab.has(each.name) ? " ◦" : "");
    const values = all.filter(({ kind }) => kind !== "type" && kind !== "interface");
    const types = all.filter(({ kind }) => kind === "type" || kind === "interface");
    const shown = name === "plotline" ? values.map((each) => section(each, mark(each))) : lines(values);
    return [`## ${name}`, about, ...shown, ...typeList(types)].join("\n\n");
  });
  return `${[opening, ...parts].join("\n\n")}\n`;
}

const opening = `# The library

Made by \`node scripts/api-docs.mjs\` from the comments in the code. Every example of \`plotline\` runs as a test; a line that ends in \`// → value\` has this value. Paragraphs and summary paragraphs are counted from 0.`;

function section({ name, signature, text, example }, mark) {
  const parts = [`### ${name}${mark}`, fence("ts", signature)];
  if (text) parts.push(text);
  if (example) parts.push(fence("js", example));
  return parts.join("\n\n");
}

function lines(values) {
  const all = values.map(({ signature, text }) => `- \`${signature}\`${text ? `<br>${text}` : ""}`);
  return all.length === 0 ? [] : [all.join("\n")];
}

function typeList(types) {
  if (types.length === 0) return [];
  const all = types.map(({ name, text }) => `- \`${name}\`${text ? `: ${text}` : ""}`);
  return ["### Types", all.join("\n")];
}

function fence(language, code) {
  return `\`\`\`${language}\n${code}\n\`\`\``;
}

function reexports(text) {
  const statement = /^export\s+(type\s+)?(?:(\*)|\{([^}]*)\})\s+from\s+"([^"]+)";/gm;
  return [...text.matchAll(statement)].map(([, , star, list = "", from]) => ({
    star: star !== undefined,
    from,
    names: namesIn(list),
  }));
}

function namesIn(list) {
  return list
    .split(",")
    .map((part) => part.trim().replace(/^type\s+/, ""))
    .filter(Boolean)
    .map((part) => {
      const [name, as = name] = part.split(/\s+as\s+/);
      return { name, as };
    });
}

function declarationOf(file, name) {
  const text = read(file);
  const declared = new RegExp(
    `(?:^/\\*\\*((?:(?!\\*/)[\\s\\S])*)\\*/\\n)?^export (?:abstract |async )*(function\\*?|const|class|interface|type) ${name}\\b`,
    "m",
  ).exec(text);
  if (declared === null) {
    const passedOn = reexports(text).find(({ names }) => names.some(({ as }) => as === name));
    if (passedOn === undefined) throw new Error(`${file} does not export ${name}`);
    const own = passedOn.names.find(({ as }) => as === name);
    return declarationOf(join(dirname(file), passedOn.from), own.name);
  }
  const [whole, comment = "", kind] = declared;
  const start = declared.index + whole.lastIndexOf("export ");
  return { kind, ...commentParts(comment), signature: signatureOf(text.slice(start), kind) };
}

function commentParts(comment) {
  const text = comment
    .split("\n")
    .map((line) => line.replace(/^\s*\* ?/, ""))
    .join("\n")
    .trim();
  const [prose = "", example] = text.split(/^@example\n/m);
  return {
    text: prose
      .trim()
      .split(/\n\s*\n/)[0]
      .replace(/\s*\n\s*/g, " "),
    example: example?.trim(),
  };
}

/** A declaration without what it computes, on one line. */
function signatureOf(text, kind) {
  const code = text.replace(/^export /, "");
  const end = kind.startsWith("function") ? endOfHead(code) : code.search(kind === "const" ? / =\s/ : /[ ]?\{/);
  return code
    .slice(0, end)
    .replace(/\/\*\*[\s\S]*?\*\//g, "")
    .replace(/\s+/g, " ")
    .replace(/([([{]) /g, (_, open) => (open === "{" ? "{ " : open))
    .replace(/,? ([)\]])/g, "$1")
    .trim();
}

/** Where a function's body begins: the first brace after its parameters that no type opens. */
function endOfHead(code) {
  let depth = 0;
  for (let k = code.indexOf("("); k < code.length; k++) {
    const mark = code[k];
    if (mark === "{" && depth === 0 && !/[:|&<]\s*$/.test(code.slice(0, k))) return k;
    if ("([{".includes(mark)) depth++;
    if (")]}".includes(mark)) depth--;
  }
  return code.length;
}

function read(file) {
  return readFileSync(join(root, file), "utf8").replaceAll("\r\n", "\n");
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const file = join(root, "docs", "api.md");
  writeFileSync(file, apiDocs());
  process.stdout.write(`${relative(root, file)} is written.\n`);
}
