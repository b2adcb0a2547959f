import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { isReadingPage } from "@plotline/app";
import { needs } from "@plotline/base/testing";
import { readStory } from "@plotline/books/node";
import { parseAlignment } from "@plotline/corpus/node";
import { strFromU8, unzipSync } from "fflate";
import { expect } from "vitest";
import { openApp } from "../testing/app.ts";

const { describe, test } = needs("chromium");
const app = openApp();
const book = "The Sea's Tithe";
const address = (screen: string, chapter = "") =>
  `${app.sample.address}/${screen}/${encodeURIComponent(book)}${chapter === "" ? "" : `/${chapter}`}`;

describe("a book", () => {
  test("has its contents, opens every chapter with or without a guide, and the keyboard leads to the next", async () => {
    for (const section of ["summaries", "manual_alignments"])
      rmSync(join(app.sample.folder, section, book, section === "summaries" ? "3.txt.utf8" : "3.txt"));
    await app.page.goto(address("book"));
    await app.page.getByText("The guide covers 8 of 9 chapters. Not covered: Chapter 4.").waitFor();
    await app.titleIs(`${book} – plotline`);
    await app.page.getByRole("link", { name: "Chapter 4" }).press("Enter");
    await app.page.getByText("The guide has no section on this chapter.").waitFor();
    await app.page.locator("#p1").waitFor();
    expect(await app.page.getByRole("region", { name: "Study guide" }).count()).toBe(0);
    await app.titleIs(`Chapter 4 – ${book} – plotline`);
    await app.press("]");
    await app.page.waitForURL(address("read", "chapter-5"));
    await app.page.getByRole("link", { name: "Previous chapter: Chapter 4" }).click();
    await app.page.waitForURL(address("read", "chapter-4"));
    await app.page.getByRole("link", { name: "Next: Chapter 5" }).click();
    await app.page.waitForURL(address("read", "chapter-5"));
    await app.page.goto(address("annotate", "4"));
    await app.page.getByText("The guide has no section on this chapter, so it has no links.").waitFor();
  });

  test("is searched whole, with the words marked, and a hit leads to its paragraph", async () => {
    await app.page.goto(address("book"));
    await app.page.getByLabel("Search this book").fill("captain TRENNICK");
    await app.page.getByText(/^\d+ paragraphs with “captain TRENNICK”/).waitFor();
    const hit = app.page.locator(".hits li").first();
    expect(await hit.locator("mark").first().textContent()).toMatch(/^Captain Trennick$/i);
    await hit.getByRole("link").click();
    await app.page.waitForURL(/\/read\/[^?]*#p\d+$/);
    await app.page.goBack();
    expect(await app.page.getByLabel("Search this book").inputValue()).toBe("captain TRENNICK");
    await app.page.getByLabel("Search this book").fill("zebra crossing");
    await app.page.getByText("“zebra crossing” was not found in this book or its guide.").waitFor();
  });

  test("is recapped up to where its reader is, with each passage one click away", async () => {
    await app.page.goto(address("recap"));
    await app.page.getByText("You have not started this book.").waitFor();
    await app.page.evaluate(() => localStorage.setItem("plotline.annotator", '"Rosa"'));
    await app.page.goto(address("read", "chapter-2"));
    await app.page.locator("#p12").scrollIntoViewIfNeeded();
    const file = join(app.sample.folder, "people", "Rosa.json");
    const read = () => (existsSync(file) ? JSON.parse(readFileSync(file, "utf8")).places[book] : undefined);
    await expect.poll(() => read()?.read[1]).toBeGreaterThan(8);
    await app.page.goto(address("recap"));
    const chapter = (name: string) => app.page.locator("details.folds", { hasText: name });
    await chapter("Chapter 2").locator("li").first().waitFor();
    const points = async (name: string) => chapter(name).locator("ol > li").count();
    const summaries = (number: number) =>
      readFileSync(join(app.sample.folder, "summaries", book, `${number}.txt.utf8`), "utf8")
        .trim()
        .split(/\n\s*\n/).length;
    await expect.poll(() => points("Chapter 1")).toBe(summaries(0));
    expect(await points("Chapter 2")).toBeLessThan(summaries(1));
    expect(await chapter("Chapter 3").count()).toBe(0);
    const passage = chapter("Chapter 2").locator("details.passage-of").first();
    await passage.getByText(/^Passage: paragraph/).click();
    await passage.getByRole("link", { name: "Open in the book" }).click();
    await app.page.waitForURL(/\/read\/.*\/chapter-2#p\d+$/);
  });

  test("is exported as files, each of which a parser of its format reads", async () => {
    await app.page.goto(address("book"));
    const menu = app.page.locator(".menu").filter({ hasText: "Export" });
    const items = ["Side-by-side page", "Handout", "EPUB", "Gold"];
    const saved = async (item: string) => {
      if (!(await menu.evaluate((details) => (details as HTMLDetailsElement).open)))
        await menu.locator("summary").press("Enter");
      const line = menu.locator("a, button").filter({ hasText: new RegExp(`^${item}`) });
      return (await app.saved(() => line.click())).bytes;
    };
    await menu.locator("summary").press("Enter");
    await menu.getByRole("button", { name: /^EPUB/ }).waitFor();
    expect(await menu.locator("a, button").count()).toBe(items.length);
    const files = new Map<string, Buffer>();
    for (const item of items) files.set(item, await saved(item));
    const text = (item: string) => String(files.get(item));
    expect(isReadingPage(text("Side-by-side page"))).toBe(true);
    const page = await app.newPage();
    await page.setContent(text("Handout"));
    expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe(book);
    await page.context().close();
    expect(readStory(files.get("EPUB")!, "tithe.epub").title).toContain(book);
    for (const content of Object.values(unzipSync(files.get("Gold")!))) parseAlignment(strFromU8(content));
  });

  test("gets another title, is removed and put back, and nothing is lost on the way", async () => {
    await app.goto("book/Forty%20Guineas");
    const edit = () => app.page.locator(".menu > summary", { hasText: "Edit" });
    await edit().press("Enter");
    await app.page.getByRole("button", { name: "Rename" }).press("Enter");
    await app.page.getByLabel("Title").fill("The Sea's Tithe");
    await app.press("Enter");
    await app.page.getByRole("alert").getByText('already has a work called "The Sea\'s Tithe"').waitFor();
    await app.page.getByLabel("Title").fill("Forty-One Guineas");
    await app.press("Enter");
    await app.page.waitForURL("**/book/Forty-One%20Guineas");
    await app.page.getByRole("heading", { level: 2, name: "Forty-One Guineas" }).waitFor();
    await edit().press("Enter");
    await app.page.getByRole("button", { name: "Remove" }).press("Enter");
    const dialog = app.page.getByRole("dialog");
    await dialog.getByText("Nothing is deleted yet").waitFor();
    await app.press("Escape");
    await dialog.waitFor({ state: "detached" });
    const story = join(app.sample.folder, "stories", "Forty-One Guineas", "0.txt.utf8");
    const text = readFileSync(story, "utf8");
    await edit().press("Enter");
    await app.page.getByRole("button", { name: "Remove" }).press("Enter");
    await dialog.getByRole("button", { name: "Remove" }).press("Enter");
    await app.page.getByRole("region", { name: "Removed books" }).getByText("Forty-One Guineas").waitFor();
    expect(existsSync(story)).toBe(false);
    await app.page.getByRole("button", { name: "Put back" }).press("Enter");
    await app.page.getByText("“Forty-One Guineas” is back.").waitFor();
    await app.page.getByRole("link", { name: "Forty-One Guineas" }).waitFor();
    expect(readFileSync(story, "utf8")).toBe(text);
    expect(existsSync(join(app.sample.folder, "manual_alignments", "Forty-One Guineas", "0.txt"))).toBe(true);
    app.forgive(/422/);
  });
});
