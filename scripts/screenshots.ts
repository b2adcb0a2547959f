// Takes the pictures of docs/pictures again: every screen, light and dark, desktop and phone, with the sample corpus only.
//   npm run script -- screenshots [FOLDER]      after `npm run build`

import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serve } from "@plotline/app/node";
import { chromium, type Page } from "playwright-core";
import { find } from "./components.mjs";
import { root } from "./setup.mjs";

const out = process.argv[2] ?? join(root, "docs", "pictures");
const work = encodeURIComponent("The Sea's Tithe");
const sizes = { desktop: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } };

const made = mkdtempSync(join(tmpdir(), "plotline-pictures-"));
const scratch = join(made, "sample");
cpSync(join(root, "corpora", "sample"), scratch, { recursive: true });
for (const own of ["annotators", "people", "runs"]) rmSync(join(scratch, own), { recursive: true, force: true });
for (const words of [
  ["align", scratch, "--quiet"],
  ["evaluate", scratch, "--quiet"],
  ["paper", "train", scratch, "--quick", "--quiet", "--only", "cloze-chronological-tfidf"],
])
  spawnSync(process.execPath, [join(root, "packages", "plotline", "bin", "plotline.mjs"), ...words], {
    stdio: "ignore",
  });
mkdirSync(out, { recursive: true });
const { address: link, origin, close } = await serve([scratch], { port: 0, host: "127.0.0.1" });
const browser = await chromium.launch({
  executablePath: find("chromium"),
  args: ["--no-sandbox", "--disable-background-networking"],
});

const screens: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  library: (page) => page.goto(`${origin}/`),
  guide: async (page) => {
    await page.goto(`${origin}/book/${work}`);
    await page.getByRole("button", { name: "Add or replace guide …" }).click();
    await chooseGuide(page);
  },
  book: (page) => page.goto(`${origin}/book/${work}`),
  annotation: (page) => page.goto(`${origin}/settling/${work}`),
  reader: async (page) => {
    await page.goto(`${origin}/read/${work}/1`);
    await page.locator("#s3 .unseen", { hasText: "Linked" }).waitFor({ state: "attached" });
    await page.locator("#s3 p").click();
    if ((page.viewportSize()?.width ?? 0) > 1000)
      await page.getByRole("button", { name: "Why", pressed: false }).click();
  },
  matrix: async (page) => {
    await page.goto(`${origin}/matrix/${work}/1`);
    await page.locator("figure svg.grid").nth(3).waitFor();
    await page.locator("figure svg.grid").first().hover();
  },
  annotator: async (page) => {
    await page.goto(`${origin}/annotate/${work}/1`);
    const name = page.getByLabel("Your name");
    await name.or(page.locator(".story .suggested, .story .linked")).first().waitFor();
    if (await name.isVisible()) {
      await name.fill("Ada");
      await page.getByRole("button", { name: "Start" }).click();
    }
    await page.locator(".story .suggested, .story .linked").first().waitFor();
    await page.keyboard.press("a");
    await page.keyboard.press("Shift+ArrowDown");
  },
  settle: async (page) => {
    await page.goto(`${origin}/settle/${work}/1`);
    await page.locator(".answers li").first().waitFor();
  },
  add: async (page) => {
    await page.goto(`${origin}/`);
    await page.getByRole("button", { name: "Add a book" }).click();
    await page
      .getByRole("button", { name: /^Book/ })
      .setInputFiles(join(root, "corpora/sample/books/The Sea's Tithe.txt"));
    await chooseGuide(page);
    await page.getByLabel("Title").fill("The Sea's Tithe, once more");
  },
  quiz: async (page) => {
    await page.goto(`${origin}/quiz`);
    await page.getByLabel("About").selectOption({ label: "The Sea's Tithe" });
    await page.getByRole("button", { name: "Begin" }).click();
    await page.getByText("1 of 10").waitFor();
    await page.keyboard.press("b");
  },
  results: async (page) => {
    await page.goto(`${origin}/results`);
    await page.locator(".numbers td").first().waitFor();
  },
};

for (const colorScheme of ["light", "dark"] as const)
  for (const [device, viewport] of Object.entries(sizes)) {
    const context = await browser.newContext({ viewport, colorScheme });
    context.setDefaultTimeout(120_000);
    const page = await context.newPage();
    await page.goto(link);
    for (const [name, open] of Object.entries(screens)) {
      await open(page);
      await page.waitForTimeout(900);
      await page.screenshot({ path: join(out, `${name}-${device}-${colorScheme}.png`) });
    }
    await context.close();
  }

await browser.close();
await close();
rmSync(made, { recursive: true, force: true });
console.log(`pictures are in ${out}`);

async function chooseGuide(page: Page): Promise<void> {
  const file = { name: "guide.md", mimeType: "text/plain", buffer: Buffer.from(guide()) };
  await page.getByRole("button", { name: /^Study guide/ }).setInputFiles(file);
  await page.getByText("The guide covers").waitFor();
}

/** The sample's own summaries as one file. */
function guide(): string {
  const summary = (k: number) =>
    readFileSync(join(root, "corpora", "sample", "summaries", "The Sea's Tithe", `${k}.txt.utf8`), "utf8");
  return Array.from({ length: 9 }, (_, k) => `# Chapter ${k + 1}\n\n${summary(k)}`).join("\n\n");
}
