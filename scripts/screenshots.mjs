// Takes the pictures of docs/pictures anew: every screen, light and dark, desktop and phone, with the sample corpus only.
// usage: node scripts/screenshots.mjs [FOLDER]
import { cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { serve } from "../dist/server/serve.js";
import { findChromium } from "./chromium.mjs";
import { root } from "./setup.mjs";

const out = process.argv[2] ?? join(root, "docs", "pictures");
const work = encodeURIComponent("The Sea's Tithe");
const sizes = { desktop: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } };

const scratch = mkdtempSync(join(tmpdir(), "plotline-pictures-"));
cpSync(join(root, "corpora", "sample"), scratch, { recursive: true });
mkdirSync(out, { recursive: true });
const { address, close } = await serve(scratch, { port: 0, host: "127.0.0.1", defaultMethod: "plotline" });
const browser = await chromium.launch({
  executablePath: findChromium(),
  args: ["--no-sandbox", "--disable-background-networking"],
});

const screens = {
  library: (page) => page.goto(address),
  reader: async (page) => {
    await page.goto(`${address}read/${work}/0`);
    await page.locator("#s3 .unseen", { hasText: "Linked" }).waitFor({ state: "attached" });
    await page.locator("#s3 p").click();
    if (page.viewportSize().width > 1000) await page.getByRole("button", { name: "Why", pressed: false }).click();
  },
  matrix: async (page) => {
    await page.goto(`${address}matrix/${work}/0`);
    await page.locator("figure canvas").nth(3).waitFor();
    await page.locator("figure canvas").first().hover();
  },
  annotator: async (page) => {
    await page.goto(`${address}annotate/${work}/0`);
    const name = page.getByLabel("Your name");
    await name.or(page.locator(".story .suggested, .story .linked")).first().waitFor();
    if (await name.isVisible()) {
      await name.fill("Ada");
      await page.getByRole("button", { name: "Begin" }).click();
    }
    await page.locator(".story .suggested, .story .linked").first().waitFor();
    await page.keyboard.press("a");
    await page.keyboard.press("Shift+ArrowDown");
  },
};

for (const colorScheme of ["light", "dark"])
  for (const [device, viewport] of Object.entries(sizes)) {
    const context = await browser.newContext({ viewport, colorScheme });
    const page = await context.newPage();
    for (const [name, open] of Object.entries(screens)) {
      await open(page);
      await page.waitForTimeout(900);
      await page.screenshot({ path: join(out, `${name}-${device}-${colorScheme}.png`) });
    }
    await context.close();
  }

await browser.close();
await close();
rmSync(scratch, { recursive: true, force: true });
console.log(`pictures are in ${out}`);
