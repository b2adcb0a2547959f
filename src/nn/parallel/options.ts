import { InvalidArgumentError, Option } from "commander";
import { defaultThreads } from "./defaults.ts";

/** `--threads`, for every command that trains: one number for the worker threads, each with a part of every batch. */
export function threadsOption(): Option {
  return new Option("--threads <number>", "how many threads compute at once")
    .default(defaultThreads(), `${defaultThreads()}, as this machine has cores`)
    .argParser(threadCount);
}

export function providerOption(): Option {
  return new Option("--provider <name>", "what computes: the processor or the graphics card")
    .choices(["cpu", "webgpu"])
    .default("cpu");
}

export function threadCount(text: string): number {
  if (!/^[1-9]\d{0,2}$/.test(text)) throw new InvalidArgumentError("a whole number from 1 to 999 is needed.");
  return Number(text);
}
