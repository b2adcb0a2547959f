import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect } from "vitest";
import { needs } from "../../src/testing/needs.ts";
import { openApp, tale } from "../testing/app.ts";

const { describe, test } = needs("chromium");
const app = openApp();

describe("the reader", () => {
  test("lights up what belongs together, both ways, and says why", async () => {
    await app.open("read");
    await app.linesDrawn();
    await app.page.hover("#s1 p");
    const partner = app.page.locator(".story .paragraph.lit").first();
    await partner.waitFor();
    await app.page.locator("#s1 p").click();
    await app.page.getByRole("button", { name: "Why" }).click();
    await app.page.getByRole("complementary", { name: "Why this link" }).getByText("% sure").waitFor();
    await partner.locator("p").hover();
    await app.page.locator("#s1.lit").waitFor();
    await app.page.locator(".lines path.active").first().waitFor({ state: "attached" });
  });

  test("works from the keyboard, and tells a screen reader what is linked", async () => {
    await app.open("read");
    await app.linesDrawn();
    await app.page.locator("#s1 .number").focus();
    await app.press("ArrowDown");
    await app.page.locator("#s2 .number:focus").waitFor();
    await app.page.locator(".story .paragraph.lit").first().waitFor();
    expect(await app.page.locator("#s2 .unseen").textContent()).toMatch(/^Linked with paragraph [\d, ]+\.$/);
  });

  test("opens at the paragraph that its address names", async () => {
    await app.page.goto(`${app.sample.address}/read/${encodeURIComponent(tale)}/0#p40`);
    await app.page.locator("#p40").waitFor();
    await app.page.waitForFunction(() => (document.querySelector(".story")?.scrollTop ?? 0) > 500);
  });

  test("keeps bullets from those who have not read so far, and finds words", async () => {
    await app.open("read");
    await app.linesDrawn();
    await app.page.getByRole("button", { name: "Spoiler-safe" }).click();
    const hidden = app.page.locator(".summary .hidden");
    await expect.poll(() => hidden.count()).toBeGreaterThan(5);
    expect(await app.page.locator("#s1.hidden").count()).toBe(0);
    await app.page.locator("#p56").scrollIntoViewIfNeeded();
    await expect.poll(() => hidden.count()).toBeLessThan(3);
    await app.page.getByPlaceholder("Find").fill("Winterlow");
    await expect.poll(placesFound).toBeGreaterThan(1);
  });

  test("a person finds the place again in another browser", async () => {
    await app.open("read");
    await app.page.getByText("Your name").click();
    await app.page.getByLabel("Go on as").fill("con");
    await app.page.getByRole("button", { name: "Go on" }).click();
    await app.page.getByRole("alert").getByText("“_con” would do").waitFor();
    await app.page.getByLabel("Go on as").fill("Rosa");
    await app.page.getByRole("button", { name: "Go on" }).click();
    await app.page.locator("#p30").scrollIntoViewIfNeeded();
    const file = join(app.sample.folder, "people", "Rosa.json");
    const furthest = () => (existsSync(file) ? JSON.parse(readFileSync(file, "utf8")).places[tale].read[0] : 0);
    await expect.poll(furthest).toBeGreaterThan(20);
    await app.page.context().close();
    app.page = await app.newPage();
    await app.page.goto(app.sample.address);
    await app.page.evaluate(() => localStorage.setItem("plotline.annotator", '"Rosa"'));
    await app.page.reload();
    await app.page.getByRole("link", { name: "Go on in chapter 1" }).click();
    await app.page.waitForFunction(() => (document.querySelector(".story")?.scrollTop ?? 0) > 500);
  });

  test("on a phone both texts are there, and every tool behind one button", async () => {
    await app.page.setViewportSize({ width: 390, height: 844 });
    await app.open("read");
    expect(await app.page.getByPlaceholder("Find").isVisible()).toBe(false);
    await app.page.getByRole("button", { name: "Tools" }).click();
    await app.page.getByPlaceholder("Find").fill("Winterlow");
    await expect.poll(placesFound).toBeGreaterThan(1);
    await app.page.getByLabel("Links by").selectOption("gold");
    for (const name of ["Next unsure", "Spoiler-safe", "Why", "A+, larger text"])
      expect(await app.page.getByRole("button", { name }).isVisible(), name).toBe(true);
    expect(await app.page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await app.page.getByRole("button", { name: "Tools" }).click();
    for (const side of ["Summary", "Story"]) {
      const box = await app.page.getByRole("region", { name: side }).boundingBox();
      expect(box?.width).toBeGreaterThan(300);
      expect(box?.height).toBeGreaterThan(150);
    }
  });
});

async function placesFound(): Promise<number> {
  return Number(await app.page.locator(".find output").textContent());
}

describe("export", () => {
  test("the side-by-side page is one file that works without plotline", async () => {
    await app.open("read");
    await app.linesDrawn();
    await app.page.locator(".menu > summary", { hasText: "Export" }).click();
    const saving = app.page.waitForEvent("download");
    await app.page.getByRole("button", { name: "Side-by-side page" }).click();
    const saved = await saving;
    expect(saved.suggestedFilename()).toBe(`${tale} 1.html`);
    const file = join(app.sample.folder, "..", "page.html");
    await saved.saveAs(file);
    await app.page.goto(pathToFileURL(file).href);
    await app.page.locator("#s0").hover();
    await app.page.locator(".paragraph.lit").first().waitFor();
  });

  test("gold and rows, of a chapter and of everything", async () => {
    const fetched = async (path: string) => (await app.sample.fetch(`/api/export/${path}`)).text();
    const work = encodeURIComponent("Forty Guineas");
    expect(await fetched(`gold/${work}/0`)).toMatch(/^S0: ?[\d, ]*\nS1:/);
    expect((await fetched(`gold/${work}`)).startsWith("PK")).toBe(true);
    expect(
      (await fetched(`rows/${work}`))
        .trimEnd()
        .split("\n")
        .map((row) => JSON.parse(row).number),
    ).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(JSON.parse(await fetched(`rows/${work}/2`))).toMatchObject({ work: "Forty Guineas", number: 2 });
    expect((await fetched("rows")).split("\n").length).toBeGreaterThan(16);
  });
});
