import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What axe finds on a page, which must be opened with `bypassCSP` where it has a policy of its own. */
export function allFaults(page: Page): Promise<string[]> {
  return faults(page, "true");
}

export function seriousFaults(page: Page): Promise<string[]> {
  return faults(page, 'impact === "serious" || impact === "critical"');
}

async function faults(page: Page, which: string): Promise<string[]> {
  await page.evaluate(axe);
  return page.evaluate(`axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) =>
    violations.filter(({ impact }) => ${which})
      .map(({ id, nodes }) => id + ": " + nodes.slice(0, 3).map(({ html }) => html).join(" | ")))`);
}
