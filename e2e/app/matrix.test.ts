import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { needs } from "@plotline/base/testing";
import { expect } from "vitest";
import { openApp, tale } from "../testing/app.ts";

const { describe, test } = needs("chromium");
const app = openApp();

describe("the matrix", () => {
  test("shows gold first, scores methods against it, and reads out a cell", async () => {
    await app.open("matrix");
    await app.page.locator("figure svg.grid").nth(5).waitFor();
    expect(await app.page.locator("figure h2").first().textContent()).toBe("gold");
    expect(await app.page.getByRole("list", { name: "Legend" }).getByRole("listitem").allTextContents()).toEqual([
      " link that is in gold too",
      " link that is not in gold",
      " gold link that the method missed",
      " row and column you point at",
    ]);
    expect(await app.page.locator("figure").nth(1).locator(".figures").textContent()).toMatch(
      /P \.\d{3}.*R \.\d{3}.*F \.\d{3}/,
    );
    await app.page.locator("svg.grid").first().hover();
    await app.page
      .locator(".pair")
      .getByText(/^Point \d+$/)
      .waitFor();
  });

  test("is walked over by keys: arrows a cell, Enter a link, Escape away", async () => {
    await app.open("matrix");
    const gold = app.page.locator("svg.grid").first();
    const textsAre = (...texts: string[]) =>
      expect.poll(() => app.page.locator(".pair h3").allTextContents()).toEqual(texts);
    await gold.press("Enter");
    await textsAre("Point 1", "Paragraph 1");
    await gold.press("ArrowDown");
    await gold.press("ArrowRight");
    await textsAre("Point 2", "Paragraph 2");
    for (let key = 0; key < 3; key++) await gold.press("ArrowUp");
    await textsAre("Point 1", "Paragraph 2");
    await gold.press("Escape");
    await app.page.locator(".pair").getByText("move there with Tab").waitFor();
  });

  test("shows what is stored of a method that does not work in a tab", async () => {
    const folder = join(app.sample.folder, "alignments", "by-hand", tale);
    mkdirSync(folder, { recursive: true });
    const rows = Array.from({ length: 24 }, (_, k) => `S${k}: ${k}\n`).join("");
    writeFileSync(join(folder, "0.txt"), rows);
    await app.open("matrix");
    await app.click("by-hand");
    await app.page
      .locator("figure", { hasText: "by-hand" })
      .getByText(/P \.\d{3}/)
      .waitFor();
    await app.open("read");
    await app.page.getByLabel("Links by").selectOption("by-hand");
    await app.page.locator("#s5 .unseen", { hasText: "Linked to paragraph 5." }).waitFor({ state: "attached" });
  });
});
