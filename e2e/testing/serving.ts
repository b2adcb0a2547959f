import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { copySample } from "@plotline/corpus/testing";
import { kill } from "@plotline/runs/testing";
import { root } from "./plotline.ts";

/** A copy of the sample corpus, served by the real command in a process of its own. */
export class ServedSample {
  /** Where it is, and the printed address that lets a browser in. */
  address = "";
  link = "";
  private process: ChildProcess | undefined;

  /** A copy of its own, or one that another server serves too. */
  constructor(
    readonly folder = join(mkdtempSync(join(tmpdir(), "plotline-app-")), "sample"),
    isShared = false,
  ) {
    if (!isShared) copySample(this.folder);
  }

  async start(port?: number, ...more: string[]): Promise<void> {
    const words = ["serve", this.folder, "--port", String(port ?? 0), "--quiet", ...more];
    const program = join(root, "packages", "plotline", "bin", "plotline.mjs");
    const server = spawn(process.execPath, [program, ...words], { stdio: ["ignore", "pipe", "inherit"] });
    this.process = server;
    const [printed] = await once(server.stdout, "data");
    this.link = String(printed).trim();
    this.address = new URL(this.link).origin;
  }

  get pid(): number {
    return this.process?.pid ?? 0;
  }

  /** As a program asks that was given the token. */
  fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const authorization = `Bearer ${new URL(this.link).searchParams.get("token")}`;
    return fetch(`${this.address}${path}`, { ...init, headers: { ...init.headers, authorization } });
  }

  /** Sends a change as a program. */
  send(path: string, body: unknown, method = "POST"): Promise<Response> {
    return this.fetch(path, { method, headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
  }

  /** Asks it to stop, and waits until it has. */
  async stop(): Promise<void> {
    const ended = this.process === undefined ? undefined : once(this.process, "exit");
    this.process?.kill("SIGTERM");
    await ended;
  }

  kill(): Promise<void> {
    return kill(this.process);
  }

  async end(): Promise<void> {
    await this.kill();
    rmSync(join(this.folder, ".."), { recursive: true, force: true });
  }
}
