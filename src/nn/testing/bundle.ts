import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";

/** The project's root. */
export const root = fileURLToPath(new URL("../../../", import.meta.url));

/** A folder of bundled scripts, so that tests can start threads and processes from the TypeScript sources. */
export class Bundles {
  private readonly folder: string;

  constructor() {
    const cache = join(root, "node_modules", ".cache");
    mkdirSync(cache, { recursive: true });
    this.folder = mkdtempSync(join(cache, "nn-test-"));
  }

  /** The worker script, as a module next to whatever else is bundled. */
  async worker(): Promise<URL> {
    const made = await this.bundle("worker", fileURLToPath(new URL("../parallel/worker.ts", import.meta.url)));
    return pathToFileURL(made);
  }

  /** A script that imports from "plotline/nn". */
  async script(name: string, source: string): Promise<string> {
    const entry = join(this.folder, `${name}.source.mjs`);
    writeFileSync(entry, source);
    return this.bundle(name, entry);
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  private async bundle(name: string, entry: string): Promise<string> {
    const outfile = join(this.folder, `${name}.mjs`);
    const sources = fileURLToPath(new URL("../index.ts", import.meta.url));
    await build({
      entryPoints: [entry],
      outfile,
      bundle: true,
      platform: "node",
      format: "esm",
      target: "node20",
      alias: { "plotline/nn": sources },
      external: ["onnxruntime-node"],
      banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
      logLevel: "warning",
    });
    return outfile;
  }
}
