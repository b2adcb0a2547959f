// training/ is TypeScript over the packages and in none of them: what scripts and benches take from it is compiled when they start,
// and its imports of packages are those of what was built, so that a class is the same one everywhere.
import { join } from "node:path";
import { build } from "esbuild";
import { root } from "../scripts/setup.mjs";

/** A module of training/, such as "names/train.ts". */
export async function compiled(path) {
  const { outputFiles } = await build({
    entryPoints: [join(root, "training", path)],
    bundle: true,
    format: "esm",
    platform: "node",
    write: false,
    plugins: [{ name: "packages are built", setup: takeAsBuilt }],
  });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`);
}

/** A module in a data: address resolves no names of packages, so they become addresses of files. */
function takeAsBuilt(bundler) {
  bundler.onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
    kind === "entry-point" || path.startsWith("node:")
      ? undefined
      : { path: import.meta.resolve(path), external: true },
  );
}
