// How fast the app is: first useful paint of the longest chapter, link highlight, size of the reader's JavaScript.
// usage: node bench/app.mjs [CORPUS]      after `npm run build`; the real corpus in .cache/shmoop, else the sample
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { chromium } from "playwright-core";
import { serve } from "../packages/app/dist/server/serve.js";
import { openCorpus } from "../packages/plotline/dist/index.js";
import { find } from "../scripts/components.mjs";
import { commandLine, median, root, sample } from "./kit.mjs";

const real = join(root, ".cache", "shmoop");
const [folder = existsSync(real) ? real : sample] = commandLine().positionals;

const longest = await longestChapter(folder);
console.log(`longest summarised chapter: ${longest.bullets} bullets, ${longest.paragraphs} paragraphs`);
const { address, origin, close } = await serve([folder], { port: 0, host: "127.0.0.1", defaultMethod: "plotline" });
const browser = await chromium.launch({
  executablePath: find("chromium"),
  args: ["--no-sandbox", "--disable-background-networking"],
});
const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
await page.goto(address);
const requested = new Set();
page.context().on("request", (request) => {
  const [, name] = /\/assets\/([^/]+)$/.exec(request.url()) ?? [];
  if (name !== undefined) requested.add(name);
});
const paints = [];
for (let round = 0; round < 5; round++) {
  await page.goto(`${origin}/read/${encodeURIComponent(longest.folder)}/${longest.number + 1}`);
  await page.locator("#p1").waitFor();
  paints.push(await page.evaluate(() => performance.now()));
}
console.log(`first useful paint: ${median(paints).toFixed(0)} ms (bar 1,000)`);
await page.locator(".lines path").first().waitFor({ state: "attached" });
const lights = await page.evaluate(async () => {
  const taken = [];
  for (const bullet of [...document.querySelectorAll(".summary .paragraph")].slice(0, 20)) {
    const started = performance.now();
    bullet.dispatchEvent(new MouseEvent("mouseover", { bubbles: true }));
    while (!bullet.classList.contains("lit")) await new Promise((resolve) => setTimeout(resolve));
    taken.push(performance.now() - started);
  }
  return taken;
});
console.log(`link highlight: ${median(lights).toFixed(1)} ms (bar 50)`);
await close();

const endless = endlessCorpus();
const second = await serve([endless], { port: 0, host: "127.0.0.1", defaultMethod: "plotline" });
await page.goto(second.address);
await page.goto(`${second.origin}/read/Endless/1`);
await page.locator("#p1").waitFor();
const frames = await page.evaluate(async () => {
  const story = document.querySelector(".story");
  const taken = [];
  for (let last = performance.now(), k = 0; k < 120; k++) {
    story.scrollTop += 400;
    await new Promise((resolve) => requestAnimationFrame(resolve));
    taken.push(performance.now() - last);
    last = performance.now();
  }
  return taken;
});
console.log(`10,000 paragraphs, scrolled 400 pixels a frame: ${median(frames).toFixed(1)} ms a frame`);
await second.close();
await browser.close();
rmSync(endless, { recursive: true, force: true });

const assets = join(root, "packages", "app", "dist", "web", "assets");
const kilobytes = (names) =>
  (names.reduce((sum, name) => sum + gzipSync(readFileSync(join(assets, name))).length, 0) / 1024).toFixed(0);
const fetched = (kind) => [...requested].filter((name) => name.endsWith(kind));
console.log(`JavaScript that the reader fetches, worker included: ${kilobytes(fetched(".js"))} KB gzipped (bar 150)`);
console.log(`weights of the aligner, fetched by the worker: ${kilobytes(fetched(".json"))} KB gzipped`);
console.log(
  `JavaScript of all screens: ${kilobytes(readdirSync(assets).filter((name) => name.endsWith(".js")))} KB gzipped`,
);

/** One chapter of 10,000 paragraphs. */
function endlessCorpus() {
  const made = mkdtempSync(join(tmpdir(), "plotline-endless-"));
  const words = "harbour candle ship storm widow ledger beam number boy creek house hill stroke light river town".split(
    " ",
  );
  const paragraph = (k, length) =>
    `${Array.from({ length }, (_, n) => words[(k * 7 + n * n) % words.length]).join(" ")}.`;
  const write = (section, count, length) => {
    mkdirSync(join(made, section, "Endless"), { recursive: true });
    const paragraphs = Array.from({ length: count }, (_, k) => paragraph(k, length));
    writeFileSync(join(made, section, "Endless", "0.txt.utf8"), paragraphs.join("\n\n"));
  };
  write("stories", 10_000, 40);
  write("summaries", 100, 20);
  return made;
}

async function longestChapter(path) {
  const corpus = await openCorpus(path);
  let best = { paragraphs: 0 };
  for await (const { work, number, summary, story } of corpus.chapters())
    if (story.length > best.paragraphs) best = { work, number, bullets: summary.length, paragraphs: story.length };
  return { ...best, folder: corpus.works.find((work) => work.title === best.work).folder };
}
