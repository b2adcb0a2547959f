import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser, Page, Route } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openChromium } from "./testing/chromium.ts";
import { plotline, root } from "./testing/plotline.ts";
import { ServedSample } from "./testing/serving.ts";

const tale = "The Telling at Winterlow";
const sample = new ServedSample();
let browser: Browser;
let page: Page;
let faults: string[];

beforeAll(async () => {
  await sample.start();
  browser = await openChromium();
});

afterAll(async () => {
  await browser.close();
  await sample.end();
});

beforeEach(async () => {
  faults = [];
  page = await newPage();
});

afterEach(async () => {
  await page.context().close();
  expect(faults).toEqual([]);
});

describe("the library", () => {
  test("lists the works, finds one by its kind and opens it", async () => {
    await page.goto(sample.address);
    await page.locator(".work").first().waitFor();
    expect(await page.locator(".work h2").allTextContents()).toContain(tale);
    await page.getByPlaceholder("Search by title or kind").fill("play");
    expect(await page.locator(".work h2").allTextContents()).toEqual(["Forty Guineas"]);
    await page.getByRole("link", { name: "Forty Guineas" }).click();
    await page.locator("#p1").waitFor();
    expect(new URL(page.url()).pathname).toBe("/read/Forty%20Guineas/0");
  });
});

describe("adding a book", () => {
  const book = readFileSync(join(root, "corpora", "sample", "books", "The Sea's Tithe.txt"));
  const summaryOf = (number: number) =>
    readFileSync(join(root, "corpora", "sample", "summaries", "The Sea's Tithe", `${number}.txt.utf8`), "utf8");
  const guide = Array.from({ length: 9 }, (_, k) => `# Chapter ${k + 1}\n\n${summaryOf(k)}`).join("\n\n");

  test("by dropping two files: what was found, corrected by hand, then written whole", async () => {
    await page.goto(sample.address);
    await page.getByRole("button", { name: "Add a book" }).waitFor();
    await drop({ "tithe.txt": book.toString("utf8"), "guide.md": guide });
    await page.getByText("9 sections tell 9 of 9 chapters.").waitFor();
    await page.getByRole("alert").getByText("already").waitFor();
    expect(await page.getByRole("button", { name: "Add to the library" }).isDisabled()).toBe(true);
    await page.getByLabel("Title").fill("The Tithe Again");
    await page.getByLabel("First chapter that Chapter 9 tells").selectOption("");
    await page.getByText("Without a summary: 9.").waitFor();
    await page.getByRole("button", { name: "Add to the library" }).click();
    await page.getByRole("heading", { level: 1, name: "The Tithe Again" }).waitFor();
    const written = (section: string) => readdirSync(join(sample.folder, section, "The Tithe Again")).length;
    expect([written("stories"), written("summaries")]).toEqual([9, 8]);
  });

  test("chapters can be said by their headings; a file that is no book gets a sentence in place", async () => {
    await page.goto(sample.address);
    await page.getByRole("button", { name: "Add a book" }).click();
    await page
      .getByRole("button", { name: /^Book/ })
      .setInputFiles({ name: "tithe.txt", mimeType: "text/plain", buffer: book });
    await page.getByText("Correct the chapters").click();
    await page.getByLabel("The headings as the book has them").fill("CHAPTER I\nCHAPTER V");
    await page.getByRole("button", { name: "Look for these" }).click();
    await page.getByText(/2 chapters ·/).waitFor();
    const noise = Buffer.from(Array.from({ length: 4000 }, (_, k) => (k * 7919) % 256));
    await page
      .getByRole("button", { name: /^Book/ })
      .setInputFiles({ name: "photo.txt", mimeType: "text/plain", buffer: noise });
    await page.getByRole("alert").getByText("photo.txt").waitFor();
    faults = faults.filter((fault) => !fault.includes("422"));
  });
});

describe("the reader", () => {
  test("lights up what belongs together, both ways, and says why", async () => {
    await open("read");
    await linesDrawn();
    await page.hover("#s1 p");
    const partner = page.locator(".story .paragraph.lit").first();
    await partner.waitFor();
    await page.locator("#s1 p").click();
    await page.getByRole("button", { name: "Why" }).click();
    await page.getByRole("complementary", { name: "Why this link" }).getByText("% sure").waitFor();
    await partner.locator("p").hover();
    expect(await page.locator("#s1.lit").count()).toBe(1);
    expect(await page.locator(".lines path.active").count()).toBeGreaterThan(0);
  });

  test("works from the keyboard, and tells a screen reader what is linked", async () => {
    await open("read");
    await linesDrawn();
    await page.locator("#s1 .number").focus();
    await page.keyboard.press("ArrowDown");
    expect(await page.evaluate(() => document.activeElement?.closest("li")?.id)).toBe("s2");
    expect(await page.locator(".story .paragraph.lit").count()).toBeGreaterThan(0);
    expect(await page.locator("#s2 .unseen").textContent()).toMatch(/^Linked with paragraph [\d, ]+\.$/);
  });

  test("opens at a linked paragraph, finds words, and keeps bullets from those who have not read so far", async () => {
    await page.goto(`${sample.address}/read/${encodeURIComponent(tale)}/0#p40`);
    await page.locator("#p40").waitFor();
    await page.waitForFunction(() => (document.querySelector(".story")?.scrollTop ?? 0) > 500);
    await page.evaluate(() => localStorage.clear());
    await open("read");
    await linesDrawn();
    await page.getByRole("button", { name: "Spoiler-safe" }).click();
    expect(await page.locator(".summary .hidden").count()).toBeGreaterThan(5);
    expect(await page.locator("#s1.hidden").count()).toBe(0);
    await page.locator("#p56").scrollIntoViewIfNeeded();
    await page.waitForFunction(() => document.querySelectorAll(".summary .hidden").length < 3);
    await page.getByPlaceholder("Find").fill("Winterlow");
    expect(Number(await page.locator(".find output").textContent())).toBeGreaterThan(1);
  });

  test("a person finds the place again in another browser", async () => {
    await open("read");
    await page.getByText("Your name").click();
    await page.getByLabel("Go on as").fill("con");
    await page.getByRole("button", { name: "Go on" }).click();
    await page.getByRole("alert").getByText("“_con” would do").waitFor();
    await page.getByLabel("Go on as").fill("Rosa");
    await page.getByRole("button", { name: "Go on" }).click();
    await page.locator("#p30").scrollIntoViewIfNeeded();
    const file = join(sample.folder, "people", "Rosa.json");
    const furthest = () => (existsSync(file) ? JSON.parse(readFileSync(file, "utf8")).places[tale].read[0] : 0);
    await expect.poll(furthest, { timeout: 15_000 }).toBeGreaterThan(20);
    await page.context().close();
    page = await newPage();
    await page.goto(sample.address);
    await page.evaluate(() => localStorage.setItem("plotline.annotator", '"Rosa"'));
    await page.reload();
    await page.getByRole("link", { name: "Go on in chapter 1" }).click();
    await page.waitForFunction(() => (document.querySelector(".story")?.scrollTop ?? 0) > 500);
  });

  test("on a phone both texts are there", async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await open("read");
    for (const side of ["Summary", "Story"]) {
      const box = await page.getByRole("region", { name: side }).boundingBox();
      expect(box?.width).toBeGreaterThan(300);
      expect(box?.height).toBeGreaterThan(150);
    }
  });
});

describe("export", () => {
  test("the side-by-side page is one file that works without plotline", async () => {
    await open("read");
    await linesDrawn();
    await page.locator(".menu > summary", { hasText: "Export" }).click();
    const saving = page.waitForEvent("download");
    await page.getByRole("button", { name: "Side-by-side page" }).click();
    const saved = await saving;
    expect(saved.suggestedFilename()).toBe(`${tale} 1.html`);
    const file = join(sample.folder, "..", "page.html");
    await saved.saveAs(file);
    await page.goto(pathToFileURL(file).href);
    await page.locator("#s0").hover();
    await page.locator(".paragraph.lit").first().waitFor();
  });

  test("gold and rows, of a chapter and of everything", async () => {
    const fetched = async (path: string) => (await fetch(`${sample.address}/api/export/${path}`)).text();
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

describe("the matrix", () => {
  test("shows gold first, scores methods against it, and reads out a cell", async () => {
    await open("matrix");
    await page.locator("figure").nth(3).locator("canvas").waitFor();
    expect(await page.locator("figure h2").first().textContent()).toBe("gold");
    expect(await page.locator("figure").nth(1).locator(".figures").textContent()).toMatch(
      /P \.\d{3}.*R \.\d{3}.*F \.\d{3}/,
    );
    await page.locator("canvas.grid").first().hover();
    await page.locator(".pair").getByText("Bullet").waitFor();
    const saved = page.waitForEvent("download");
    await page.getByRole("button", { name: "SVG" }).first().click();
    expect((await saved).suggestedFilename()).toMatch(/gold\.svg$/);
  });
});

describe("the annotator", () => {
  test("takes a whole chapter from the keyboard alone, and settles it into gold", async () => {
    await openSheet("Ada");
    for (let bullet = 0; bullet < 24; bullet++) await page.keyboard.press(bullet === 3 ? "c" : "a");
    await page.getByText(/24 of 24 bullets done/).waitFor();
    await page.getByText("Saved", { exact: true }).waitFor();
    const { linked, commentary } = readSheet("Ada");
    expect(linked.length).toBeGreaterThan(20);
    expect(commentary).toEqual([3]);
    await page.getByRole("link", { name: "Settle" }).click();
    await page.getByRole("button", { name: "Write gold" }).click();
    await page.getByText(`${linked.length} links are gold now.`).waitFor();
    const gold = readFileSync(join(sample.folder, "manual_alignments", tale, "0.txt"), "utf8");
    expect(gold.match(/\d+(?=,|\n)/g)?.length).toBeGreaterThanOrEqual(linked.length);
    expect(gold).toContain("\nS3:\n");
  });

  test("links a range, unlinks it, and undoes everything", async () => {
    await openSheet("Ben");
    await page.keyboard.press("Shift+ArrowDown");
    await page.keyboard.press("Shift+ArrowDown");
    await page.keyboard.press("Enter");
    await saved();
    expect(readSheet("Ben").linked.length).toBe(3);
    await page.keyboard.press("Backspace");
    await page.keyboard.press("z");
    await saved();
    expect(readSheet("Ben").linked.length).toBe(3);
    await page.keyboard.press("z");
    await page.keyboard.press("z");
    await saved();
    expect(readSheet("Ben").linked).toEqual([]);
  });

  test("takes suggestions one by one, by key or mouse, and ranges with Shift and a click", async () => {
    await openSheet("Finn");
    await page.keyboard.press("s");
    await saved();
    const [first] = readSheet("Finn").linked;
    expect(first.summary).toBe(0);
    await page.keyboard.press("j");
    await page.locator(".verdict").first().getByRole("button", { name: "Accept" }).click();
    await saved();
    expect(readSheet("Finn").linked).toContainEqual(expect.objectContaining({ summary: 1 }));
    await page.keyboard.press("j");
    await page.keyboard.press("x");
    await saved();
    expect(readSheet("Finn").refused).toMatchObject([{ summary: 2 }]);
    await page.locator("#p3 p").click();
    await page.locator("#p5 p").click({ modifiers: ["Shift"] });
    await page.getByRole("button", { name: "Enter link" }).click();
    await saved();
    const own = readSheet("Finn").linked.filter(({ summary }: { summary: number }) => summary === 2);
    expect(own.map(({ story }: { story: number }) => story)).toEqual([2, 3, 4]);
  });

  test("goes to the least sure bullet of the whole work, and lists the queue of all works", async () => {
    await page.goto(`${sample.address}/annotate/${encodeURIComponent("Forty Guineas")}/0`);
    await page.getByLabel("Your name, under").fill("Gwen");
    await page.getByRole("button", { name: "Begin" }).click();
    await page.getByText("Saved", { exact: true }).waitFor();
    await page.getByText("Queue", { exact: true }).click();
    await page.getByRole("button", { name: "Of all works" }).click();
    await page.locator(".items a", { hasText: "% sure" }).first().waitFor();
    const shares = await page.locator(".items a small").allTextContents();
    const sure = shares.filter((text) => text.includes("% sure")).map((text) => Number.parseInt(text, 10));
    expect(sure).toEqual([...sure].sort((a, b) => a - b));
    await page.keyboard.press("Escape");
    await page.keyboard.press("q");
    await page.waitForFunction(() => /#s\d+$/.test(location.hash) || document.querySelector(".here")?.id !== "s1");
  });

  test("goes on when the server has died, and takes an answer that got lost for what it was", async () => {
    const served = new ServedSample();
    await served.start();
    const port = Number(new URL(served.address).port);
    await page.goto(`${served.address}/annotate/${encodeURIComponent(tale)}/0`);
    await page.getByLabel("Your name, under").fill("Hal");
    await page.getByRole("button", { name: "Begin" }).click();
    await page.locator(".story .suggested").first().waitFor();
    await served.kill();
    for (const key of ["Enter", "j", "c"]) await page.keyboard.press(key);
    await page.getByText(/does not answer. Your last (step was|2 steps were) not saved yet/).waitFor();
    await served.start(port);
    await page.getByText("Saved", { exact: true }).waitFor();
    const losing = async (route: Route) => {
      await route.fetch();
      await route.abort();
    };
    await page.route("**/api/sheets/**", losing, { times: 1 });
    await page.keyboard.press("Enter");
    await page.getByText(/does not answer/).waitFor();
    await page.getByText("Saved", { exact: true }).waitFor();
    const sheet = JSON.parse(readFileSync(join(served.folder, "annotators", "Hal", tale, "0.json"), "utf8"));
    expect(sheet).toMatchObject({ revision: 3, steps: [{ act: "link" }, { act: "commentary" }, { act: "link" }] });
    await page.context().close();
    await served.end();
    faults = faults.filter((fault) => !/ERR_|409|127\.0\.0\.1/.test(fault));
  });

  test("two tabs on one chapter never overwrite each other silently", async () => {
    await openSheet("Cleo");
    const other = await page.context().newPage();
    await other.goto(page.url());
    await other.locator("#s1.here").waitFor();
    await page.keyboard.press("Enter");
    await saved();
    await other.keyboard.press("c");
    await other.getByText(/changed in another tab/).waitFor();
    expect(readSheet("Cleo")).toMatchObject({ revision: 1, commentary: [] });
    await other.keyboard.press("c");
    await other.getByText("Saved", { exact: true }).waitFor();
    expect(readSheet("Cleo")).toMatchObject({ revision: 2, commentary: [1] });
    faults = faults.filter((fault) => !fault.includes("409"));
  });

  test("kill -9 in the middle of 200 saves loses nothing that was acknowledged", async () => {
    const served = new ServedSample();
    await served.start();
    const headers = { origin: served.address, "content-type": "application/json" };
    const sheet = `${served.address}/api/sheets/Dora/${encodeURIComponent(tale)}/0`;
    let acknowledged = 0;
    const killing = setTimeout(() => served.kill(), 400);
    for (let revision = 0; revision < 200; revision++) {
      const change = { act: "link", cells: [{ summary: revision % 24, story: revision % 56 }] };
      const body = JSON.stringify({ revision, change });
      const response = await fetch(sheet, { method: "POST", headers, body }).catch(() => undefined);
      if (response?.ok !== true) break;
      acknowledged = revision + 1;
    }
    clearTimeout(killing);
    await served.kill();
    await served.start();
    const there = await (await fetch(sheet.replace(/^.*(?=\/api)/, served.address))).json();
    await served.end();
    expect(acknowledged).toBeGreaterThan(0);
    expect(there.revision).toBeGreaterThanOrEqual(acknowledged);
    expect(there.revision).toBeLessThanOrEqual(acknowledged + 1);
  });
});

describe("the quiz", () => {
  test("is played from the keyboard, shows passages, and keeps the score beside chance and the rules", async () => {
    await page.goto(`${sample.address}/quiz`);
    await page.getByText("Your name", { exact: true }).click();
    await page.getByLabel("Go on as").fill("Iris");
    await page.getByRole("button", { name: "Go on" }).click();
    await page.getByLabel("About").selectOption({ label: "The Sea's Tithe" });
    await page.getByRole("button", { name: "both" }).click();
    await page.getByRole("button", { name: "5", exact: true }).click();
    await page.getByRole("button", { name: "Begin" }).click();
    for (let k = 1; k <= 5; k++) {
      await page.getByText(new RegExp(`^${k} of 5`)).waitFor({ timeout: 60_000 });
      if (k === 1) await page.keyboard.press("p");
      if (k === 1) await page.locator(".passage").waitFor();
      await page.waitForTimeout(80);
      await page.keyboard.press("a");
      await page.getByText(/^(Right\.|No: it is)/).waitFor();
      expect(await page.locator(".passage").count()).toBe(1);
      await page.keyboard.press("Enter");
    }
    await page.getByText("Kept for Iris.").waitFor();
    expect(await page.locator(".score td:first-child").allTextContents()).toEqual(
      expect.arrayContaining(["you", "chance", "the ranker"]),
    );
    const { quiz } = JSON.parse(readFileSync(join(sample.folder, "people", "Iris.json"), "utf8"));
    expect(quiz[0].answers.map(({ given }: { given: number }) => given)).toEqual([0, 0, 0, 0, 0]);
    expect(quiz[0].answers[0].seenPassage).toBe(true);
    await page.getByRole("button", { name: "Again" }).click();
    await page.getByRole("region", { name: "Scores so far" }).getByText("Iris").first().waitFor();
    const exported = await (await fetch(`${sample.address}/api/export/quiz`)).text();
    expect(
      exported
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line).name),
    ).toEqual(Array(5).fill("Iris"));
  });
});

describe("the results", () => {
  test("show each evaluation with its signature, and a training's curves while it goes on", async () => {
    expect(plotline("evaluate", sample.folder, "--method", "TFIDF", "Diagonal-5").code).toBe(0);
    expect(plotline("evaluate", sample.folder, "--method", "BLEU1", "--no-save").code).toBe(0);
    await page.goto(`${sample.address}/results`);
    const run = page.getByRole("article");
    await run.getByText("Diagonal-5").waitFor();
    expect(await run.count()).toBe(1);
    expect(await run.locator(".signature").textContent()).toMatch(/corpus:[0-9a-f]{12} \| works:all/);
    const folder = join(sample.folder, "runs", "training");
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "metrics.jsonl"), '{"step":1,"loss":2.5}\n{"step":2,"loss":2.1}\n');
    await page.getByRole("img", { name: /^loss goes from 2.5 at step 1 to 2.1 at step 2/ }).waitFor();
    appendFileSync(join(folder, "metrics.jsonl"), '{"step":3,"loss":1.5}\n{"step":');
    await page.getByRole("img", { name: /to 1.5 at step 3/ }).waitFor();
  });
});

describe("every screen", () => {
  const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

  test.each(["light", "dark"] as const)("is accessible in %s: axe finds nothing serious", async (colorScheme) => {
    await page.context().close();
    page = await newPage({ colorScheme, bypassCSP: true });
    for (const screen of ["", "quiz", "results", "read", "matrix", "annotate", "settle"]) {
      if (["", "quiz", "results"].includes(screen)) await page.goto(`${sample.address}/${screen}`);
      else if (screen === "annotate") await openSheet("Eve");
      else await open(screen);
      await page.waitForTimeout(300);
      await page.evaluate(axe);
      const found = await page.evaluate(`axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) =>
        violations.filter(({ impact }) => impact === "serious" || impact === "critical")
          .map(({ id, nodes }) => id + ": " + nodes.slice(0, 3).map(({ html }) => html).join(" | ")))`);
      expect(found, screen).toEqual([]);
    }
  });

  test("says what is wrong with an address that leads nowhere", async () => {
    await page.goto(`${sample.address}/read/Nonesuch/0`);
    await page.getByRole("alert").getByText('There is no work "Nonesuch"').waitFor();
    faults = faults.filter((fault) => !fault.includes("404"));
  });
});

async function newPage(options: Parameters<Browser["newContext"]>[0] = {}): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  context.on("request", (request) => {
    if (!request.url().startsWith(sample.address) && !/^(data|blob|file):/.test(request.url()))
      faults.push(request.url());
  });
  context.on("weberror", (error) => faults.push(error.error().message));
  context.on("console", (message) => message.type() === "error" && faults.push(message.text()));
  context.setDefaultTimeout(15_000);
  return context.newPage();
}

async function open(screen: string): Promise<void> {
  await page.goto(`${sample.address}/${screen}/${encodeURIComponent(tale)}/0`);
  await page.getByRole("heading", { level: 1, name: tale }).waitFor();
}

async function openSheet(annotator: string): Promise<void> {
  await page.goto(`${sample.address}/annotate/${encodeURIComponent(tale)}/0`);
  await page.getByLabel("Your name, under").fill(annotator);
  await page.getByRole("button", { name: "Begin" }).click();
  await page.locator(".story .suggested").first().waitFor();
}

/** As if files were dragged from the desktop. */
async function drop(files: Record<string, string>): Promise<void> {
  const carried = await page.evaluateHandle((given) => {
    const transfer = new DataTransfer();
    for (const [name, text] of Object.entries(given)) transfer.items.add(new File([text], name));
    return transfer;
  }, files);
  await page.dispatchEvent("main", "drop", { dataTransfer: carried });
}

async function linesDrawn(): Promise<void> {
  await page.locator(".lines path").first().waitFor({ state: "attached" });
}

async function saved(): Promise<void> {
  await page.waitForTimeout(50);
  await page.getByText("Saved", { exact: true }).waitFor();
}

function readSheet(annotator: string) {
  return JSON.parse(readFileSync(join(sample.folder, "annotators", annotator, tale, "0.json"), "utf8"));
}
