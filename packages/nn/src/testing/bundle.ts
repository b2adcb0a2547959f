import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The workspace's root. */
export const root = fileURLToPath(new URL("../../../../", import.meta.url));

/** A folder of scripts that import packages by their names; run with `process.execArgv`, they get the sources. */
export class Scripts {
  private readonly folder: string;

  constructor() {
    const cache = join(root, "node_modules", ".cache");
    mkdirSync(cache, { recursive: true });
    this.folder = mkdtempSync(join(cache, "nn-test-"));
  }

  script(name: string, source: string): string {
    const file = join(this.folder, `${name}.mjs`);
    writeFileSync(file, source);
    return file;
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
