import { fileURLToPath } from "node:url";
import { vi } from "vitest";
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
