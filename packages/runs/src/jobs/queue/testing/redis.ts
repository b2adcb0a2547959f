import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { portToKeep } from "@plotline/base/testing";
import { find } from "../../../../../../scripts/components.mjs";
import { kill } from "./kill.ts";

const server = find("redis") ?? "";

/** A Redis of our own on a free port of this machine, with its files in a folder that goes away. */
export class OwnRedis {
  private folder = "";
  private process: ChildProcess | undefined;
  port = 0;

  constructor(private readonly settings: readonly string[] = ["--appendonly", "yes"]) {}

  get address(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  async start(): Promise<this> {
    this.port ||= await portToKeep();
    this.folder ||= mkdtempSync(join(tmpdir(), "plotline-redis-"));
    const words = [
      "--port",
      String(this.port),
      "--bind",
      "127.0.0.1",
      "--dir",
      this.folder,
      "--save",
      "",
      ...this.settings,
    ];
    this.process = spawn(server, words, { stdio: "ignore" });
    while (!(await answers(this.port))) {
      if (this.process.exitCode !== null) throw new Error(`${server} ended: it does not take ${words.join(" ")}`);
      await sleep(20);
    }
    return this;
  }

  /** Lets it keep its connections and answer nothing. */
  pause(): void {
    this.process?.kill("SIGSTOP");
  }

  resume(): void {
    this.process?.kill("SIGCONT");
  }

  kill(): Promise<void> {
    return kill(this.process);
  }

  async remove(): Promise<void> {
    await this.kill();
    if (this.folder !== "") rmSync(this.folder, { recursive: true, force: true });
  }
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => resolve(true)).on("error", () => resolve(false));
    socket.unref().on("connect", () => socket.destroy());
  });
}
