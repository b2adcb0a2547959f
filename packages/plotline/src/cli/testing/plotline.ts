export { sample } from "@plotline/corpus/testing";

import { afterAll, beforeAll, expect, vi } from "vitest";
import { main } from "../main.ts";

/** What a command line prints and how it ends. */
export function plotline(...line: string[]): Promise<Ran> {
  return heard(() => main(line));
}

/** What a command line with a fault says: a sentence, with exit code 2. */
export async function refusal(...line: string[]): Promise<string> {
  const { code, err } = await plotline(...line);
  expect(code, err).toBe(2);
  expect(err).toMatch(/^plotline: .+/m);
  expect(err).not.toMatch(/\n\s+at /);
  return err;
}

/** For files that run many commands: each listens for the end of the process. */
export function manyCommands(): void {
  const allow = (listeners: number) => {
    for (const emitter of [process, process.stdout]) emitter.setMaxListeners(listeners);
  };
  beforeAll(() => allow(100));
  afterAll(() => allow(10));
}

export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs a command in this process and listens to what it prints. */
export async function heard(run: () => Promise<number>): Promise<Ran> {
  const said = { out: "", err: "" };
  const hear = (side: "out" | "err") => (text: string | Uint8Array) => {
    said[side] += text;
    return true;
  };
  const listeners = [
    vi.spyOn(process.stdout, "write").mockImplementation(hear("out")),
    vi.spyOn(process.stderr, "write").mockImplementation(hear("err")),
  ];
  process.exitCode = undefined;
  try {
    const code = await run();
    return { code, ...said };
  } finally {
    process.exitCode = undefined;
    for (const listener of listeners) listener.mockRestore();
  }
}
