import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin } from "vite";
import { keeping, policy, sharedCorpora, withEncoder, withoutNetwork, withoutNode } from "../tab/site.ts";
import { forReaders, inOneFile, withReadingPage } from "./page/build.ts";

const shared = { sample: "the sample", open: "the open corpus", "king-james": "King James" };
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The app's page as a server sends it; with `--mode site` as static files that need none. */
export default defineConfig(({ mode }) => ({
  root: here("."),
  base: mode === "site" ? "./" : "/",
  plugins: pluginsOf(mode),
  resolve: { conditions: ["@plotline/source", "browser", "module", "import", "default"] },
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: {
    outDir: here("../../dist/web"),
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: mode === "page" ? false : { polyfill: false },
    cssCodeSplit: mode !== "page",
    // How long plugins took is no news to whoever starts plotline on a slow machine.
    rolldownOptions: { checks: { bundlerTimings: false }, ...(mode === "page" && inOneScript) },
  },
  worker: {
    format: "es",
    plugins: () => (mode === "site" ? [withoutNode(), fetchedData(keeping)] : [fetchedData("fetch")]),
    // Weights that only unused parts of a package read are not even loaded, and so not written.
    rolldownOptions: { experimental: { lazyBarrel: true } },
  },
}));

const inOneScript = {
  input: here("./page/main.tsx"),
  output: { codeSplitting: false },
};

function pluginsOf(mode: string) {
  if (mode === "page") return [forReaders, inOneFile];
  const page = withReadingPage(here("./vite.config.ts"));
  return mode === "site" ? [withoutNode(), withEncoder(), policy, sharedCorpora(shared), page, withoutNetwork] : [page];
}

/** Weights and the word table are data: the worker fetches them next to its code instead of parsing them as part of it. */
function fetchedData(by: string): Plugin {
  const mark = "\0data:";
  return {
    name: "fetched-data",
    enforce: "pre",
    resolveId(source, importer) {
      if (!/\/(weights|token-table)\.json$/.test(source) || importer === undefined) return null;
      // Fetching looks like an effect: what nothing reads would be fetched for nothing.
      return { id: `${mark}${join(dirname(importer), source)}.js`, moduleSideEffects: false };
    },
    load(id) {
      if (!id.startsWith(mark)) return null;
      const url = JSON.stringify(`${id.slice(mark.length, -".js".length)}?url`);
      return `import url from ${url};\nexport default await (await (${by})(url)).json();`;
    },
  };
}
