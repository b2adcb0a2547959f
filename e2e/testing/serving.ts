import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** A copy of the sample corpus, served by the real command in a process of its own. */
export class ServedSample {
  readonly folder = join(mkdtempSync(join(tmpdir(), "plotline-app-")), "sample");
  address = "";
  private process: ChildProcess | undefined;

  constructor() {
    cpSync(join(root, "corpora", "sample"), this.folder, { recursive: true });
    for (const made of ["annotators", "people", "runs"])
      rmSync(join(this.folder, made), { recursive: true, force: true });
  }

  async start(port = 0): Promise<void> {
    const words = [join(root, "bin", "plotline.mjs"), "serve", this.folder, "--port", String(port), "--quiet"];
    const server = spawn(process.execPath, words, { stdio: ["ignore", "pipe", "inherit"] });
    this.process = server;
    const [printed] = await once(server.stdout, "data");
    this.address = String(printed).trim().replace(/\/$/, "");
  }

  /** As a power cut would. */
  async kill(): Promise<void> {
    if (this.process === undefined) return;
    const ended = once(this.process, "exit");
    this.process.kill("SIGKILL");
    await ended;
    this.process = undefined;
  }

  async end(): Promise<void> {
    await this.kill();
    rmSync(join(this.folder, ".."), { recursive: true, force: true });
  }
}
