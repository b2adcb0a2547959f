import { readdirSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { needs } from "@plotline/base/testing";
import { afterAll, expect, test } from "vitest";
import { Scratch } from "./testing/plotline.ts";
import { Running } from "./testing/processes.ts";

const scratch = new Scratch();
afterAll(() => scratch.remove());

/** The environment of a process that does not find onnxruntime-node, in any of its threads. */
function withoutOnnxRuntime(): NodeJS.ProcessEnv {
  const resolve = `export async function resolve(name, context, next) {
    if (name === "onnxruntime-node") throw new Error("Cannot find package 'onnxruntime-node'");
    return next(name, context);
  }`;
  const hooks = scratch.path("hooks.mjs");
  const preload = scratch.path("preload.mjs");
  writeFileSync(hooks, resolve);
  writeFileSync(
    preload,
    `import { register } from "node:module";\nregister(${JSON.stringify(pathToFileURL(hooks))});\n`,
  );
  return { NODE_OPTIONS: `--import ${pathToFileURL(preload)}` };
}

test("without onnxruntime-node a training says so and ends", async () => {
  const words = ["paper", "train", scratch.sample("none"), "--quick", "--only", "cloze-tfidf"];
  const { code, err } = await new Running(words, withoutOnnxRuntime()).ended();
  expect(code).toBe(2);
  expect(err).toContain("plotline: Training needs the package onnxruntime-node, which cannot be loaded: npm install");
});

needs("onnxruntime").test("a table that is stopped with Ctrl-C says what it has", async () => {
  const corpus = scratch.sample("table");
  const running = new Running(["paper", "train", corpus, "--quick", "--only", "cloze"]);
  while (running.isRunning && !hasBegunTraining(corpus)) await sleep(20);
  const { code, err } = await running.end("SIGINT");
  expect([code, err]).toEqual([0, expect.stringContaining("Stopping after this step; what was trained is saved.")]);
});

function hasBegunTraining(corpus: string): boolean {
  const files = readdirSync(corpus, { recursive: true, encoding: "utf8" });
  return files.some((path) => path.startsWith("runs") && path.endsWith("metrics.jsonl"));
}
