import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { openChromium, openWindow } from "../testing/chromium.ts";
import { root } from "../testing/plotline.ts";
import { builtSite, serveFiles } from "../testing/site.ts";

let site: Awaited<ReturnType<typeof serveFiles>>;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let faults: string[];

beforeAll(async () => {
  site = await serveFiles(await builtSite());
  browser = await openChromium();
});

afterAll(async () => {
  await browser.close();
  site.close();
});

beforeEach(async () => {
  faults = [];
  context = await openWindow(browser);
  context.on("request", (request) => {
    if (!request.url().startsWith(site.address) && !/^(data|blob):/.test(request.url())) faults.push(request.url());
  });
  context.on("weberror", (error) => faults.push(error.error().message));
  context.on("console", (message) => message.type() === "error" && faults.push(message.text()));
  page = await context.newPage();
  await page.goto(site.address);
});

afterEach(async () => {
  await context.close();
  expect(faults).toEqual([]);
  expect(site.missing).toEqual([]);
});

const sample = join(root, "corpora", "sample");
const chapters = (section: string) =>
  [0, 1, 2].map((number) => readFileSync(join(sample, section, "The Sea's Tithe", `${number}.txt.utf8`), "utf8"));
const headed = (texts: readonly string[]) => texts.map((text, k) => `Chapter ${k + 1}\n\n${text}`).join("\n\n\n");

/** As if files were dragged from the desktop. */
async function drop(files: Record<string, string>): Promise<void> {
  const carried = await page.evaluateHandle((given) => {
    const transfer = new DataTransfer();
    for (const [name, text] of Object.entries(given)) transfer.items.add(new File([text], name));
    return transfer;
  }, files);
  await page.dispatchEvent("main", "drop", { dataTransfer: carried });
}

async function addTithe(): Promise<void> {
  await page.getByText("drop a book and its study guide").waitFor();
  await drop({ "The Sea's Tithe.txt": headed(chapters("stories")), "guide.txt": headed(chapters("summaries")) });
  const title = page.getByLabel("Title");
  await title.waitFor();
  if ((await title.inputValue()) === "") await title.fill("The Sea's Tithe");
  await page.getByRole("button", { name: "Add to the library" }).click();
  await page.locator(".lines path").first().waitFor({ state: "attached" });
}

test("a book and a guide are dropped, read side by side, and are there after a reload", async () => {
  await addTithe();
  expect(new URL(page.url()).pathname).toBe(new URL(site.address).pathname);
  await page.reload();
  await page.locator(".lines path").first().waitFor({ state: "attached" });
  await page.goto(site.address);
  await page.getByRole("link", { name: "The Sea's Tithe" }).first().waitFor();
});

test("links that somebody made are there after a reload", async () => {
  await addTithe();
  await page.getByRole("link", { name: "Annotate" }).click();
  await page.getByLabel("Your name (your links").fill("Ada");
  await page.getByRole("button", { name: "Start" }).click();
  await page.locator(".story .suggested").first().waitFor();
  await page.keyboard.press("Enter");
  await page.getByText("Saved", { exact: true }).waitFor();
  await page.goto(site.address);
  await page.getByText(/Ada: \d+ points? done in 1 chapter/).waitFor();
});

test("the sample is opened from the page", async () => {
  await page.getByRole("button", { name: "Open the sample" }).click();
  await page.getByRole("link", { name: "Forty Guineas" }).first().click();
  await page.getByRole("heading", { level: 1, name: "Forty Guineas" }).waitFor();
});
