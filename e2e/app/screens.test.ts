import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { describe, expect, test } from "vitest";
import { openApp } from "../testing/app.ts";

const app = openApp();

describe("every screen", () => {
  const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

  test.each(["light", "dark"] as const)("is accessible in %s: axe finds nothing serious", async (colorScheme) => {
    await app.page.context().close();
    app.page = await app.newPage({ colorScheme, bypassCSP: true });
    for (const screen of ["", "quiz", "results", "read", "matrix", "annotate", "settle"]) {
      if (["", "quiz", "results"].includes(screen)) await app.page.goto(`${app.sample.address}/${screen}`);
      else if (screen === "annotate") await app.openSheet("Eve");
      else await app.open(screen);
      await app.page.waitForTimeout(300);
      await app.page.evaluate(axe);
      const found = await app.page.evaluate(`axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) =>
        violations.filter(({ impact }) => impact === "serious" || impact === "critical")
          .map(({ id, nodes }) => id + ": " + nodes.slice(0, 3).map(({ html }) => html).join(" | ")))`);
      expect(found, screen).toEqual([]);
    }
  });

  test("says what is wrong with an address that leads nowhere", async () => {
    await app.page.goto(`${app.sample.address}/read/Nonesuch/0`);
    await app.page.getByRole("alert").getByText('There is no work "Nonesuch"').waitFor();
    app.faults = app.faults.filter((fault) => !fault.includes("404"));
  });
});
