import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { needs } from "@plotline/base/testing";
import { writeAlignment } from "@plotline/corpus/node";
import { expect } from "vitest";
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
    await app.page.waitForFunction(() => (CSS.highlights.get("carries")?.size ?? 0) > 0);
    const lit = (await app.page.locator(".story .paragraph.lit p").allTextContents()).join("\n");
    for (const sentence of await sentencesMarked()) expect(lit).toContain(sentence);
    await app.page.locator("#s1 p").click();
    await app.click("Why");
    const why = app.page.getByRole("complementary", { name: "Why this link" });
    await why.getByText(/^Confidence \d+\s%\.$/).waitFor();
    await mustNotCover(".panel", ".story .paragraph.lit");
    await partner.locator("p").hover();
    await app.page.locator("#s1.lit").waitFor();
    await app.page.locator(".lines path.active").first().waitFor({ state: "attached" });
    await app.press("Escape");
    await why.waitFor({ state: "detached" });
  });

  test("goes from one uncertain link to the next, and says how certain it is", async () => {
    const folder = join(app.sample.folder, "alignments", "doubtful", tale);
    mkdirSync(folder, { recursive: true });
    const link = (summary: number, story: number, confidence: number) => ({ summary, story, confidence });
    const links = [link(1, 2, 0.94), link(1, 30, 0.3), link(4, 9, 0.2), link(6, 12, 0.8)];
    writeFileSync(join(folder, "0.json"), JSON.stringify({ links }));
    await app.open("read");
    await app.page.getByLabel("Links by").selectOption("doubtful");
    await app.page.locator("#s7 .unseen", { hasText: "Linked to paragraph 13." }).waitFor({ state: "attached" });
    expect(await app.page.locator(".summary .unmatched").allTextContents()).toEqual(["Uncertain: 20\u00a0%"]);
    for (const said of [
      "1 of 2: point 2 to paragraph 31, confidence 30\u00a0%",
      "2 of 2: point 5 to paragraph 10, confidence 20\u00a0%",
    ]) {
      await app.press("n");
      await app.page.getByText(`Uncertain link ${said}`).waitFor();
    }
    await app.page.locator("#p10.lit").waitFor();
    await app.press("n");
    await app.page.getByText("Uncertain link 1 of 2").waitFor();
    rmSync(join(folder, ".."), { recursive: true });
  });

  test("shows what the guide leaves out, next to the text", async () => {
    await app.open("read");
    await app.linesDrawn();
    await app.press("o");
    const panel = app.page.getByRole("complementary", { name: "What the guide leaves out" });
    const link = panel.getByRole("link", { name: /^Paragraph/ }).first();
    const first = /\d+/.exec((await link.textContent()) ?? "")?.[0];
    await link.click();
    await app.page.locator(`#p${first}.lit`).waitFor();
    await mustNotCover(".panel", `#p${first}`);
    expect(await app.page.locator(`#p${first}.uncovered`).count()).toBe(1);
  });

  test("shows what a model quotes for a link that it made", async () => {
    const link = { summary: 0, story: 0, confidence: 1, quote: "words of the first paragraph" };
    const chapters = new Map([[0, { alignment: [link], summaryLength: 24 }]]);
    await writeAlignment(app.sample.folder, tale, chapters, { method: "judge-test", by: "align" });
    await app.open("read");
    await app.page.getByLabel("Links by").selectOption("judge-test");
    await app.page.locator("#s1 p").click();
    await app.click("Why");
    await app.page.getByText("The model quotes: “words of the first paragraph”").waitFor();
    rmSync(join(app.sample.folder, "alignments", "judge-test"), { recursive: true });
  });

  test("works from the keyboard, and tells a screen reader what is linked", async () => {
    await app.open("read");
    await app.linesDrawn();
    await app.page.locator("#s1 .number").focus();
    await app.press("ArrowDown");
    await app.page.locator("#s2 .number:focus").waitFor();
    await app.page.locator(".story .paragraph.lit").first().waitFor();
    expect(await app.page.locator("#s2 .unseen").textContent()).toMatch(/^Linked to paragraphs? [\d, and]+\.$/);
  });

  test("the guide follows as a person scrolls the story, and stays where the page moves it", async () => {
    await app.open("read");
    await app.linesDrawn();
    const scrolled = () => app.page.locator(".side.summary").evaluate((side) => side.scrollTop);
    await app.page.locator(".side.story").evaluate((side) => side.scrollTo(0, side.scrollHeight));
    await app.page.waitForTimeout(200);
    expect(await scrolled()).toBe(0);
    await app.page.locator(".side.story").hover({ position: { x: 200, y: 300 } });
    await app.page.mouse.wheel(0, -40);
    await expect.poll(scrolled).toBeGreaterThan(100);
  });

  test("opens at the paragraph that its address names", async () => {
    await app.goto(`read/${encodeURIComponent(tale)}/chapter-1#p40`);
    await app.page.locator("#p40").waitFor();
    await app.page.waitForFunction(() => (document.querySelector(".story")?.scrollTop ?? 0) > 500);
  });

  test("keeps points from those who have not read so far", async () => {
    await app.open("read");
    await app.linesDrawn();
    await app.click("Spoiler-safe");
    const hidden = app.page.locator(".summary .hidden");
    await expect.poll(() => hidden.count()).toBeGreaterThan(5);
    expect(await app.page.locator("#s1.hidden").count()).toBe(0);
    await app.page.locator("#p56").scrollIntoViewIfNeeded();
    await expect.poll(() => hidden.count()).toBeLessThan(3);
  });

  test("a person finds the place again in another browser", async () => {
    await app.open("read");
    await app.page.getByText("Your name").click();
    await app.page.getByLabel("Continue as").fill("con");
    await app.click("Continue");
    await app.page.getByRole("alert").getByText("“_con” would do").waitFor();
    await app.page.getByLabel("Continue as").fill("Rosa");
    await app.click("Continue");
    await app.page.locator("#p30").scrollIntoViewIfNeeded();
    const file = join(app.sample.folder, "people", "Rosa.json");
    const furthest = () => (existsSync(file) ? JSON.parse(readFileSync(file, "utf8")).places[tale].read[0] : 0);
    await expect.poll(furthest).toBeGreaterThan(20);
    await app.reopen();
    await app.page.goto(app.sample.address);
    await app.page.evaluate(() => localStorage.setItem("plotline.annotator", '"Rosa"'));
    await app.page.reload();
    await app.page.getByRole("link", { name: `Continue reading ${tale}` }).click();
    await app.page.waitForFunction(() => (document.querySelector(".story")?.scrollTop ?? 0) > 500);
  });

  test("on a phone both texts are there, and every tool under one button", async () => {
    await app.page.setViewportSize({ width: 390, height: 844 });
    await app.open("read");
    expect(await app.page.getByLabel("Links by").isVisible()).toBe(false);
    await app.click("Tools");
    await app.page.getByLabel("Links by").selectOption("gold");
    for (const name of ["Next uncertain", "Spoiler-safe", "Left out", "Why"])
      expect(await app.page.getByRole("button", { name }).isVisible(), name).toBe(true);
    expect(await app.page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await mustNotCover(".side.story", ".side.summary");
    await mustNotCover(".top", ".side.summary");
    await app.click("Tools");
    for (const side of ["Study guide", "Story"]) {
      const box = await app.page.getByRole("region", { name: side }).boundingBox();
      expect(box?.width).toBeGreaterThan(300);
      expect(box?.height).toBeGreaterThan(150);
    }
  });
});

/** Two things on the page that have no point in common. */
async function mustNotCover(one: string, other: string): Promise<void> {
  const [a, b] = await Promise.all([one, other].map((each) => app.page.locator(each).first().boundingBox()));
  if (a == null || b == null) throw new Error(`${one} or ${other} is not on the page`);
  const apart = a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y;
  expect(apart, `${one} and ${other}: ${JSON.stringify([a, b])}`).toBe(true);
}

async function sentencesMarked(): Promise<string[]> {
  return app.page.evaluate(() => [...(CSS.highlights.get("carries") ?? [])].map(String));
}

describe("export", () => {
  test("the side-by-side page is one file that works without plotline", async () => {
    await app.open("read");
    await app.linesDrawn();
    await app.page.locator(".menu > summary", { hasText: "Export" }).click();
    const { name, bytes } = await app.saved(() => app.click(/^Side-by-side page/));
    expect(name).toBe(`${tale}, Chapter 1.html`);
    const file = join(app.sample.folder, "..", "page.html");
    writeFileSync(file, bytes);
    await app.page.goto(pathToFileURL(file).href);
    await app.page.locator("#s1").hover();
    await app.page.locator(".paragraph.lit").first().waitFor();
  });

  test("gold, of a work and of everything", async () => {
    for (const scope of ["", `/${encodeURIComponent("Forty Guineas")}`])
      expect((await (await app.sample.fetch(`/api/export/gold${scope}`)).text()).startsWith("PK")).toBe(true);
  });
});
