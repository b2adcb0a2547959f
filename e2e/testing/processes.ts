import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { Ran } from "./plotline.ts";
import { root } from "./plotline.ts";

/** A command that runs while the test does, which may end it in any way. */
export class Running {
  out = "";
  err = "";
  private readonly process: ChildProcess;
  private readonly exit: Promise<unknown[]>;

  constructor(args: readonly string[], env: NodeJS.ProcessEnv = {}, cwd = process.cwd()) {
    this.process = spawn(process.execPath, [join(root, "packages", "plotline", "bin", "plotline.mjs"), ...args], {
      stdio: ["ignore", "pipe", "pipe"],
      cwd,
      env: { ...process.env, NO_COLOR: "1", ...env },
    });
    this.exit = once(this.process, "exit");
    this.process.stdout?.on("data", (text) => {
      this.out += text;
    });
    this.process.stderr?.on("data", (text) => {
      this.err += text;
    });
  }

  get isRunning(): boolean {
    return this.process.exitCode === null && this.process.signalCode === null;
  }

  /** Waits until it has printed this. */
  async says(text: string): Promise<this> {
    while (!this.out.includes(text)) {
      if (!this.isRunning) throw new Error(`it ended before it said "${text}": ${this.err}`);
      await Promise.race([once(this.process.stdout!, "data"), this.exit]);
    }
    return this;
  }

  async ended(): Promise<Ran> {
    await this.exit;
    return { code: this.process.exitCode, out: this.out, err: this.err };
  }

  async end(signal: NodeJS.Signals): Promise<Ran> {
    this.process.kill(signal);
    return this.ended();
  }
}
