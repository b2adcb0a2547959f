import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Alignment } from "@plotline/align";
import { needs } from "@plotline/base/testing";
import { expect } from "vitest";
import { openApp, tale } from "../testing/app.ts";
import { plotline } from "../testing/plotline.ts";

const { describe, test } = needs("chromium");
const app = openApp();
const other = "The Sea's Tithe";

const summaryFile = (work: string, chapter: number) =>
  join(app.sample.folder, "summaries", work, `${chapter}.txt.utf8`);
const pointsOf = (work: string, chapter: number) =>
  readFileSync(summaryFile(work, chapter), "utf8").trim().split(/\n\n+/);

/** Puts other points into the place of a chapter's own while something is done. */
async function withPoints(points: readonly string[], act: () => Promise<void>): Promise<void> {
  const file = summaryFile(tale, 0);
  const before = readFileSync(file);
  writeFileSync(file, `${points.join("\n\n")}\n`);
  try {
    await act();
  } finally {
    writeFileSync(file, before);
  }
}

/** Drops a book with a guide to its first chapter into the library. */
async function addBook(title: string, guide: string): Promise<void> {
  await app.page.goto(app.sample.address);
  await app.click("Add a book");
  await app.page.getByRole("button", { name: /^Book/ }).waitFor();
  const book = readFileSync(join(app.sample.folder, "books", `${other}.txt`), "utf8");
  await app.drop({ [`${title}.txt`]: book, "guide.md": `# Chapter 1\n\n${guide}\n` });
  await app.page.getByLabel("Title").fill(title);
}

describe("the reader, about the guide", () => {
  const note = () => app.page.getByRole("region", { name: "About this guide" });

  test("says nothing where all is well", async () => {
    await app.open("read");
    await app.linesDrawn();
    expect(await note().count()).toBe(0);
  });

  test("says that another book's guide may not fit, and why", async () => {
    await app.reopen({ bypassCSP: true });
    await withPoints([...pointsOf(other, 0), ...pointsOf(other, 1)], async () => {
      await app.open("read");
      await note().getByText("This guide may not fit this text:").waitFor();
      await note()
        .getByText(/points have a likely passage/)
        .waitFor();
      await app.mustBeClean();
    });
  });

  test("says that it runs backwards, and which points have no matching passage", async () => {
    await app.reopen({ bypassCSP: true });
    const [stranger = ""] = pointsOf(other, 4);
    await withPoints([...pointsOf(tale, 0).reverse(), stranger], async () => {
      await app.open("read");
      await note()
        .getByText(/^The guide .* order of the story/)
        .waitFor();
      await note().getByText("No matching passage found for 1 point.").waitFor();
      const lost = app.page.locator(".summary .paragraph").last();
      await lost.getByText("No matching passage found").waitFor();
      expect(await lost.locator(".unseen").textContent()).toBe("");
      await app.mustBeClean();
    });
  });
});

test("a guide that does not seem to fit is added only when somebody confirms it", async () => {
  await app.reopen({ bypassCSP: true });
  const points = pointsOf(tale, 0).map((point) => `- ${point}`);
  await addBook("The Dues of the Sea", points.join("\n"));
  await app.page.getByText("This guide may not fit this text.").waitFor();
  const add = app.page.getByRole("button", { name: "Add to the library" });
  const sure = app.page.getByLabel(/^Accept the/);
  if (await sure.isVisible()) await sure.check();
  expect(await add.isDisabled()).toBe(true);
  await app.mustBeClean();
  await app.page.getByLabel("Add it anyway").check();
  await add.click();
  await app.page.getByRole("heading", { level: 1, name: "The Dues of the Sea" }).waitFor();
});

describe("a calibration in the corpus", () => {
  /** The links that the tab shows, as `point:paragraph`, both counted from 1. */
  async function linksInTab(): Promise<string[]> {
    await app.open("read");
    await app.linesDrawn();
    const said = await app.page.locator(".summary .paragraph .unseen").allTextContents();
    return said.flatMap((text, k) => (text.match(/\d+/g) ?? []).map((paragraph) => `${k + 1}:${paragraph}`));
  }

  function storedLinks(): Alignment {
    expect(plotline("align", app.sample.folder, "--work", tale, "--quiet").code).toBe(0);
    const file = join(app.sample.folder, "alignments", "plotline", tale, "0.json");
    return JSON.parse(readFileSync(file, "utf8")).links;
  }

  test("makes the same links in the tab, on the server and on the command line", async () => {
    const written = (links: Alignment) => links.map(({ summary, story }) => `${summary + 1}:${story + 1}`);
    const uncalibrated = await linksInTab();
    writeFileSync(
      join(app.sample.folder, "calibration.json"),
      JSON.stringify({ slope: 1, shift: -2, chapters: 3, works: 1 }),
    );
    const links = storedLinks();
    expect(await linksInTab()).toEqual(written(links));
    expect(links.length).toBeLessThan(uncalibrated.length);
    rmSync(join(app.sample.folder, "calibration.json"));
    expect(written(storedLinks())).toEqual(uncalibrated);
  });
});
