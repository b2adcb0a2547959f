import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { vi } from "vitest";
import { temporaryFolder } from "../../corpus/testing/folder.ts";
import { main } from "../main.ts";

export const sample = fileURLToPath(new URL("../../../corpora/sample", import.meta.url));

/** What a command line prints and how it ends. */
export async function plotline(...line: string[]): Promise<{ code: number; out: string; err: string }> {
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
    return { code: await main(line), ...said };
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
