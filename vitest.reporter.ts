import { relative } from "node:path";
import type { Reporter, SerializedError, TestCase, TestModule, TestSuite } from "vitest/node";
import { componentsOf, missing } from "./scripts/components.mjs";

/** The last lines of a run: for each reason why tests were skipped one sentence, then the counts. */
export class ClosingLines implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const inState = (state: string) => tests.filter((test) => test.result().state === state);
    const skipped = inState("skipped");
    const brokenSuites = modules
      .flatMap((module) => [module, ...module.children.allSuites()])
      .filter((suite) => suite.errors().length > 0);
    const failed = inState("failed").length + brokenSuites.length + unhandled.length;
    const lines = [
      ...filesByReason(skipped).map(([reason, files]) => `Skipped in ${[...files].join(", ")}: ${reason}.`),
      `${inState("passed").length} passed, ${failed} failed, ${skipped.length} skipped`,
    ];
    process.stdout.write(`\n${lines.join("\n")}\n`);
  }
}

function filesByReason(skipped: readonly TestCase[]): [string, Set<string>][] {
  const found = new Map<string, Set<string>>();
  for (const test of skipped) {
    const file = relative(test.project.config.root, test.module.moduleId);
    for (const reason of reasonsOf(test)) found.set(reason, (found.get(reason) ?? new Set()).add(file));
  }
  return [...found];
}

function reasonsOf(test: TestCase): string[] {
  const result = test.result();
  if (result.state === "skipped" && result.note !== undefined) return [result.note];
  if (suitesAround(test).some((suite) => suite.errors().length > 0)) return ["what they need could not be set up"];
  const reasons = componentsOf(test.module.moduleId)
    .map(missing)
    .filter((reason) => reason !== undefined);
  return reasons.length > 0 ? reasons : ["they were not selected"];
}

function suitesAround({ parent }: TestCase | TestSuite): (TestSuite | TestModule)[] {
  return parent.type === "module" ? [parent] : [parent, ...suitesAround(parent)];
}
