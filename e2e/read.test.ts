import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { isReadingPage } from "@plotline/app";
import { needs } from "@plotline/base/testing";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { allFaults } from "./testing/axe.ts";
import { openChromium, openWindow } from "./testing/chromium.ts";
import { plotline, plotlineHere, Scratch, sampleFolder } from "./testing/plotline.ts";

const scratch = new Scratch();
const tithe = (section: string) => join(sampleFolder, section, "The Sea's Tithe");
const file = (section: string) => join(tithe(section), "1.txt.utf8");

afterAll(() => scratch.remove());

needs("chromium").describe("the page of `plotline read`", () => {
  const out = scratch.path("page.html");
  const home = pathToFileURL(out).href;
  let browser: Browser;
  let page: Page;
  let faults: string[];

  beforeAll(async () => {
    browser = await openChromium();
    expect(plotline("read", written("story", "stories"), written("guide", "summaries"), "--out", out).code).toBe(0);
  });

  beforeEach(async () => {
    faults = [];
    page = await (await openWindow(browser, { acceptDownloads: true })).newPage();
    page.on("request", (request) => request.url().startsWith("file:") || faults.push(request.url()));
    page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
    page.on("pageerror", (error) => faults.push(error.message));
    await page.goto(home);
  });

  afterEach(async () => {
    await page.context().close();
    expect(faults).toEqual([]);
  });

  afterAll(() => browser.close());

  /** Three chapters of the sample as one file. */
  function written(name: string, section: string): string {
    const texts = [0, 1, 2].map((k) => readFileSync(join(tithe(section), `${k}.txt.utf8`), "utf8"));
    writeFileSync(scratch.path(`${name}.txt`), texts.map((text, k) => `Chapter ${k + 1}\n\n${text}`).join("\n\n\n"));
    return scratch.path(`${name}.txt`);
  }

  async function open(chapter: string): Promise<void> {
    await page.getByRole("link", { name: chapter, exact: true }).click();
    await page.locator(".lines path").first().waitFor({ state: "attached" });
  }

  test("has every chapter with both texts, which light up and follow each other", async () => {
    await open("Chapter 2");
    const points = readFileSync(file("summaries"), "utf8").trim().split("\n\n").length;
    expect(await page.locator(".side.summary li[id]").count()).toBe(points);
    await page.locator("#s4").click();
    await page.locator(".story .lit").first().waitFor();
  });

  test("remembers the place, hides what was not reached, and sums up what was", async () => {
    await open("Chapter 1");
    await page.getByRole("button", { name: "Spoiler-safe" }).click();
    const hidden = page.locator(".summary .hidden");
    await hidden.first().waitFor();
    const before = await hidden.count();
    await page.locator(".side.story").evaluate((story) => story.scrollTo(0, story.scrollHeight / 2));
    await expect.poll(() => hidden.count(), { timeout: 30_000 }).toBeLessThan(before);
    await page.goto(home);
    await page.getByText(/\d+ % read/).waitFor();
    await page.getByRole("link", { name: "Continue from Chapter 1" }).waitFor();
    await page.getByRole("link", { name: "Recap", exact: true }).click();
    await page
      .getByText(/Passage: paragraph/)
      .first()
      .waitFor();
  });

  test("asks its quiz, keeps the answers and saves them as a file", async () => {
    await page.getByRole("link", { name: "Quiz" }).click();
    await page.getByRole("button", { name: "Both" }).click();
    await page.getByRole("button", { name: "Begin" }).click();
    await page.locator(".question").waitFor();
    await page.keyboard.press("a");
    await page.locator(".passage").waitFor();
    await page.reload();
    await page.locator(".passage").waitFor();
    await page.getByRole("button", { name: "Next" }).click();
    await page.getByRole("button", { name: "End" }).click();
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save my answers as a file" }).click();
    const [answer = ""] = readFileSync(await (await download).path(), "utf8").split("\n");
    expect(JSON.parse(answer)).toMatchObject({ work: expect.any(String), given: 0 });
  });

  test("runs no script and takes no style but its own, whatever is put into it", async () => {
    const html = readFileSync(out, "utf8");
    expect(html).not.toContain("unsafe-inline");
    const evil = "<img src=x onerror=\"document.title='owned'\"><script>document.title='owned'</script>";
    const own = scratch.path("evil.html");
    writeFileSync(own, html.replace("</noscript>", `</noscript>${evil}<b id="b" style="color:red">b</b>`));
    await page.goto(pathToFileURL(own).href);
    await page.getByRole("link", { name: "Start reading" }).waitFor();
    expect(await page.title()).not.toBe("owned");
    expect(await page.locator("#b").evaluate((one) => getComputedStyle(one).color)).not.toBe("rgb(255, 0, 0)");
    faults = faults.filter((fault) => !/Content Security Policy/.test(fault));
  });

  test("is accessible in light and dark, wide and narrow: axe finds nothing", async () => {
    await open("Chapter 1");
    for (const colorScheme of ["light", "dark"] as const)
      for (const width of [1200, 390]) {
        await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
        await page.setViewportSize({ width, height: 800 });
        expect(await allFaults(page)).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      }
  });
});

describe("what bad input gets", () => {
  const made = (name: string, text: string) => {
    writeFileSync(scratch.path(name), text);
    return scratch.path(name);
  };

  test.each([
    ["an empty story", "", "A point.", /story\.txt/],
    ["an empty summary", "Once upon a time.\n\nThe end.", "", /summary\.txt/],
    ["a summary of blank lines", "Once upon a time.\n\nThe end.", " \n\n \n", /summary\.txt .*no text/],
  ])("%s: one sentence, exit code 2, no page", async (_, story, summary, sentence) => {
    const out = scratch.path("bad.html");
    const ran = await plotlineHere("read", made("story.txt", story), made("summary.txt", summary), "--out", out);
    expect(ran.code).toBe(2);
    expect(ran.err).toMatch(sentence);
    expect(() => readFileSync(out)).toThrow();
  });

  test("a file that is not there", async () => {
    expect(await plotlineHere("read", scratch.path("nowhere.txt"), file("summaries"))).toMatchObject({ code: 2 });
  });

  test("markup in the texts stays text", async () => {
    const out = scratch.path("markup.html");
    const story = made("story.txt", "A <script>alert(1)</script> & a door.\n\nThe end came.");
    const summary = made("summary.txt", '- A door & "<b>quotes</b>".\n- The end.');
    expect((await plotlineHere("read", story, summary, "--out", out)).code).toBe(0);
    const html = readFileSync(out, "utf8");
    expect(html).not.toContain("<script>alert");
    expect(html).not.toContain("<b>quotes");
    expect(isReadingPage(html)).toBe(true);
  });
});
