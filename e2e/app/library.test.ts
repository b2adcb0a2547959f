import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { needs } from "@plotline/base/testing";
import { expect } from "vitest";
import { openApp, tale } from "../testing/app.ts";
import { root } from "../testing/plotline.ts";

const { describe, test } = needs("chromium");
const app = openApp();

describe("the library", () => {
  test("lists the works, finds one by its kind and opens it", async () => {
    await app.page.goto(app.sample.address);
    const titles = () => app.page.locator(".work h2").allTextContents();
    await expect.poll(titles).toContain(tale);
    await app.page.getByPlaceholder("Search by title, author or kind").fill("play");
    await expect.poll(titles).toEqual(["Forty Guineas"]);
    await app.page.getByRole("link", { name: "Forty Guineas" }).click();
    await app.page.getByRole("heading", { level: 2, name: "Forty Guineas" }).waitFor();
    expect(new URL(app.page.url()).pathname).toBe("/book/Forty%20Guineas");
  });

  test("a click elsewhere closes a menu and counts, even where the page ends with the menu", async () => {
    await app.page.setViewportSize({ width: 390, height: 500 });
    await app.goto(`book/${encodeURIComponent("Forty Guineas")}`);
    await app.click("Tools");
    await app.page.locator(".menu > summary", { hasText: "Export" }).click();
    await app.page.getByRole("button", { name: /^Handout/ }).waitFor();
    await app.page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    const { x, y, width, height } = (await app.page.locator("ol.contents a").last().boundingBox())!;
    await app.page.mouse.move(x + width / 2, y + height / 2);
    await app.page.mouse.down();
    await app.page.mouse.up();
    await app.page.waitForURL("**/read/**");
  });
});

describe("adding a book", () => {
  const book = readFileSync(join(root, "corpora", "sample", "books", "The Sea's Tithe.txt"));
  const summaryOf = (number: number) =>
    readFileSync(join(root, "corpora", "sample", "summaries", "The Sea's Tithe", `${number}.txt.utf8`), "utf8");
  const guide = Array.from({ length: 9 }, (_, k) => `# Chapter ${k + 1}\n\n${summaryOf(k)}`).join("\n\n");

  test("by dropping two files: what was found, corrected by hand, then written whole", async () => {
    await app.page.goto(app.sample.address);
    await app.page.getByRole("button", { name: "Add a book" }).waitFor();
    await app.drop({ "tithe.txt": book.toString("utf8"), "guide.md": guide });
    await app.page.getByText("The guide covers 9 of 9 chapters.").waitFor();
    await app.page.getByRole("alert").getByText("already").waitFor();
    expect(await app.page.getByRole("button", { name: "Add to the library" }).isDisabled()).toBe(true);
    await app.page.getByLabel("Title").fill("The Tithe Again");
    await app.page.getByLabel("First chapter that Chapter 9 covers").selectOption("");
    await app.page.getByText("Not covered: Chapter 9.").waitFor();
    await app.click("Add to the library");
    await app.page.getByRole("heading", { level: 1, name: "The Tithe Again" }).waitFor();
    const written = (section: string) => readdirSync(join(app.sample.folder, section, "The Tithe Again")).length;
    expect([written("stories"), written("summaries")]).toEqual([9, 8]);
  });

  test("chapters can be said by their headings; a file that is no book gets a sentence in place", async () => {
    await app.page.goto(app.sample.address);
    await app.click("Add a book");
    await app.choose("Book", "tithe.txt", book);
    await app.page.getByText("Correct the chapters").click();
    await app.page.getByLabel("The headings as the book has them").fill("CHAPTER I\nCHAPTER V");
    await app.click("Use these headings");
    await app.page.getByText(/2 chapters ·/).waitFor();
    const noise = Buffer.from(Array.from({ length: 4000 }, (_, k) => (k * 7919) % 256));
    await app.choose("Book", "photo.txt", noise);
    await app.page.getByRole("alert").getByText("photo.txt").waitFor();
    app.forgive(/422/);
  });

  test("a guide that is dropped on its work is matched with its chapters, and replaces nothing unasked", async () => {
    await app.page.goto(app.sample.address);
    const work = `[data-folder="The Sea's Tithe"]`;
    await app.page.locator(work).waitFor();
    await app.drop({ "guide.md": "# Chapter 2\n\nThe diver goes down to the wreck.\n\nHe comes up again.\n" }, work);
    await app.page.getByRole("heading", { level: 1, name: "Add a guide" }).waitFor();
    await app.page.getByText("The guide covers 1 of 9 chapters.").waitFor();
    const add = app.page.getByRole("button", { name: "Add to The Sea's Tithe" });
    expect(await add.isDisabled()).toBe(true);
    await app.page.getByLabel("First chapter that Chapter 2 covers").selectOption({ index: 3 });
    await app.page
      .getByLabel(/Replace the guide’s section on Chapter 3\. This sets aside the gold links of Chapter 3/)
      .check();
    await app.page.getByLabel("Add it anyway").check();
    await add.click();
    await app.page.getByText("Gold and annotations of points that are gone (Chapter 3) were set aside.").waitFor();
    await app.click("Open the book");
    await app.page.getByText("He comes up again.").waitFor();
    expect(new URL(app.page.url()).pathname).toBe(`/read/${encodeURIComponent("The Sea's Tithe")}/chapter-3`);
    const summary = readFileSync(join(app.sample.folder, "summaries", "The Sea's Tithe", "2.txt.utf8"), "utf8");
    expect(summary.trim().split("\n\n")).toEqual(["The diver goes down to the wreck.", "He comes up again."]);
  });

  test("a book without a guide gets one later, on its page", async () => {
    await app.page.goto(app.sample.address);
    await app.page.getByRole("button", { name: "Add a book" }).waitFor();
    await app.drop({ "alone.txt": book.toString("utf8") });
    await app.page.getByLabel("Title").fill("Alone");
    await app.click("Add to the library");
    await app.page.getByRole("heading", { level: 1, name: "Alone" }).waitFor();
    await app.goto("book/Alone");
    await app.click("Add a study guide");
    await app.choose("Study guide", "guide.md", guide);
    await app.page.getByText("The guide covers 9 of 9 chapters.").waitFor();
    await app.click("Add to Alone");
    await app.linesDrawn();
    expect(readdirSync(join(app.sample.folder, "summaries", "Alone")).length).toBe(9);
  });
});
