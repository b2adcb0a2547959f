import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, BrowserContextOptions, Page, Request } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect } from "vitest";
import { seriousFaults } from "./axe.ts";
import { openChromium, openWindow } from "./chromium.ts";
import { ServedSample } from "./serving.ts";

export const tale = "The Telling at Winterlow";

/**
 * A server and a browser for the tests of one file, and a fresh page for each; a page that complains fails its test. The
 * server has a copy of the sample, and further corpora where they are given.
 */
export function openApp(...further: string[]): App {
  const app = new App(further);
  beforeAll(() => app.start());
  afterAll(() => app.end());
  beforeEach(() => app.begin());
  afterEach(async () => {
    await app.page.context().close();
    expect(app.faults).toEqual([]);
  });
  return app;
}

class App {
  readonly sample = new ServedSample();
  /** What a page said to its console or asked of strangers. */
  faults: string[] = [];
  private browser: Browser | undefined;
  private current: Page | undefined;

  constructor(private readonly further: readonly string[]) {}

  get page(): Page {
    if (this.current === undefined) throw new Error("no test has begun");
    return this.current;
  }

  set page(page: Page) {
    this.current = page;
  }

  async start(): Promise<void> {
    await this.sample.start(undefined, ...this.further);
    this.browser = await openChromium();
  }

  async end(): Promise<void> {
    await this.browser?.close();
    await this.sample.end();
  }

  async begin(): Promise<void> {
    this.faults = [];
    this.page = await this.newPage();
  }

  async newPage(options: BrowserContextOptions = {}): Promise<Page> {
    if (this.browser === undefined) throw new Error("there is no browser");
    const context = await openWindow(this.browser, options);
    context.on("request", (request) => {
      if (!request.url().startsWith(this.sample.address) && !/^(data|blob|file):/.test(request.url()))
        this.faults.push(request.url());
    });
    context.on("weberror", (error) => this.faults.push(error.error().message));
    context.on("console", (message) => message.type() === "error" && this.faults.push(message.text()));
    await context.addInitScript(repeatableRandom);
    await context.request.get(this.sample.link);
    return context.newPage();
  }

  /** A window of another kind in place of the present one. */
  async reopen(options: BrowserContextOptions = {}): Promise<void> {
    await this.page.context().close();
    this.page = await this.newPage(options);
  }

  /** What the page has complained about and a test expects. */
  forgive(expected: RegExp): void {
    this.faults = this.faults.filter((fault) => !expected.test(fault));
  }

  /** By its address on our server, or on another one. */
  async goto(path: string, address = this.sample.address): Promise<void> {
    await this.page.goto(`${address}/${path}`);
  }

  async open(screen: string): Promise<void> {
    await this.goto(`${screen}/${encodeURIComponent(tale)}/1`);
    await this.page.getByRole("heading", { level: 1, name: tale }).waitFor();
  }

  async openSheet(annotator: string, address?: string): Promise<void> {
    await this.goto(`annotate/${encodeURIComponent(tale)}/1`, address);
    await this.page.getByLabel("Your name (your links").fill(annotator);
    await this.click("Start");
    await this.page.locator(".story .suggested").first().waitFor();
  }

  /** Presses the button with exactly this name, or one that fits the pattern: a question's options are buttons too. */
  async click(name: string | RegExp): Promise<void> {
    await this.page.getByRole("button", { name, exact: typeof name === "string" }).click();
  }

  /** The file that an act makes the page save. */
  async saved(act: () => Promise<unknown>): Promise<{ readonly name: string; readonly bytes: Buffer }> {
    const [file] = await Promise.all([this.page.waitForEvent("download"), act()]);
    return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
  }

  /** Chooses a file for the book or its study guide. */
  async choose(slot: "Book" | "Study guide", name: string, content: string | Buffer): Promise<void> {
    const file = { name, mimeType: "text/plain", buffer: Buffer.from(content) };
    await this.page.getByRole("button", { name: new RegExp(`^${slot}`) }).setInputFiles(file);
  }

  /** Nothing is wider than the page, and axe finds nothing serious on it; the window must be opened with `bypassCSP`. */
  async mustBeClean(what = ""): Promise<void> {
    expect(await seriousFaults(this.page), what).toEqual([]);
    const { width } = this.page.viewportSize()!;
    expect(await this.page.evaluate(() => document.documentElement.scrollWidth), what).toBe(width);
  }

  /** As if files were dragged from the desktop. */
  async drop(files: Record<string, string>, on = "main"): Promise<void> {
    const carried = await this.page.evaluateHandle((given) => {
      const transfer = new DataTransfer();
      for (const [name, text] of Object.entries(given)) transfer.items.add(new File([text], name));
      return transfer;
    }, files);
    await this.page.dispatchEvent(on, "drop", { dataTransfer: carried });
  }

  async linesDrawn(): Promise<void> {
    await this.page.locator(".lines path").first().waitFor({ state: "attached" });
  }

  /** Does something that changes a sheet or a settlement in this many steps, and waits until the page says that all of them are saved. */
  async save(act: () => Promise<unknown>, steps = 1, page = this.page): Promise<void> {
    let left = steps;
    const answered = page.waitForResponse((response) => isChange(response.request()) && --left === 0);
    await act();
    await answered;
    await page.getByText("Saved", { exact: true }).waitFor();
  }

  async titleIs(title: string): Promise<void> {
    await expect.poll(() => this.page.title()).toBe(title);
  }

  /** Presses keys one after the other. */
  async press(...keys: string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key);
  }

  /** Answers a question of the quiz by the letter of its first option. */
  async answerQuestion(): Promise<void> {
    await this.press("a");
    await this.questionIsAnswered();
  }

  async questionIsAnswered(): Promise<void> {
    await this.page.locator(".turn output", { hasText: /^(Right\.|Not quite: the answer is)/ }).waitFor();
  }

  readSheet(annotator: string) {
    return JSON.parse(readFileSync(join(this.sample.folder, "annotators", annotator, tale, "0.json"), "utf8"));
  }
}

/** Runs in the page, which draws the same quiz questions every time. */
function repeatableRandom(): void {
  let drawn = 0;
  Math.random = () => (drawn++ * 0.618_034) % 1;
}

function isChange(request: Request): boolean {
  return request.method() === "POST" && /\/(sheets|settling)\//.test(request.url());
}
