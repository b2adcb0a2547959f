// The app as static files, in site/: any file server has it then, under any address. With --without-encoder it offers
// none, and what runs one need not be fetched.
import { join } from "node:path";
import { build } from "vite";
import { setup as compileKernel } from "./kernel.mjs";
import { installPackages, installTabRuntime, root } from "./setup.mjs";

installPackages();
if (!process.argv.includes("--without-encoder")) installTabRuntime();
compileKernel();
await build({
  configFile: join(root, "packages", "app", "src", "web", "vite.config.ts"),
  mode: "site",
  logLevel: "warn",
  build: { outDir: join(root, "site"), emptyOutDir: true },
});
