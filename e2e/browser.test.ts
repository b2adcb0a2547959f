import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { sumOf } from "@plotline/base";
import { needs } from "@plotline/base/testing";
import { build } from "esbuild";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { openChromium, openWindow } from "./testing/chromium.ts";
import { root, sampleFolder } from "./testing/plotline.ts";

const { test } = needs("chromium");
const tab = `<!doctype html><title>plotline</title>
<script type="module">import * as plotline from "./browser.bundle.js"; globalThis.plotline = plotline;</script>`;
let browser: Browser;
let server: Server;
let address: string;
/** The library as a bundler makes it for a page. */
let bundle: string;

beforeAll(async () => {
  bundle = mkdtempSync(join(tmpdir(), "plotline-bundle-"));
  await build({
    entryPoints: { "browser.bundle": join(root, "packages", "plotline", "dist", "browser.js") },
    outdir: bundle,
    chunkNames: "browser.[name]-[hash]",
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "browser",
    minify: true,
  });
  server = createServer((request, response) => {
    const [file] = /(?<=^\/)browser\.[\w.-]+\.js$/.exec(request.url ?? "") ?? [];
    response.setHeader("content-type", file === undefined ? "text/html" : "text/javascript");
    response.end(file === undefined ? tab : readFileSync(join(bundle, file)));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  browser = await openChromium();
});

afterAll(async () => {
  await browser.close();
  server.close();
  rmSync(bundle, { recursive: true });
});

const chapter = (section: string) => readFileSync(join(sampleFolder, section, "The Sea's Tithe", "1.txt.utf8"), "utf8");

/** Runs in the tab and here: every method that needs no encoder, align() itself and its likelihoods, as text. */
async function everything(
  plotline: typeof import("plotline"),
  texts: { summary: string; story: string },
): Promise<Record<string, string>> {
  const paragraphs = (text: string) => text.split("\n\n").map((paragraph) => paragraph.trim());
  const made = { work: "w", number: 0, summary: paragraphs(texts.summary), story: paragraphs(texts.story) };
  const corpus = {
    async *chapters() {
      yield made;
    },
  };
  const results: Record<string, string> = {
    align: JSON.stringify(plotline.align(texts.summary, texts.story)),
    likelihoods: JSON.stringify([...plotline.likelihoods(texts.summary, texts.story).values]),
  };
  for (const method of plotline.methods.filter((each) => !each.needsEncoder))
    results[method.name] = JSON.stringify(await (await method.prepare(corpus, { seed: 1 }))(made));
  return results;
}

test("the library gives the same bytes in a browser tab as in Node", async () => {
  const texts = { summary: chapter("summaries"), story: chapter("stories") };
  const page = await (await openWindow(browser)).newPage();
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(error.message));
  await page.goto(address);
  await page.waitForFunction("globalThis.plotline !== undefined");
  const inTab = await page.evaluate(`(${everything.toString()})(globalThis.plotline, ${JSON.stringify(texts)})`);
  const here = await everything(await import(join(root, "packages", "plotline", "dist", "browser.js")), texts);
  expect(faults).toEqual([]);
  expect(Object.keys(here).length).toBeGreaterThan(20);
  expect(inTab).toEqual(here);
  await page.close();
});

test("the app's page downloads what it uses of the packages, not whole packages", () => {
  const page = join(root, "packages", "app", "dist", "web");
  const files = readdirSync(page, { recursive: true, encoding: "utf8" }).filter((name) => /\.\w+$/.test(name));
  const bytes = files
    // The file for a class is fetched only by whoever makes one.
    .filter((name) => !name.includes("token-table") && name !== "reading-page.html")
    .map((name) => gzipSync(readFileSync(join(page, name))).length);
  // 210 KB where the entries are shaken, 306 where one was imported on demand as a whole.
  expect(sumOf(bytes)).toBeLessThan(230_000);
});
