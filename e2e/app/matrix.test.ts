import { describe, expect, test } from "vitest";
import { openApp } from "../testing/app.ts";

const app = openApp();

describe("the matrix", () => {
  test("shows gold first, scores methods against it, and reads out a cell", async () => {
    await app.open("matrix");
    await app.page.locator("figure").nth(3).locator("canvas").waitFor();
    expect(await app.page.locator("figure h2").first().textContent()).toBe("gold");
    expect(await app.page.locator("figure").nth(1).locator(".figures").textContent()).toMatch(
      /P \.\d{3}.*R \.\d{3}.*F \.\d{3}/,
    );
    await app.page.locator("canvas.grid").first().hover();
    await app.page.locator(".pair").getByText("Bullet").waitFor();
    const saved = app.page.waitForEvent("download");
    await app.page.getByRole("button", { name: "SVG" }).first().click();
    expect((await saved).suggestedFilename()).toMatch(/gold\.svg$/);
  });
});
