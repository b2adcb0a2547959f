import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { expect } from "vitest";
import { needs } from "../../src/testing/needs.ts";
import { openApp } from "../testing/app.ts";
import { root } from "../testing/plotline.ts";

const { describe, test } = needs("chromium");
const app = openApp();
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

describe("every screen", () => {
  test.each(["light", "dark"] as const)("is accessible in %s: axe finds nothing serious", async (colorScheme) => {
    await app.page.context().close();
    app.page = await app.newPage({ colorScheme, bypassCSP: true });
    for (const [screen, whatStays] of Object.entries(screens)) {
      if (screen === "annotate") await app.openSheet(`Eve in ${colorScheme}`);
      else if (["", "quiz", "results"].includes(screen)) await app.page.goto(`${app.sample.address}/${screen}`);
      else await app.open(screen);
      await app.page.locator(whatStays).first().waitFor();
      expect(await seriousFaults(), screen).toEqual([]);
      if (screen === "annotate") await app.save(() => app.press("Enter"));
    }
  });

  test("is accessible on a phone with its tools open, and so is adding a book", async () => {
    await app.page.context().close();
    app.page = await app.newPage({ viewport: { width: 390, height: 844 }, bypassCSP: true });
    for (const screen of ["read", "matrix", "settle"]) {
      await app.open(screen);
      await app.page.getByRole("button", { name: "Tools" }).click();
      expect(await seriousFaults(), screen).toEqual([]);
    }
    await app.page.goto(app.sample.address);
    await app.page.getByRole("button", { name: "Add a book" }).click();
    await app.page
      .getByRole("button", { name: /^Book/ })
      .setInputFiles(join(root, "corpora", "sample", "books", "The Sea's Tithe.txt"));
    await app.page.getByText(/9 chapters ·/).waitFor();
    expect(await seriousFaults(), "adding").toEqual([]);
    expect(await app.page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  });

  test("says what is wrong with an address that leads nowhere", async () => {
    await app.page.goto(`${app.sample.address}/read/Nonesuch/0`);
    await app.page.getByRole("alert").getByText('There is no work "Nonesuch"').waitFor();
    app.faults = app.faults.filter((fault) => !fault.includes("404"));
  });
});

/** Each screen, by its address, and what is there when it is whole. */
const screens = {
  "": ".work",
  quiz: ".setup .main",
  results: ".results > *",
  read: ".lines",
  matrix: "figure:nth-of-type(6) canvas",
  annotate: ".story .suggested",
  settle: ".voices li",
};

async function seriousFaults(): Promise<unknown> {
  await app.page.evaluate(axe);
  return app.page.evaluate(`axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) =>
    violations.filter(({ impact }) => impact === "serious" || impact === "critical")
      .map(({ id, nodes }) => id + ": " + nodes.slice(0, 3).map(({ html }) => html).join(" | ")))`);
}
