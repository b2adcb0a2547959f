// The app as static files, in site/: any file server has it then, under any address.
import { join } from "node:path";
import { build } from "vite";
import { setup as compileKernel } from "./kernel.mjs";
import { installPackages, root } from "./setup.mjs";

installPackages();
compileKernel();
await build({
  configFile: join(root, "packages", "app", "src", "web", "vite.config.ts"),
  mode: "site",
  logLevel: "warn",
  build: { outDir: join(root, "site"), emptyOutDir: true },
});
