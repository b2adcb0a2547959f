import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { vi } from "vitest";
import { temporaryFolder } from "../../corpus/testing/folder.ts";
import { main } from "../main.ts";

export const sample = fileURLToPath(new URL("../../../corpora/sample", import.meta.url));

/** What a command line prints and how it ends. */
export function plotline(...line: string[]): Promise<Ran> {
  return heard(() => main(line));
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

/** The sample corpus with two works to train on and one to validate on. */
export function sampleToTrainOn(): string {
  const corpus = temporaryFolder();
  cpSync(sample, corpus, { recursive: true });
  const file = join(corpus, "corpus.json");
  const manifest = JSON.parse(readFileSync(file, "utf8"));
  for (const work of manifest.works.slice(0, 2)) work.split = "train";
  writeFileSync(file, JSON.stringify(manifest));
  return corpus;
}
