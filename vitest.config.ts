import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { ClosingLines } from "./vitest.reporter.ts";

/** Packages are read from their sources, by tests and by the threads they start. */
const condition = "@plotline/source";
const sources = fileURLToPath(new URL("scripts/sources.mjs", import.meta.url));

/** What changes nothing outside itself: one process loads its code once for all of these tests. */
const shared = ["text", "align", "app/src/team", "nn/src/ops"].map((folder) => `packages/${folder}/**/*.test.ts`);

/** `npm run test:all` and CI run these too. */
const slow = process.env["PLOTLINE_ALL"] ? [] : ["**/*.slow.test.ts"];

export default defineConfig({
  ssr: { resolve: { conditions: [condition] } },
  test: {
    projects: [
      { extends: true, test: { name: "shared", include: shared, isolate: false } },
      {
        extends: true,
        test: {
          name: "alone",
          include: ["packages/*/src/**/*.test.ts", "e2e/**/*.test.ts", "training/**/*.test.ts"],
          exclude: [...shared, ...slow, "**/node_modules/**"],
        },
      },
    ],
    execArgv: [`--conditions=${condition}`, `--import=${sources}`],
    globalSetup: ["./scripts/kernel.mjs"],
    setupFiles: ["./vitest.setup.ts"],
    reporters: ["default", new ClosingLines()],
    // Commands run as they were built when the tests began, whatever is edited meanwhile.
    env: { PLOTLINE_AS_BUILT: "1" },
    // Many tests wait for processes that they start: on two cores, two files at a time take two thirds of the time. CI,
    // where nobody waits, leaves it to Vitest, so that its verdict depends less on load.
    ...(process.env["CI"] ? {} : { maxWorkers: "100%" }),
    // Time-outs only end what hangs: a machine that is busy with other things is slow, not wrong.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
