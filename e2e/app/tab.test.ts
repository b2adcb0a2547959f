import { copyFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isReadingPage } from "@plotline/app";
import { sumOf } from "@plotline/base";
import { openCorpus, readSheet, unpackedLibrary } from "@plotline/corpus/node";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { allFaults } from "../testing/axe.ts";
import { openChromium, openWindow } from "../testing/chromium.ts";
import { drop } from "../testing/novel.ts";
import { plotlineHere, root, Scratch } from "../testing/plotline.ts";
import { builtSite, serveFiles } from "../testing/site.ts";

let folder: string;
let site: Awaited<ReturnType<typeof serveFiles>>;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let faults: string[];

beforeAll(async () => {
  folder = await builtSite();
  site = await serveFiles(folder);
  browser = await openChromium();
});

afterAll(async () => {
  await browser.close();
  site.close();
});

beforeEach(async () => {
  faults = [];
  await openPage();
});

async function openPage(beforeScripts = () => {}): Promise<void> {
  context = await openWindow(browser, { acceptDownloads: true });
  await context.addInitScript(beforeScripts);
  const { address } = site;
  context.on("request", (request) => {
    if (!request.url().startsWith(address) && !/^(data|blob):/.test(request.url())) faults.push(request.url());
  });
  context.on("weberror", (error) => faults.push(error.error().message));
  context.on("console", (message) => message.type() === "error" && faults.push(message.text()));
  page = await context.newPage();
  await page.goto(site.address);
}

afterEach(async () => {
  await context.close();
  expect(faults).toEqual([]);
  expect(site.missing).toEqual([]);
});

const sample = join(root, "corpora", "sample");
const chapters = (section: string) =>
  [0, 1, 2].map((number) => readFileSync(join(sample, section, "The Sea's Tithe", `${number}.txt.utf8`), "utf8"));
const headed = (texts: readonly string[]) => texts.map((text, k) => `Chapter ${k + 1}\n\n${text}`).join("\n\n\n");

async function addTithe(): Promise<void> {
  await page.getByText(/drop a book and its study guide/i).waitFor();
  await drop(page, { "The Sea's Tithe.txt": headed(chapters("stories")), "guide.txt": headed(chapters("summaries")) });
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
  await annotate("Ada");
  await page.reload();
  await page.getByText(/of \d+ points done, 1 link/).waitFor();
});

/** Opens the first chapter's sheet, and makes one link. */
async function annotate(name: string): Promise<void> {
  await page.getByRole("link", { name: "Annotate" }).click();
  await page.getByLabel("Your name (your links").fill(name);
  await page.getByRole("button", { name: "Start" }).click();
  await page.locator(".story .suggested").first().waitFor();
  await page.keyboard.press("Enter");
  await page.getByText("Saved", { exact: true }).waitFor();
}

async function saved(act: () => Promise<unknown>): Promise<string> {
  const download = page.waitForEvent("download");
  await act();
  return (await download).path();
}

async function saveLibrary(): Promise<string> {
  await page.goto(site.address);
  return saved(() => page.getByRole("button", { name: "Save the library as a file" }).click());
}

test("after the first visit no server is needed, however late the browser keeps the page for that", async () => {
  const before = site;
  site = await serveFiles(folder);
  await anotherBrowser(() => {
    if (navigator.serviceWorker === undefined) return;
    const register = navigator.serviceWorker.register.bind(navigator.serviceWorker);
    const awaited = new Promise((resolve) => addEventListener("keep-the-page", resolve));
    navigator.serviceWorker.register = async (...how) => {
      await awaited;
      return register(...how);
    };
  });
  await addTithe();
  expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBe(null);
  await page.evaluate(() => dispatchEvent(new Event("keep-the-page")));
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  site.close();
  await page.reload();
  await page.locator(".lines path").first().waitFor({ state: "attached" });
  await page.goto(site.address);
  await page.getByRole("link", { name: "The Sea's Tithe" }).first().click();
  await page.locator("ol.contents a").nth(1).click();
  await page.locator(".lines path").first().waitFor({ state: "attached" });
  await page.goto(site.address);
  await page.getByRole("link", { name: "Quiz", exact: true }).click();
  await page.getByRole("button", { name: "Begin" }).click();
  await page.getByRole("region", { name: "Question 1 of 10" }).waitFor();
  await context.close();
  faults = faults.filter((fault) => !/ERR_FAILED|ERR_CONNECTION_REFUSED/.test(fault));
  site = before;
});

test("a library that was saved is opened by a server's code, and by another browser", async () => {
  await addTithe();
  await annotate("Ada");
  const scratch = new Scratch();
  copyFileSync(await saveLibrary(), scratch.path("mine.zip"));
  const [folder = ""] = await unpackedLibrary(scratch.path("mine.zip"));
  const corpus = await openCorpus(folder);
  expect(corpus.works.map(({ title }) => title)).toEqual(["The Sea's Tithe"]);
  expect(await readSheet(corpus, { annotator: "Ada", work: corpus.works[0]!, number: 0 })).toMatchObject({
    revision: 1,
  });
  await anotherBrowser();
  await page.getByLabel("Open a saved library").setInputFiles(scratch.path("mine.zip"));
  await page.getByRole("link", { name: "The Sea's Tithe" }).first().click();
  await page.getByRole("link", { name: "Annotation" }).click();
  await page.getByRole("region", { name: "Chapters that were annotated" }).getByText("Ada").waitFor();
  scratch.remove();
});

async function anotherBrowser(beforeScripts?: () => void): Promise<void> {
  await context.close();
  await openPage(beforeScripts);
}

test("links of others are taken from their file, and settled", async () => {
  await addTithe();
  await annotate("Bea");
  const scratch = new Scratch();
  copyFileSync(await saveLibrary(), scratch.path("bea.zip"));
  await anotherBrowser();
  await addTithe();
  await annotate("Ada");
  await page.goto(site.address);
  await page.getByLabel("Take others’ links").setInputFiles(scratch.path("bea.zip"));
  await page.getByText("Links of 1 chapter were taken, by Bea.").waitFor();
  await page.getByRole("link", { name: "The Sea's Tithe" }).first().click();
  await page.locator("ol.contents a").first().click();
  await page.getByRole("link", { name: "Settle" }).click();
  await page.getByText("Bea").first().waitFor();
  scratch.remove();
});

test("the page for a class has what its teacher corrected", async () => {
  await addTithe();
  await annotate("Ada");
  await page.getByRole("link", { name: "The Sea's Tithe" }).first().click();
  await page.locator(".menu summary", { hasText: "Export" }).click();
  const file = await saved(() => page.getByRole("button", { name: /^Side-by-side page/ }).click());
  const html = readFileSync(file, "utf8");
  expect(isReadingPage(html)).toBe(true);
  const data = JSON.parse(/<script type="application\/json" id="book">(.*?)<\/script>/s.exec(html)?.[1] ?? "");
  expect(data.chapters[0].links).toContainEqual(expect.objectContaining({ summary: 0, confidence: 1 }));
  expect(data.questions.length).toBeGreaterThan(0);
});

test("two tabs of one library lose no step", async () => {
  await addTithe();
  await annotate("Ada");
  const other = await context.newPage();
  await other.goto(page.url());
  await other.locator(".summary .linked, .summary li[id]").first().waitFor();
  await other.keyboard.press("j");
  await other.keyboard.press("Space");
  await other.getByText("Saved", { exact: true }).waitFor();
  const scratch = new Scratch();
  copyFileSync(await saveLibrary(), scratch.path("both.zip"));
  const [folder = ""] = await unpackedLibrary(scratch.path("both.zip"));
  const corpus = await openCorpus(folder);
  const sheet = await readSheet(corpus, { annotator: "Ada", work: corpus.works[0]!, number: 0 });
  expect(sheet.steps.map(({ act }) => act)).toEqual(["link", "done"]);
  scratch.remove();
});

test("a worker that breaks down is started again; what it was asked has a sentence and a button", async () => {
  await addTithe();
  for (const worker of page.workers())
    await worker.evaluate(() =>
      addEventListener("message", () => {
        throw new Error("broken");
      }),
    );
  await page.getByRole("link", { name: "Next chapter" }).click();
  await page.getByText("broken down").first().waitFor();
  await page.getByRole("button", { name: "Try again" }).first().click();
  await page.locator(".lines path").first().waitFor({ state: "attached" });
  faults = faults.filter((fault) => !fault.includes("broken"));
});

test("fits a phone, in the dark too, and axe finds nothing", async () => {
  await addTithe();
  await page.setViewportSize({ width: 390, height: 800 });
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    expect(await allFaults(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  }
  await page.goto(site.address);
  await page.getByRole("link", { name: "The Sea's Tithe" }).first().waitFor();
  expect(await allFaults(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});

test("little is loaded at first, and the word table once", async () => {
  const window = await openWindow(browser, { serviceWorkers: "block" });
  const before = page;
  page = await window.newPage();
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  const packed = () => sumOf([...new Set(asked)], site.packedSize);
  await page.goto(site.address);
  await page.getByRole("button", { name: "Open the sample" }).waitFor();
  expect(packed()).toBeLessThan(150_000);
  await addTithe();
  expect(new Set(asked.filter((url) => /token-table-.*\.json/.test(url) && site.packedSize(url) > 1e6)).size).toBe(1);
  expect(packed()).toBeLessThan(2_600_000);
  await window.close();
  page = before;
});

async function openSample(work: string): Promise<void> {
  await page.getByRole("button", { name: "Open the sample" }).click();
  await page.getByRole("link", { name: work }).first().click();
  await page.getByRole("heading", { level: 1, name: work }).waitFor();
}

test("everything that the app does alone is there, and nothing that needs a server is shown", async () => {
  await openSample("Forty Guineas");
  await page.locator("ol.contents a").first().click();
  await page.locator(".lines path").first().waitFor({ state: "attached" });
  await page.locator(".story .paragraph").nth(3).click();
  await page.getByRole("button", { name: "Why" }).click();
  await page.getByText(/^Why point/).waitFor();
  await page.getByRole("link", { name: "Matrix" }).click();
  await page.locator("svg.grid rect").first().waitFor({ state: "attached" });
  await page.getByRole("link", { name: "Forty Guineas" }).click();
  await page.getByLabel("Search this book").fill("guineas");
  await page.locator(".hits a").first().waitFor();
  await page.getByLabel("Search this book").fill("");
  await page.getByRole("link", { name: "Recap", exact: true }).click();
  await page
    .getByText(/^Passage: paragraph/)
    .first()
    .waitFor();
  await page.getByRole("link", { name: "Library" }).click();
  expect(await page.getByRole("link", { name: /Team|Results/ }).count()).toBe(0);
  await page.getByRole("link", { name: "Quiz about Sample" }).click();
  await page.getByRole("button", { name: "Begin" }).click();
  await page.getByRole("region", { name: "Question 1 of 10" }).waitFor();
  await page.keyboard.press("a");
  await page.locator(".passage").waitFor();
  await page.getByRole("link", { name: "Library", exact: true }).click();
  await page.getByRole("link", { name: "Forty Guineas", exact: true }).click();
  await page.locator(".menu summary", { hasText: "Export" }).click();
  const gold = await saved(() => page.getByRole("button", { name: /^Gold/ }).click());
  expect(readFileSync(gold).subarray(0, 2).toString()).toBe("PK");
});

test("of the open corpus a work is loaded when it is opened, and no other", async () => {
  const loaded: string[] = [];
  context.on("request", (request) => /\/corpora\/open\//.test(request.url()) && loaded.push(request.url()));
  const works = page.getByLabel("the open corpus");
  await works.selectOption({ label: "Black Beauty" });
  await page.getByRole("link", { name: "Black Beauty" }).click();
  await page.locator("ol.contents a").nth(1).waitFor();
  expect(loaded).toHaveLength(1);
});

const runtime = join(root, ".runtime", "web", "node_modules", "onnxruntime-web");

test.skipIf(!existsSync(runtime))("an encoder is offered with its size, and loaded when it is chosen", async () => {
  const loaded: string[] = [];
  context.on("request", (request) => /encoder\/|\/(ort|open)[.-]/.test(request.url()) && loaded.push(request.url()));
  await openSample("The Telling at Winterlow");
  await page.locator("ol.contents a").first().click();
  await page.locator(".lines path").first().waitFor({ state: "attached" });
  const methods = page.getByLabel("Links by");
  const offered = (await methods.locator("option").allTextContents()).find((each) => each.includes("encoder"));
  expect(offered).toMatch(/^plotline-encoder \(loads \d\d MB, once\)$/);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  expect(loaded).toEqual([]);
  const before = await linksShown();
  await methods.selectOption({ label: offered ?? "" });
  await expect.poll(linksShown, { timeout: 60_000 }).not.toEqual(before);
  expect(loaded.some((url) => url.endsWith("/model.onnx"))).toBe(true);
});

function linksShown(): Promise<string[]> {
  return page.locator(".summary .paragraph > .unseen").allTextContents();
}

test("the browser is asked to keep the library once something is in it, and what it says is shown", async () => {
  await anotherBrowser(() => {
    if (navigator.storage !== undefined) navigator.storage.persist = async () => localStorage.getItem("keeps") !== null;
  });
  await page.getByRole("button", { name: "Open the sample" }).waitFor();
  expect(await page.getByText("in this browser, and nowhere else").count()).toBe(0);
  await page.getByRole("button", { name: "Open the sample" }).click();
  await page.getByText(/^\d\.\d MB in this browser, and nowhere else\. The browser may delete it/).waitFor();
  await page.evaluate(() => localStorage.setItem("keeps", "yes"));
  await page.reload();
  await page.getByText(/^\d\.\d MB in this browser, and nowhere else\.$/).waitFor();
});

test("a write that does not fit is refused with a sentence, and nothing is half-saved", async () => {
  const session = await context.newCDPSession(page);
  await session.send("Storage.overrideQuotaForOrigin", { origin: site.origin, quotaSize: 1_000 });
  await page.getByRole("button", { name: "Open the sample" }).click();
  await page.getByText("The browser gives this library no more room, so nothing was saved").waitFor();
  await session.send("Storage.overrideQuotaForOrigin", { origin: site.origin });
  await page.reload();
  await page.getByRole("button", { name: "Open the sample" }).click();
  await page.getByRole("link", { name: "Forty Guineas" }).first().waitFor();
});

test("what the command line refuses, the page refuses with the same sentence", async () => {
  const scratch = new Scratch();
  const files = {
    "empty.txt": "",
    "zip.epub": "PK\u0003\u0004 and nothing",
    "binary.txt": "a\u0000b\u0001c\u0002".repeat(90),
  };
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(scratch.path(name), text);
    const { code, err } = await plotlineHere("import", "story", scratch.path("corpus"), scratch.path(name));
    expect(code).toBe(2);
    const sentence = err
      .replace(/^plotline: /, "")
      .replaceAll(scratch.path(name), name)
      .trim();
    await page.goto(site.address);
    await page.getByText(/drop a book and its study guide/i).waitFor();
    await drop(page, { [name]: text });
    expect(await page.getByRole("alert").textContent()).toBe(sentence);
  }
  scratch.remove();
});

test("a worker that breaks down while a book is read is a sentence and a button; reading can be stopped, too", async () => {
  const book = { "The Sea's Tithe.txt": headed(chapters("stories")), "guide.txt": headed(chapters("summaries")) };
  await page.route(/working-.*\.js/, () => undefined);
  await page.getByText(/drop a book and its study guide/i).waitFor();
  await drop(page, book);
  await page.getByRole("button", { name: "Stop" }).click();
  await page.getByText("Stopped.").waitFor();
  const started = page.waitForEvent("worker");
  await page.getByRole("button", { name: "Try again" }).click();
  await (await started).evaluate(() =>
    setTimeout(() => {
      throw new Error("broken");
    }),
  );
  await page.getByText("A part of this page has broken down. What was saved is safe.").waitFor();
  await page.unroute(/working-.*\.js/);
  await page.getByRole("button", { name: "Try again" }).click();
  await page.locator(".lines path").first().waitFor({ state: "attached" });
  faults = faults.filter((fault) => !fault.includes("broken"));
});

test("what a server holds is opened in a browser", async () => {
  const scratch = new Scratch();
  expect((await plotlineHere("corpus", "backup", sample, "--out", scratch.path("backup.zip"))).code).toBe(0);
  await page.getByLabel("Open a saved library").setInputFiles(scratch.path("backup.zip"));
  await page.getByRole("link", { name: "Forty Guineas" }).first().click();
  await page.locator("ol.contents a").first().waitFor();
  scratch.remove();
});

test("the page may ask nobody but the address that it comes from", async () => {
  const asked = page.evaluate(() => fetch("http://127.0.0.1:9/").catch(({ message }: Error) => message));
  expect(await asked).toBe("Failed to fetch");
  expect(faults.splice(0).join(" ")).toContain("violates the following Content Security Policy");
});
