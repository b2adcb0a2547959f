import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { sumOf } from "@plotline/base";
import type { Browser, Page } from "playwright-core";
import { openWindow } from "./chromium.ts";
import { root } from "./plotline.ts";
import { serveFiles } from "./site.ts";

const open = join(root, "corpora", "open");

/** Two novels of the open corpus as one book of 120,000 words in 43 chapters, and its guide. */
export function novel(most = 120_000): { readonly book: string; readonly guide: string } {
  const chapters: { readonly story: string; readonly summary: string }[] = [];
  let words = 0;
  for (const chapter of ["The Scarlet Pimpernel", "Persuasion"].flatMap(chaptersOf)) {
    if (words >= most) break;
    chapters.push(chapter);
    words += chapter.story.split(/\s+/).length;
  }
  const points = (summary: string) => summary.split(/\n\n+/).map((point) => `- ${point.trim()}`);
  return {
    book: `A Novel\n\n\n${chapters.map(({ story }, k) => `CHAPTER ${k + 1}\n\n${story}`).join("\n\n\n")}`,
    guide: chapters.map(({ summary }, k) => `# Chapter ${k + 1}\n\n${points(summary).join("\n")}`).join("\n\n"),
  };
}

function chaptersOf(title: string) {
  const read = (section: string, number: number) =>
    readFileSync(join(open, section, title, `${number}.txt.utf8`), "utf8").trim();
  return readdirSync(join(open, "stories", title)).map((_, number) => ({
    story: read("stories", number),
    summary: read("summaries", number),
  }));
}

/** As if files were dragged from the desktop. */
export async function drop(page: Page, files: Readonly<Record<string, string>>): Promise<void> {
  const carried = await page.evaluateHandle((given) => {
    const transfer = new DataTransfer();
    for (const [name, text] of Object.entries(given)) transfer.items.add(new File([text], name));
    return transfer;
  }, files);
  await page.dispatchEvent("main", "drop", { dataTransfer: carried });
}

/** What a visitor of the site waits for and loads who drops a novel and its guide, and then saves the page for a class. */
export async function droppedNovel(browser: Browser, folder: string) {
  const site = await serveFiles(folder);
  const context = await openWindow(browser, { serviceWorkers: "block", acceptDownloads: true });
  const asked = new Set<string>();
  context.on("request", (request) => request.url().startsWith(site.address) && asked.add(request.url()));
  await context.addInitScript(() => {
    const tasks: number[] = [];
    Object.assign(globalThis, { tasks });
    const watching = new PerformanceObserver((list) => tasks.push(...list.getEntries().map((each) => each.duration)));
    watching.observe({ type: "longtask", buffered: true });
  });
  const page = await context.newPage();
  await page.goto(site.address);
  await page.getByRole("button", { name: "Open the sample" }).waitFor();
  const first = sumOf([...asked], site.packedSize);
  const { book, guide } = novel();
  const begun = performance.now();
  await drop(page, { "novel.txt": book, "guide.md": guide });
  await page.locator(".lines path").first().waitFor({ state: "attached" });
  const seconds = (performance.now() - begun) / 1000;
  const aligning = sumOf([...asked], site.packedSize) - first;
  await page.locator("a.to-book").click();
  await page.locator(".menu summary", { hasText: "Export" }).click();
  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: /^Side-by-side page/ }).click();
  const classPage = readFileSync(await (await saving).path()).length;
  const longest = await page.evaluate<number>("Math.max(0, ...tasks)");
  await context.close();
  site.close();
  return { first, aligning, seconds, longest, classPage };
}
