// How fast the app is: paint, link highlight, scrolling, sizes; in a tab a novel from its drop to its page for a class.
//   npm run bench -- app [CORPUS]      after `npm run build`
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { serve } from "@plotline/app/node";
import { median, sumOf } from "@plotline/base";
import { openCorpus } from "@plotline/corpus/node";
import type { Browser, Page } from "playwright-core";
import { openChromium } from "../e2e/testing/chromium.ts";
import { droppedNovel } from "../e2e/testing/novel.ts";
import { builtSite } from "../e2e/testing/site.ts";
import { needed, program, root, sample } from "./kit/kit.ts";

const assets = join(root, "packages", "app", "dist", "web", "assets");

program(import.meta.url, {}, async ({ positionals: [folder = sample] }) => {
  needed(assets, "the app as npm run build makes it");
  const browser = await openChromium();
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  try {
    const fetched = await readLongest(page, folder);
    await scroll(page);
    size(fetched);
    await inTab(browser);
  } finally {
    await browser.close();
  }
});

/** Gives the names of the assets that the reader fetched. */
async function readLongest(page: Page, folder: string): Promise<string[]> {
  const longest = await longestChapter(folder);
  const { address, origin, close } = await serve([folder], { port: 0, host: "127.0.0.1" });
  await page.goto(address);
  const requested = new Set<string>();
  page.context().on("request", (request) => requested.add(/\/assets\/([^/]+)$/.exec(request.url())?.[1] ?? ""));
  const paints: number[] = [];
  for (let round = 0; round < 5; round++) {
    await page.goto(`${origin}/read/${encodeURIComponent(longest.folder)}/${longest.number + 1}`);
    await page.locator("#p1").waitFor();
    paints.push(await page.evaluate(() => performance.now()));
  }
  console.log(`first useful paint of ${longest.paragraphs} paragraphs: ${median(paints).toFixed(0)} ms (bar 1,000)`);
  await page.locator(".lines path").first().waitFor({ state: "attached" });
  console.log(`link highlight: ${median(await page.evaluate(highlightTimes)).toFixed(1)} ms (bar 50)`);
  await close();
  return [...requested];
}

/** In the page. */
async function highlightTimes(): Promise<number[]> {
  const taken: number[] = [];
  for (const point of [...document.querySelectorAll(".summary .paragraph")].slice(0, 20)) {
    const started = performance.now();
    point.dispatchEvent(new MouseEvent("mouseover", { bubbles: true }));
    while (!point.classList.contains("lit")) await new Promise((resolve) => setTimeout(resolve));
    taken.push(performance.now() - started);
  }
  return taken;
}

async function scroll(page: Page): Promise<void> {
  const endless = endlessCorpus();
  const { address, origin, close } = await serve([endless], { port: 0, host: "127.0.0.1" });
  await page.goto(address);
  await page.goto(`${origin}/read/Endless/1`);
  await page.locator("#p1").waitFor();
  const frame = median(await page.evaluate(frameTimes)).toFixed(1);
  console.log(`10,000 paragraphs, scrolled 400 pixels a frame: ${frame} ms a frame`);
  await close();
  rmSync(endless, { recursive: true });
}

/** In the page. */
async function frameTimes(): Promise<number[]> {
  const story = document.querySelector(".story")!;
  const taken: number[] = [];
  for (let last = performance.now(), k = 0; k < 120; k++) {
    story.scrollTop += 400;
    await new Promise((resolve) => requestAnimationFrame(resolve));
    taken.push(performance.now() - last);
    last = performance.now();
  }
  return taken;
}

function size(fetched: readonly string[]): void {
  const scripts = fetched.filter((name) => name.endsWith(".js"));
  const bytes = sumOf(scripts, (name) => gzipSync(readFileSync(join(assets, name))).length);
  console.log(`JavaScript that the reader fetches, worker included: ${(bytes / 1024).toFixed(0)} KB gzipped (bar 150)`);
}

async function inTab(browser: Browser): Promise<void> {
  const { first, aligning, seconds, longest, classPage } = await droppedNovel(browser, await builtSite());
  const kB = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;
  console.log(
    `in a tab, compressed: the page ${kB(first)} (bar 150), what reads and aligns ${kB(aligning)} (bar 2,500)`,
  );
  console.log(`a novel of 120,000 words, from the drop to the linked first chapter: ${seconds.toFixed(1)} s (bar 15)`);
  console.log(`longest task ${longest.toFixed(0)} ms (bar 200), its page for a class ${kB(classPage)} (bar 1,500)`);
}

/** One chapter of 10,000 paragraphs. */
function endlessCorpus(): string {
  const made = mkdtempSync(join(tmpdir(), "plotline-endless-"));
  const words = "harbour candle ship storm widow ledger beam number boy creek house hill stroke light river".split(" ");
  const write = (section: string, count: number, length: number) => {
    const said = (k: number) => Array.from({ length }, (_, n) => words[(k * 7 + n * n) % words.length]).join(" ");
    mkdirSync(join(made, section, "Endless"), { recursive: true });
    const paragraphs = Array.from({ length: count }, (_, k) => `${said(k)}.`);
    writeFileSync(join(made, section, "Endless", "0.txt.utf8"), paragraphs.join("\n\n"));
  };
  write("stories", 10_000, 40);
  write("summaries", 100, 20);
  return made;
}

async function longestChapter(folder: string) {
  const corpus = await openCorpus(folder);
  let best = { work: "", number: 0, paragraphs: 0 };
  for await (const { work, number, story } of corpus.chapters())
    if (story.length > best.paragraphs) best = { work, number, paragraphs: story.length };
  return { ...best, folder: corpus.works.find((work) => work.title === best.work)?.folder ?? "" };
}
