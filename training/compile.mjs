// training/ is TypeScript over src/, outside the package: what scripts and benches take from it is compiled when they start, and
// its imports of src/ are those of dist/, so that a class is the same one everywhere.
import { join, relative, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { root } from "../scripts/setup.mjs";

/** A module of training/, such as "pointer/train.ts". */
export async function compiled(path) {
  const { outputFiles } = await build({
    entryPoints: [join(root, "training", path)],
    bundle: true,
    format: "esm",
    platform: "node",
    write: false,
    plugins: [{ name: "src is built", setup: takeFromDist }],
  });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`);
}

function takeFromDist(bundler) {
  bundler.onResolve({ filter: /\/src\/.*\.ts$/ }, ({ path, resolveDir }) => {
    const source = relative(join(root, "src"), resolve(resolveDir, path));
    const built = join(root, "dist", source.replace(/\.ts$/, ".js"));
    return { path: pathToFileURL(built).href, external: true };
  });
}
