// Makes docs/api.md from the types and the doc comments of what the package exports.
// usage: node scripts/api-docs.mjs     (packages/plotline/src/api-docs.test.ts fails where docs/api.md is not what this writes)
import { writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { SyntaxKind } from "typescript/unstable/ast";
import { API, SymbolFlags } from "typescript/unstable/sync";
import { root } from "./setup.mjs";

/** What `plotline` exports, in the order in which a newcomer meets it. */
const chapters = {
  "Align a text": [
    ...["align", "alignGuide", "likelihoods", "explain", "withEncoder", "cite", "openStory", "readingPage"],
  ],
  "Methods and similarities": [
    ...["methods", "findMethod", "decideBy", "bestMatch", "chronological"],
    ...["tfidf", "bm25", "bleu", "encoder", "openEncoder", "judge"],
  ],
  Evaluate: ["evaluate", "score", "agreement", "learnedMethod"],
  "Corpora, books and guides": [
    ...[
      "openCorpus",
      "memoryCorpus",
      "corpusView",
      "workText",
      "readStory",
      "readGuide",
      "chaptersOf",
      "assignSections",
      "Problem",
    ],
  ],
  "Names, sentences and questions": ["nameIndex", "sentences", "namedWork", "questionSets", "completionItems"],
};

const opening = `# The library

Made by \`node scripts/api-docs.mjs\` from the code and its comments. Every example runs as a test; a line that ends in \`// → value\` has this value. Paragraphs and points are counted from 0.

| entry | for |
|---|---|
| \`plotline\` | Node: everything below up to \`@plotline/nn\` |
| \`plotline/browser\` | a tab: what is marked with ◦, the same code. A bundler takes only what the page uses: \`sentences\` comes without the aligner's weights |
| [\`@plotline/nn\`](#plotlinenn) | networks as functions, computed in a tab too |
| [\`@plotline/nn/node\`](#plotlinennnode) | their training in threads, on onnxruntime |`;

/** What each entry exports, and the whole of docs/api.md. */
export function readApi() {
  return withCode(({ valuesOf }) => {
    const files = {
      browser: "packages/plotline/src/browser.ts",
      plotline: "packages/plotline/src/index.ts",
      nn: "packages/nn/src/index.ts",
      training: "packages/nn/src/node.ts",
    };
    const entries = Object.fromEntries(Object.entries(files).map(([entry, file]) => [entry, valuesOf(file)]));
    return { entries, page: pageOf(entries) };
  });
}

function pageOf({ browser, plotline, nn, training }) {
  const inTab = new Set(browser.map(({ name }) => name));
  const known = new Map(plotline.map((each) => [each.name, each]));
  const isOperation = ({ file }) => file.includes("/ops/");
  const shown = new Set();
  const show = (each, mark = "") =>
    section({ ...each, takes: each.takes.filter(isFirstIn(shown)), gives: each.gives.filter(isFirstIn(shown)) }, mark);
  const parts = [
    opening,
    ...Object.entries(chapters).flatMap(([title, names]) => [
      `## ${title}`,
      ...names.map((name) => show(known.get(name), inTab.has(name) ? " ◦" : "")),
    ]),
    "## @plotline/nn",
    "[packages/nn/README.md](../packages/nn/README.md) is its introduction, with a whole program.",
    ...nn.filter(hasExample).map((each) => show(each)),
    table(
      nn.filter((each) => !isOperation(each) && !hasExample(each)),
      "to build with",
    ),
    table(nn.filter(isOperation), "operation (operands are tensors or numbers; shapes may broadcast)"),
    "## @plotline/nn/node",
    ...training.filter(hasExample).map((each) => show(each)),
    table(
      training.filter((each) => !hasExample(each)),
      "also",
    ),
  ];
  return `${parts.join("\n\n")}\n`;
}

const hasExample = ({ example }) => example !== undefined;

/** The fields of a type are listed where it comes first. */
function isFirstIn(shown) {
  return ({ name }) => !shown.has(name) && shown.add(name);
}

function section({ name, signature, text, example, takes, gives }, mark) {
  const code = [signature, ...(example ? [example] : [])].join("\n");
  return [`### ${name}${mark}`, text, ...[...takes, ...gives].map(fieldList), `\`\`\`ts\n${code}\n\`\`\``].join("\n");
}

/** One line in the source, a list on the page. */
function fieldList({ name, fields }) {
  const lines = fields.map(({ name, type, text }) => `\`${name}: ${type}\`${text && ` ${text}`}`);
  return [`<br>${name}:`, ...lines].join("<br>");
}

/** What needs no words shares the first row. */
function table(values, title) {
  const plain = values.filter(({ text }) => text === "").map(({ short }) => `\`${short}\``);
  const rows = values.filter(({ text }) => text !== "").map(({ short, text }) => `| \`${short}\` | ${text} |`);
  return [`| ${title} | |`, "|---|---|", ...(plain.length > 0 ? [`| ${plain.join(", ")} | |`] : []), ...rows].join(
    "\n",
  );
}

/** Asks TypeScript's own checker about the project. */
function withCode(ask) {
  const api = new API({ cwd: root });
  try {
    return ask(checkedCode(api));
  } finally {
    api.close();
  }
}

function checkedCode(api) {
  const config = join(root, "tsconfig.build.json");
  const project = api.updateSnapshot({ openProject: config }).getProject(config);
  const { checker, program } = project;

  function valuesOf(file) {
    const entry = checker.getSymbolAtLocation(program.getSourceFile(join(root, file)));
    return checker
      .getExportsOfModule(entry)
      .filter((exported) => !exported.declarations.some((own) => isTypeOnly(own.resolve(project))))
      .map((exported) => ({ exported, symbol: checker.getAliasedSymbol(exported) }))
      .filter(({ symbol }) => symbol.flags & SymbolFlags.Value)
      .map(({ exported, symbol }) => described(exported.name, symbol));
  }

  function described(name, symbol) {
    const declaration = symbol.declarations[0].resolve(project);
    const parameters = declaration.parameters ?? [];
    const example = checker.getJsDocTagsOfSymbol(symbol).find((tag) => tag.name === "example");
    return {
      name,
      file: declaration.getSourceFile().fileName,
      isFunction: declaration.kind === SyntaxKind.FunctionDeclaration,
      text: oneLine(checker.getDocumentationCommentOfSymbol(symbol).split(/\n\s*\n/)[0]),
      example: example?.text.trim(),
      takes: parameters.flatMap(typesTaken),
      gives:
        declaration.type && declaration.kind === SyntaxKind.FunctionDeclaration ? typesGiven(declaration.type) : [],
      ...signatures(name, symbol, parameters.map(parameterOf), declaration.type && textOf(declaration.type)),
    };
  }

  function signatures(name, symbol, parameters, made) {
    if (symbol.flags & SymbolFlags.Class) return { signature: `class ${name}`, short: name };
    if (!(symbol.flags & SymbolFlags.Function)) {
      const type = checker.typeToString(checker.getTypeOfSymbol(symbol));
      return { signature: `const ${name}: ${type}`, short: name };
    }
    const list = (part) => parameters.map(part).join(", ");
    return {
      signature: `function ${name}(${list(({ name, type }) => `${name}: ${type}`)}): ${made}`,
      short: `${name}(${list(({ name }) => name)})`,
    };
  }

  function parameterOf(parameter) {
    const type = parameter.type
      ? textOf(parameter.type)
      : checker.typeToString(checker.getTypeAtLocation(parameter.name));
    const taken = parameter.name.kind === SyntaxKind.Identifier ? textOf(parameter.name) : nameFor(type);
    return { name: taken + (parameter.questionToken || parameter.initializer ? "?" : ""), type };
  }

  /** What a parameter takes: options, with or without `Partial`, and what a user has to put together. */
  function typesTaken({ type }) {
    const [name] = (type && /\b([A-Z]\w*Options|ReadingPage|Described|Chapter)\b/.exec(textOf(type))) ?? [];
    if (name === undefined) return [];
    const given = checker.getTypeFromTypeNode(type);
    const [one = given] = checker.isArrayType(given) ? checker.getTypeArguments(given) : [];
    return [{ name, fields: fieldsOf(one) }];
  }

  /** The interfaces of ours that a function gives, and those in their fields. */
  function typesGiven(node) {
    const given = new Map();
    const visit = (type) => {
      if (type.isUnionType()) for (const each of type.getTypes()) visit(each);
      if (!type.isObjectType()) return;
      const symbol = type.getSymbol();
      if (checker.isArrayType(type) || symbol?.name === "Promise")
        for (const each of checker.getTypeArguments(type)) visit(each);
      const declaration = symbol?.declarations?.[0]?.resolve(project);
      const isOurs = declaration?.kind === SyntaxKind.InterfaceDeclaration && isSource(declaration);
      if (!isOurs || given.has(symbol.name)) return;
      given.set(symbol.name, { name: symbol.name, fields: fieldsOf(type) });
      for (const field of checker.getPropertiesOfType(type)) visit(checker.getTypeOfSymbol(field));
    };
    visit(checker.getTypeFromTypeNode(node));
    return [...given.values()];
  }

  function isSource(declaration) {
    return /\/packages\/[a-z]+\/src\//.test(declaration.getSourceFile().fileName);
  }

  /** The fields of a type, in the order of its declaration. */
  function fieldsOf(type) {
    return checker.getPropertiesOfType(type).map((field) => {
      const declaration = field.declarations?.[0]?.resolve(project);
      const own = declaration?.kind === SyntaxKind.PropertySignature && declaration.type;
      return {
        name: field.name + (field.flags & SymbolFlags.Optional ? "?" : ""),
        type: own ? textOf(own) : checker.typeToString(checker.getTypeOfSymbol(field)).replace(/ \| undefined$/, ""),
        text: oneLine(checker.getDocumentationCommentOfSymbol(field)) || describedBySchema(declaration),
      };
    });
  }

  /** What a zod schema says of a field: `z.boolean().describe("…")`. */
  function describedBySchema(declaration) {
    const said = declaration && /\.describe\(\s*"([^"]*)"/.exec(textOf(declaration))?.[1];
    return said ? `${said[0].toUpperCase()}${said.slice(1)}.` : "";
  }

  return { valuesOf };
}

/** Of `export type { … }` and `export { type … }`. */
function isTypeOnly(specifier) {
  return specifier.isTypeOnly || specifier.parent?.parent?.isTypeOnly;
}

function textOf(node) {
  return oneLine(node.getText());
}

function oneLine(text) {
  return text.trim().replace(/\s+/g, " ");
}

/** `{ title, map }: AssignOptions` is called `options`, `{ chapters }: Story` `story`. */
function nameFor(type) {
  if (!/^[A-Z]\w*$/.test(type) || type.endsWith("Options")) return "options";
  return type[0].toLowerCase() + type.slice(1);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const file = join(root, "docs", "api.md");
  writeFileSync(file, readApi().page);
  process.stdout.write(`${relative(root, file)} is written.\n`);
}
