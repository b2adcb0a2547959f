import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./plotline.ts";

/** A command line that a document shows: its words after `plotline`. */
export interface Shown {
  readonly document: string;
  readonly line: string;
  readonly words: readonly string[];
}

/** The command lines of every Markdown file that shows a user how to use plotline, each once, in their order. */
export function documentedCommands(): Shown[] {
  const docs = readdirSync(join(root, "docs")).filter((name) => name.endsWith(".md"));
  const documents = ["README.md", ...docs.sort().map((name) => `docs/${name}`), "packages/nn/README.md"];
  const found = new Map<string, Shown>();
  for (const shown of documents.flatMap(commandLines)) {
    const line = shown.words.join(" ");
    if (!found.has(line)) found.set(line, shown);
  }
  return [...found.values()];
}

/** Lines of code blocks, and what sentences quote. */
function commandLines(document: string): Shown[] {
  const text = readFileSync(join(root, document), "utf8");
  const blocks = [...text.matchAll(/^```\w*\n([\s\S]*?)^```$/gm), ...text.matchAll(/^( {4}\S.*)$/gm)];
  const typed = blocks
    .flatMap(([, block = ""]) => block.split("\n"))
    .map((line) => line.replace(/\s+# .*$/, "").trim());
  const sentences = text.replaceAll(/^```[\s\S]*?^```$/gm, "");
  const quoted = [...sentences.matchAll(/`([^`\n]+)`/g)].map(([, code = ""]) => code);
  const lines = [...typed, ...quoted].filter((line) => /^(npx )?plotline /.test(line));
  return lines.map((line) => ({ document, line, words: wordsOf(line.replace(/^(npx )?plotline /, "")) }));
}

/** A command that a sentence merely names, such as `plotline evaluate`. */
export function isName({ words }: Shown): boolean {
  return words.every((word) => /^[a-z][a-z-]*$/.test(word));
}

function wordsOf(line: string): string[] {
  return [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? "");
}
