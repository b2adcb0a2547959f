import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { needs } from "@plotline/base/testing";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { allFaults } from "./testing/axe.ts";
import { openChromium, openWindow } from "./testing/chromium.ts";
import { plotline, plotlineHere, Scratch, sampleFolder } from "./testing/plotline.ts";

const scratch = new Scratch();
const file = (section: string) => join(sampleFolder, section, "The Sea's Tithe", "1.txt.utf8");

afterAll(() => scratch.remove());

needs("chromium").describe("the page of `plotline read`", () => {
  const out = scratch.path("page.html");
  let browser: Browser;
  let page: Page;
  let requests: string[];

  beforeAll(async () => {
    browser = await openChromium();
    expect(plotline("read", file("stories"), file("summaries"), "--out", out).code).toBe(0);
    page = await (await openWindow(browser)).newPage();
    requests = [];
    page.on("request", (request) => requests.push(request.url()));
    await page.goto(pathToFileURL(out).href);
  });

  afterAll(() => browser.close());

  test("asks for nothing but itself, and shows every paragraph of both texts", async () => {
    expect(requests).toEqual([pathToFileURL(out).href]);
    const points = readFileSync(file("summaries"), "utf8").split("\n\n").length;
    expect(await page.locator(".summary li").count()).toBe(points);
    expect(await page.locator(".between path").count()).toBeGreaterThan(10);
  });

  test("runs no script and takes no style but its own, whatever is put into it", async () => {
    const html = readFileSync(out, "utf8");
    expect(html).not.toContain("unsafe-inline");
    const evil = "<img src=x onerror=\"document.title='owned'\"><script>document.title='owned'</script>";
    writeFileSync(
      scratch.path("evil.html"),
      html.replace("</header>", `${evil}<b id="b" style="color:red">b</b></header>`),
    );
    const hostile = await page.context().newPage();
    await hostile.goto(pathToFileURL(scratch.path("evil.html")).href);
    await hostile.hover("#s4");
    await hostile.locator(".paragraph.lit").first().waitFor();
    expect(await hostile.title()).not.toBe("owned");
    expect(await hostile.locator("#b").evaluate((element) => getComputedStyle(element).color)).not.toBe(
      "rgb(255, 0, 0)",
    );
    await hostile.close();
  });

  test("lights up both ways, by pointer and by keyboard", async () => {
    await page.hover("#s4");
    await page.locator(".paragraph.lit").first().waitFor();
    await page.locator(".between path.lit").first().waitFor({ state: "attached" });
    const paragraph = await page.locator(".paragraph.lit").first().getAttribute("id");
    await page.focus("#s1");
    await page.keyboard.press("ArrowDown");
    await page.locator("#s2.lit").waitFor();
    await page.focus(`#${paragraph}`);
    await page.locator("#s4.lit").waitFor();
  });

  test("brings the other side level on a click", async () => {
    await page.locator("#s13").scrollIntoViewIfNeeded();
    await page.click("#s13");
    const top = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((element) => element.getBoundingClientRect().top);
    await expect.poll(async () => Math.abs((await top(".paragraph.lit")) - (await top("#s13")))).toBeLessThan(3);
  });

  test("is accessible in light and dark, wide and narrow: axe finds nothing", async () => {
    for (const colorScheme of ["light", "dark"] as const)
      for (const width of [1200, 400]) {
        await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
        await page.setViewportSize({ width, height: 800 });
        expect(await allFaults(page)).toEqual([]);
      }
    await page.setViewportSize({ width: 1200, height: 800 });
  });

  test("on paper and on small screens sets the points as notes", async () => {
    await page.emulateMedia({ media: "print" });
    expect(await page.locator(".note").first().isVisible()).toBe(true);
    expect(await page.locator(".summary").isVisible()).toBe(false);
    await page.emulateMedia({ media: "screen" });
    await page.setViewportSize({ width: 400, height: 800 });
    expect(await page.locator(".note").first().isVisible()).toBe(true);
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
    expect(html).toContain("&lt;b&gt;quotes&lt;/b&gt;");
    expect(html.match(/<li id=/g)).toHaveLength(2);
  });
});
