// Makes docs/api.md from the types and the doc comments of what the package exports.
//   npm run script -- api-docs      (packages/plotline/src/api-docs.test.ts fails where docs/api.md is not what this writes)
import { writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { type Node, SyntaxKind, type TypeNode } from "typescript/unstable/ast";
import { API, type Symbol as Declared, SymbolFlags, type Type, type TypeReference } from "typescript/unstable/sync";
import { root } from "./setup.mjs";

/** What `plotline` exports, in the order in which a newcomer meets it. */
const chapters: Readonly<Record<string, readonly string[]>> = {
  "Align a text": [...["align", "alignGuide", "likelihoods", "explain", "withEncoder", "cite", "openStory"]],
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

Made by \`npm run script -- api-docs\` from the code and its comments. Every example runs as a test; a line that ends in \`// → value\` has this value. Paragraphs and points are counted from 0.

| entry | for |
|---|---|
| \`plotline\` | Node: everything below up to \`@plotline/nn\` |
| \`plotline/browser\` | a tab: what is marked with ◦, the same code. A bundler takes only what the page uses: \`sentences\` comes without the aligner's weights |
| [\`@plotline/nn\`](#plotlinenn) | networks as functions, computed in a tab too |
| [\`@plotline/nn/node\`](#plotlinennnode) | their training in threads, on onnxruntime |`;

interface Field {
  readonly name: string;
  readonly type: string;
  readonly text: string;
}

/** Options that a function takes. */
interface Taken {
  readonly name: string;
  readonly fields: readonly Field[];
}

interface Exported {
  readonly name: string;
  readonly file: string;
  readonly isFunction: boolean;
  readonly text: string;
  readonly example: string | undefined;
  readonly takes: readonly Taken[];
  readonly gives: readonly Taken[];
  readonly signature: string;
  readonly short: string;
}

type Entries = Readonly<Record<"plotline" | "browser" | "nn" | "training", readonly Exported[]>>;

/** What each entry exports, and the whole of docs/api.md. */
export function readApi(): { readonly entries: Entries; readonly page: string } {
  return withCode(({ valuesOf }) => {
    const entries = {
      browser: valuesOf("packages/plotline/src/browser.ts"),
      plotline: valuesOf("packages/plotline/src/index.ts"),
      nn: valuesOf("packages/nn/src/index.ts"),
      training: valuesOf("packages/nn/src/node.ts"),
    };
    return { entries, page: pageOf(entries) };
  });
}

function pageOf({ browser, plotline, nn, training }: Entries): string {
  const inTab = new Set(browser.map(({ name }) => name));
  const known = new Map(plotline.map((each) => [each.name, each]));
  const isOperation = ({ file }: Exported) => file.includes("/ops/");
  const shown = new Set<string>();
  const show = (each: Exported, mark = "") =>
    section({ ...each, takes: each.takes.filter(isFirstIn(shown)), gives: each.gives.filter(isFirstIn(shown)) }, mark);
  const parts = [
    opening,
    ...Object.entries(chapters).flatMap(([title, names]) => [
      `## ${title}`,
      ...names.map((name) => show(known.get(name)!, inTab.has(name) ? " ◦" : "")),
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

function hasExample({ example }: Exported): boolean {
  return example !== undefined;
}

/** The fields of a type are listed where it comes first. */
function isFirstIn(shown: Set<string>) {
  return ({ name }: Taken) => !shown.has(name) && shown.add(name);
}

function section({ name, signature, text, example, takes, gives }: Exported, mark: string): string {
  const code = [signature, ...(example ? [example] : [])].join("\n");
  return [`### ${name}${mark}`, text, ...[...takes, ...gives].map(fieldList), `\`\`\`ts\n${code}\n\`\`\``].join("\n");
}

/** One line in the source, a list on the page. */
function fieldList({ name, fields }: Taken): string {
  const lines = fields.map(({ name, type, text }) => `\`${name}: ${type}\`${text && ` ${text}`}`);
  return [`<br>${name}:`, ...lines].join("<br>");
}

/** What needs no words shares the first row. */
function table(values: readonly Exported[], title: string): string {
  const plain = values.filter(({ text }) => text === "").map(({ short }) => `\`${short}\``);
  const rows = values.filter(({ text }) => text !== "").map(({ short, text }) => `| \`${short}\` | ${text} |`);
  return [`| ${title} | |`, "|---|---|", ...(plain.length > 0 ? [`| ${plain.join(", ")} | |`] : []), ...rows].join(
    "\n",
  );
}

/** Asks TypeScript's own checker about the project. */
function withCode<Answer>(ask: (code: ReturnType<typeof checkedCode>) => Answer): Answer {
  const api = new API({ cwd: root });
  try {
    return ask(checkedCode(api));
  } finally {
    api.close();
  }
}

function checkedCode(api: API) {
  const config = join(root, "tsconfig.build.json");
  const project = api.updateSnapshot({ openProject: config }).getProject(config)!;
  const { checker, program } = project;

  function valuesOf(file: string): Exported[] {
    const entry = checker.getSymbolAtLocation(program.getSourceFile(join(root, file))!)!;
    return checker
      .getExportsOfModule(entry)
      .filter((exported) => !exported.declarations.some((own) => isTypeOnly(own.resolve(project)!)))
      .map((exported) => ({ exported, symbol: checker.getAliasedSymbol(exported) }))
      .filter(({ symbol }) => symbol.flags & SymbolFlags.Value)
      .map(({ exported, symbol }) => described(exported.name, symbol));
  }

  function described(name: string, symbol: Declared): Exported {
    const declaration: Explained = symbol.declarations[0]!.resolve(project)!;
    const parameters = declaration.parameters ?? [];
    const example = checker.getJsDocTagsOfSymbol(symbol).find((tag) => tag.name === "example");
    return {
      name,
      file: declaration.getSourceFile().fileName,
      isFunction: declaration.kind === SyntaxKind.FunctionDeclaration,
      text: oneLine(checker.getDocumentationCommentOfSymbol(symbol).split(/\n\s*\n/)[0] ?? ""),
      example: example?.text?.trim(),
      takes: parameters.flatMap(typesTaken),
      gives:
        declaration.type && declaration.kind === SyntaxKind.FunctionDeclaration ? typesGiven(declaration.type) : [],
      ...signatures(name, symbol, parameters.map(parameterOf), declaration.type ? textOf(declaration.type) : ""),
    };
  }

  function signatures(name: string, symbol: Declared, parameters: readonly Parameter[], made: string) {
    if (symbol.flags & SymbolFlags.Class) return { signature: `class ${name}`, short: name };
    if (!(symbol.flags & SymbolFlags.Function)) {
      const type = checker.typeToString(checker.getTypeOfSymbol(symbol)!);
      return { signature: `const ${name}: ${type}`, short: name };
    }
    const list = (part: (parameter: Parameter) => string) => parameters.map(part).join(", ");
    return {
      signature: `function ${name}(${list(({ name, type }) => `${name}: ${type}`)}): ${made}`,
      short: `${name}(${list(({ name }) => name)})`,
    };
  }

  function parameterOf(parameter: ParameterNode): Parameter {
    const type = parameter.type
      ? textOf(parameter.type)
      : checker.typeToString(checker.getTypeAtLocation(parameter.name)!);
    const taken = parameter.name.kind === SyntaxKind.Identifier ? textOf(parameter.name) : nameFor(type);
    return { name: taken + (parameter.questionToken || parameter.initializer ? "?" : ""), type };
  }

  /** What a parameter takes: options, with or without `Partial`, and what a user has to put together. */
  function typesTaken({ type }: ParameterNode): Taken[] {
    const [name] = (type && /\b([A-Z]\w*Options|ReadingPage|Described|Chapter)\b/.exec(textOf(type))) ?? [];
    if (type === undefined || name === undefined) return [];
    const given = checker.getTypeFromTypeNode(type)!;
    const [one = given] = checker.isArrayType(given) ? argumentsOf(given) : [];
    return [{ name, fields: fieldsOf(one) }];
  }

  /** Of an array or a promise, which are references. */
  function argumentsOf(type: Type): readonly Type[] {
    return checker.getTypeArguments(type as TypeReference);
  }

  /** The interfaces of ours that a function gives, and those in their fields. */
  function typesGiven(node: TypeNode): Taken[] {
    const given = new Map<string, Taken>();
    const visit = (type: Type) => {
      if (type.isUnionType()) for (const each of type.getTypes()) visit(each);
      if (!type.isObjectType()) return;
      const symbol = type.getSymbol();
      if (checker.isArrayType(type) || symbol?.name === "Promise") for (const each of argumentsOf(type)) visit(each);
      const declaration = symbol?.declarations?.[0]?.resolve(project);
      const isOurs = declaration?.kind === SyntaxKind.InterfaceDeclaration && isSource(declaration);
      if (!isOurs || symbol === undefined || given.has(symbol.name)) return;
      given.set(symbol.name, { name: symbol.name, fields: fieldsOf(type) });
      for (const field of checker.getPropertiesOfType(type)) visit(checker.getTypeOfSymbol(field)!);
    };
    visit(checker.getTypeFromTypeNode(node)!);
    return [...given.values()];
  }

  function isSource(declaration: Node): boolean {
    return /\/packages\/[a-z]+\/src\//.test(declaration.getSourceFile().fileName);
  }

  /** The fields of a type, in the order of its declaration. */
  function fieldsOf(type: Type): Field[] {
    return checker.getPropertiesOfType(type).map((field) => {
      const declaration: Explained | undefined = field.declarations?.[0]?.resolve(project);
      const own = declaration?.kind === SyntaxKind.PropertySignature && declaration.type;
      return {
        name: field.name + (field.flags & SymbolFlags.Optional ? "?" : ""),
        type: own ? textOf(own) : checker.typeToString(checker.getTypeOfSymbol(field)!).replace(/ \| undefined$/, ""),
        text: oneLine(checker.getDocumentationCommentOfSymbol(field)) || describedBySchema(declaration),
      };
    });
  }

  /** What a zod schema says of a field: `z.boolean().describe("…")`. */
  function describedBySchema(declaration: Explained | undefined): string {
    const said = declaration && /\.describe\(\s*"([^"]*)"/.exec(textOf(declaration))?.[1];
    return said ? `${said.charAt(0).toUpperCase()}${said.slice(1)}.` : "";
  }

  return { valuesOf };
}

/** A declaration, of which some have these. */
interface Explained extends Node {
  readonly type?: TypeNode;
  readonly parameters?: readonly ParameterNode[];
  readonly isTypeOnly?: boolean;
}

interface ParameterNode extends Explained {
  readonly name: Node;
  readonly questionToken?: Node;
  readonly initializer?: Node;
}

/** As it is shown. */
interface Parameter {
  readonly name: string;
  readonly type: string;
}

/** Of `export type { … }` and `export { type … }`. */
function isTypeOnly(specifier: Explained): boolean {
  const list: Explained | undefined = specifier.parent?.parent;
  return specifier.isTypeOnly === true || list?.isTypeOnly === true;
}

function textOf(node: Node): string {
  return oneLine(node.getText());
}

function oneLine(text: string): string {
  return text.trim().replace(/\s+/g, " ");
}

/** `{ title, map }: AssignOptions` is called `options`, `{ chapters }: Story` `story`. */
function nameFor(type: string): string {
  if (!/^[A-Z]\w*$/.test(type) || type.endsWith("Options")) return "options";
  return type.charAt(0).toLowerCase() + type.slice(1);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const file = join(root, "docs", "api.md");
  writeFileSync(file, readApi().page);
  process.stdout.write(`${relative(root, file)} is written.\n`);
}
