import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin } from "vite";
import { policy, sharedCorpora, withoutNetwork, withoutNode } from "../tab/site.ts";

const shared = { sample: "the sample", open: "the open corpus", "king-james": "King James" };
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The app's page as a server sends it; with `--mode site` as static files that need none. */
export default defineConfig(({ mode }) => ({
  root: here("."),
  base: mode === "site" ? "./" : "/",
  plugins: mode === "site" ? [withoutNode(), policy, sharedCorpora(shared), withoutNetwork] : [],
  resolve: { conditions: ["@plotline/source", "browser", "module", "import", "default"] },
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: {
    outDir: here("../../dist/web"),
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // How long plugins took is no news to whoever starts plotline on a slow machine.
    rolldownOptions: { checks: { bundlerTimings: false } },
  },
  worker: {
    format: "es",
    plugins: () => (mode === "site" ? [withoutNode(), fetchedWeights()] : [fetchedWeights()]),
    // Weights that only unused parts of a package read are not even loaded, and so not written.
    rolldownOptions: { experimental: { lazyBarrel: true } },
  },
}));

/** Weights are data: the worker fetches them next to its code instead of parsing them as part of it. */
function fetchedWeights(): Plugin {
  const mark = "\0weights:";
  return {
    name: "fetched-weights",
    enforce: "pre",
    resolveId(source, importer) {
      if (!source.endsWith("/weights.json") || importer === undefined) return null;
      // Fetching looks like an effect: weights that nothing reads would be fetched for nothing.
      return { id: `${mark}${join(dirname(importer), source)}.js`, moduleSideEffects: false };
    },
    load(id) {
      if (!id.startsWith(mark)) return null;
      const url = JSON.stringify(`${id.slice(mark.length, -".js".length)}?url`);
      return `import url from ${url};\nexport default await (await fetch(url)).json();`;
    },
  };
}
