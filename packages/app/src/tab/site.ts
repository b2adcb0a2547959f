import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";
import { kept, offline, type SiteFiles } from "./offline.ts";

const packages = fileURLToPath(new URL("../../../", import.meta.url));
const tab = join(packages, "app/src/tab");

/** What a page has in place of what needs Node. */
const instead = replacing(
  Object.fromEntries(
    Object.entries({
      "app/src/team/audit.ts": "app/src/tab/instead/audit.ts",
      "app/src/web/backend.ts": "app/src/web/tab/backend.ts",
      "app/src/web/parts/frame/library-tools.ts": "app/src/web/tab/library-tools.tsx",
      "corpus/src/node.ts": "corpus/src/index.ts",
      "align/src/node.ts": "align/src/node.browser.ts",
      "align/src/encoder/model-folder.ts": "app/src/tab/instead/encoder-files.ts",
      "align/src/encoder/vector-cache.ts": "app/src/tab/instead/encoder-files.ts",
      "align/src/encoder/weights-file.ts": "app/src/tab/instead/encoder-files.ts",
      "nn/src/backends/onnx/runtime.ts": "app/src/tab/instead/onnx-runtime.ts",
      ...nothingOf("screens/results.tsx", "team/menu.tsx", "team/screen.tsx"),
      "app/src/web/aligning.encoder.ts": "app/src/web/tab/aligning.encoder.ts",
      "base/src/digest.ts": "app/src/tab/instead/digest.ts",
      "formats/src/documents/pdf-thread.ts": "formats/src/documents/pdf-thread.browser.ts",
      "runs/src/jobs/threads.ts": "app/src/tab/instead/threads.ts",
    }).map(([from, to]) => [join(packages, from), join(packages, to)]),
  ),
);
function nothingOf(...modules: readonly string[]) {
  return Object.fromEntries(modules.map((path) => [`app/src/web/${path}`, "app/src/web/page/nothing.ts"]));
}

const builtin: Readonly<Record<string, string>> = { "node:fs": "disk.ts", "node:path": "path.ts" };
const ofNode = "\0of-node:";

/** Loads one module in place of another, by their paths. */
export function replacing(modules: Readonly<Record<string, string>>): Plugin {
  return {
    name: "replacing",
    enforce: "pre",
    async resolveId(source, importer) {
      if (importer === undefined || source.startsWith("\0")) return null;
      const found = await this.resolve(source, importer, { skipSelf: true });
      return found === null ? null : (modules[found.id] ?? found);
    },
  };
}

/** Replaces what needs Node, and fails where anything of Node is left in what a browser loads. */
export function withoutNode(): Plugin[] {
  return [instead, ofRuntime, ofNodeNothing];
}

const ofNodeNothing: Plugin = {
  name: "without-node",
  enforce: "pre",
  resolveId(source) {
    const own = builtin[source];
    if (own !== undefined) return join(tab, "instead", own);
    return source.startsWith("node:") ? { id: ofNode + source.slice(5), moduleSideEffects: false } : null;
  },
  async load(id) {
    if (!id.startsWith(ofNode)) return null;
    const name = id.slice(ofNode.length);
    const names = Object.keys(await import(`node:${name}`)).filter((each) => each !== "default");
    return `${names.map((each) => `export const ${each} = undefined;`).join("\n")}\nexport default undefined;`;
  },
  generateBundle(_, bundle) {
    for (const chunk of Object.values(bundle))
      if (chunk.type === "chunk")
        for (const [id, { renderedLength }] of Object.entries(chunk.modules))
          if (id.startsWith(ofNode) && renderedLength > 0)
            this.error(`${chunk.name} needs ${id.slice(ofNode.length)} of Node.`);
  },
};

/** What runs an encoder in a page; `npm run site` fetches it. */
const runtime = join(packages, "../.runtime/web/node_modules/onnxruntime-web/dist");
const program = join(runtime, "ort-wasm-simd-threaded.wasm");

/** The encoder's files under an address of their own, and their size, for whoever asks for it. */
export function withEncoder(): Plugin[] {
  if (!existsSync(program)) return [];
  const names = ["model.onnx", "tokenizer.json", "config.json", "aligner.json"];
  const files = names.map((name) => ({ name, source: readFileSync(join(packages, "encoder", name)) }));
  const hash = createHash("sha256");
  for (const { source } of files) hash.update(source);
  const folder = `encoder/${hash.digest("hex").slice(0, 8)}`;
  const bytes = files.reduce((sum, { source }) => sum + source.length, statSync(program).size);
  const encoder = { folder: `../${folder}`, size: Math.round(bytes / 1e6) };
  return [
    {
      name: "with-encoder",
      config: () => ({ define: { "import.meta.env.encoder": JSON.stringify(encoder) } }),
      generateBundle() {
        for (const { name, source } of files) this.emitFile({ type: "asset", fileName: `${folder}/${name}`, source });
      },
    },
  ];
}

/** Of the runtime a page needs one file, or none where it was not fetched. */
const ofRuntime: Plugin = {
  name: "of-runtime",
  enforce: "pre",
  resolveId: (source) => {
    if (source !== "onnxruntime-web/wasm") return null;
    return existsSync(program) ? join(runtime, "ort.wasm.bundle.min.mjs") : { id: `${ofNode}nothing`, external: true };
  },
};

/** The corpora that the page can open, by their works. */
export type SharedIndex = readonly {
  readonly name: string;
  readonly label: string;
  readonly works: readonly { readonly folder: string; readonly title: string }[];
}[];

/** Writes each work of the shipped corpora as a file, which is fetched when it is opened. */
export function sharedCorpora(corpora: Readonly<Record<string, string>>): Plugin {
  return {
    name: "shared-corpora",
    generateBundle() {
      const emit = (fileName: string, value: unknown) =>
        this.emitFile({ type: "asset", fileName: `corpora/${fileName}`, source: JSON.stringify(value) });
      const index: SharedIndex = Object.entries(corpora).map(([name, label]) => {
        const root = join(packages, "../corpora", name);
        const { works } = JSON.parse(readFileSync(join(root, "corpus.json"), "utf8"));
        return {
          name,
          label,
          works: works.map((entry: { title: string; folder?: string }, number: number) => {
            emit(`${name}/${number}.json`, { entry, files: filesOf(root, entry.folder ?? entry.title) });
            return { folder: String(number), title: entry.title };
          }),
        };
      });
      emit("index.json", index);
    },
  };
}

function filesOf(root: string, folder: string): Record<string, string> {
  const folders = ["stories", "summaries", "manual_alignments"].map((section) => `${section}/${folder}`);
  const paths = folders
    .filter((path) => existsSync(join(root, path)))
    .flatMap((path) => readdirSync(join(root, path)).map((name) => `${path}/${name}`));
  return Object.fromEntries(paths.map((path) => [path, readFileSync(join(root, path), "utf8")]));
}

/** The page may load its own files, nothing else. */
export const policy: Plugin = {
  name: "policy",
  transformIndexHtml: (html) =>
    html.replace(
      "<title>",
      `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'" />\n    <title>`,
    ),
};

/** How a worker fetches its data. */
export const keeping = kept.toString();

/** Writes the service worker, which knows every file of the site. */
export const withoutNetwork: Plugin = {
  name: "without-network",
  writeBundle({ dir = "" }) {
    const assets = readdirSync(join(dir, "assets")).map((name) => `./assets/${name}`);
    const ofEncoder = existsSync(join(dir, "encoder")) ? readdirSync(join(dir, "encoder"), { recursive: true }) : [];
    const isForAll = (file: string) => statSync(join(dir, file)).size < 1e6 && !/\/(open|ort)[.-]/.test(file);
    const files: SiteFiles = {
      first: ["./", ...assets.filter(isForAll)],
      all: ["./", ...assets, ...ofEncoder.map((name) => `./encoder/${name}`)],
    };
    writeFileSync(join(dir, "offline.js"), `(${offline.toString()})(${JSON.stringify(files)});\n`);
  },
};
