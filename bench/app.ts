// How fast the app is: first useful paint of the longest chapter, link highlight, scrolling, size of the reader's JavaScript.
//   npm run bench -- app [CORPUS]      after `npm run build`
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { serve } from "@plotline/app/node";
import { median, sumOf } from "@plotline/base";
import { openCorpus } from "@plotline/corpus/node";
import { chromium, type Page } from "playwright-core";
import { find } from "../scripts/components.mjs";
import { needed, program, root, sample } from "./kit/kit.ts";

const assets = join(root, "packages", "app", "dist", "web", "assets");

program(import.meta.url, {}, async ({ positionals: [folder = sample] }) => {
  needed(assets, "the app as npm run build makes it");
  const browser = await chromium.launch({
    executablePath: find("chromium"),
    args: ["--no-sandbox", "--disable-background-networking"],
  });
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  const endless = endlessCorpus();
  try {
    const fetched = await readLongest(page, folder);
    await scroll(page, endless);
    sizes(fetched);
  } finally {
    await browser.close();
    rmSync(endless, { recursive: true, force: true });
  }
});

/** Gives the names of the assets that the reader fetched. */
async function readLongest(page: Page, folder: string): Promise<string[]> {
  const longest = await longestChapter(folder);
  console.log(`longest summarised chapter: ${longest.points} points, ${longest.paragraphs} paragraphs`);
  const { address, origin, close } = await served(folder);
  await page.goto(address);
  const requested = new Set<string>();
  page.context().on("request", (request) => {
    const [, name] = /\/assets\/([^/]+)$/.exec(request.url()) ?? [];
    if (name !== undefined) requested.add(name);
  });
  const paints: number[] = [];
  for (let round = 0; round < 5; round++) {
    await page.goto(`${origin}/read/${encodeURIComponent(longest.folder)}/${longest.number + 1}`);
    await page.locator("#p1").waitFor();
    paints.push(await page.evaluate(() => performance.now()));
  }
  console.log(`first useful paint: ${median(paints).toFixed(0)} ms (bar 1,000)`);
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

async function scroll(page: Page, endless: string): Promise<void> {
  const { address, origin, close } = await served(endless);
  await page.goto(address);
  await page.goto(`${origin}/read/Endless/1`);
  await page.locator("#p1").waitFor();
  const frames = median(await page.evaluate(frameTimes));
  console.log(`10,000 paragraphs, scrolled 400 pixels a frame: ${frames.toFixed(1)} ms a frame`);
  await close();
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

function sizes(fetched: readonly string[]): void {
  const kilobytes = (names: readonly string[]) =>
    (sumOf(names, (name) => gzipSync(readFileSync(join(assets, name))).length) / 1024).toFixed(0);
  const ending = (names: readonly string[], kind: string) => kilobytes(names.filter((name) => name.endsWith(kind)));
  console.log(`JavaScript that the reader fetches, worker included: ${ending(fetched, ".js")} KB gzipped (bar 150)`);
  console.log(`weights of the aligner, fetched by the worker: ${ending(fetched, ".json")} KB gzipped`);
  console.log(`JavaScript of all screens: ${ending(readdirSync(assets), ".js")} KB gzipped`);
}

function served(folder: string) {
  return serve([folder], { port: 0, host: "127.0.0.1" });
}

/** One chapter of 10,000 paragraphs. */
function endlessCorpus(): string {
  const made = mkdtempSync(join(tmpdir(), "plotline-endless-"));
  const words = "harbour candle ship storm widow ledger beam number boy creek house hill stroke light river".split(" ");
  const write = (section: string, count: number, length: number) => {
    const paragraph = (k: number) =>
      `${Array.from({ length }, (_, n) => words[(k * 7 + n * n) % words.length]).join(" ")}.`;
    mkdirSync(join(made, section, "Endless"), { recursive: true });
    const text = Array.from({ length: count }, (_, k) => paragraph(k)).join("\n\n");
    writeFileSync(join(made, section, "Endless", "0.txt.utf8"), text);
  };
  write("stories", 10_000, 40);
  write("summaries", 100, 20);
  return made;
}

async function longestChapter(folder: string) {
  const corpus = await openCorpus(folder);
  let best = { work: "", number: 0, points: 0, paragraphs: 0 };
  for await (const { work, number, summary, story } of corpus.chapters())
    if (story.length > best.paragraphs) best = { work, number, points: summary.length, paragraphs: story.length };
  return { ...best, folder: corpus.works.find((work) => work.title === best.work)?.folder ?? "" };
}
