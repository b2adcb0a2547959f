import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { needs } from "@plotline/base/testing";
import { expect } from "vitest";
import { openApp, tale } from "../testing/app.ts";

const { describe, test } = needs("chromium");
const app = openApp();
const tithe = "The Sea's Tithe";

const summaryFile = (work: string, chapter: number) =>
  join(app.sample.folder, "summaries", work, `${chapter}.txt.utf8`);
const pointsOf = (work: string, chapter: number) =>
  readFileSync(summaryFile(work, chapter), "utf8").trim().split(/\n\n+/);
const inFile = (...path: string[]) => JSON.parse(readFileSync(join(app.sample.folder, ...path), "utf8"));

/** The height of a paragraph above the upper edge of its side. */
function above(id: string): Promise<number> {
  return app.page.locator(id).evaluate((element) => {
    const side = element.closest(".side")?.getBoundingClientRect().top ?? 0;
    return Math.round(element.getBoundingClientRect().top - side);
  });
}

/** Scrolls the story so that a paragraph is a little above its upper edge. */
async function scrollTo(id: string): Promise<void> {
  await app.page.locator(id).evaluate((element) => {
    const side = element.closest(".side");
    if (side !== null) side.scrollTop += element.getBoundingClientRect().top - side.getBoundingClientRect().top + 7;
  });
  await app.page.waitForTimeout(400);
}

async function giveName(name: string): Promise<void> {
  await app.page.getByText("Your name", { exact: true }).click();
  await app.page.getByLabel("Continue as").fill(name);
  await app.press("Enter");
  await app.page.locator("summary", { hasText: name }).waitFor();
}

describe("the annotator", () => {
  test("'no match' leaves the other suggestions alone, and accepting none is no answer", async () => {
    const before = readFileSync(summaryFile(tale, 0));
    const sparse = pointsOf(tale, 0).filter((_, point) => point % 5 === 0);
    writeFileSync(summaryFile(tale, 0), `${sparse.join("\n\n")}\n`);
    try {
      await app.openSheet("Una");
      const suggested = async () => (await app.page.locator(".summary .paragraph .unseen").allTextContents()).slice(1);
      const first = await suggested();
      expect(first.filter((text) => text !== "").length).toBeGreaterThan(2);
      await app.save(() => app.press("c"));
      await app.page.locator("#s2.here").waitFor();
      await app.page.waitForTimeout(1000);
      expect(await suggested()).toEqual(first);
      // All that is suggested for the second point is refused; what then comes up, too.
      for (let k = 0; k < 40 && (await app.page.locator(".verdict").count()) > 0; k++) {
        await app.save(() => app.press("x"));
        await app.page.waitForTimeout(300);
      }
      await app.press("a");
      await app.page.getByText("There is no suggestion for this point").waitFor();
      expect(app.readSheet("Una")).toMatchObject({ commentary: [0], done: [], linked: [] });
    } finally {
      writeFileSync(summaryFile(tale, 0), before);
    }
  });

  test("Escape asks before it discards a note, and a note begun is kept when one goes elsewhere", async () => {
    await app.openSheet("Vera");
    await app.press("m");
    await app.page.keyboard.type("Two scenes?");
    await app.press("Escape");
    await app.page.getByRole("alert").getByText("Discard what you typed?").waitFor();
    await app.press("Escape");
    expect(await app.page.getByLabel("Note on this point").inputValue()).toBe("Two scenes?");
    await app.save(() => app.page.locator("#s3 p").click());
    expect(app.readSheet("Vera").notes).toEqual([{ summary: 0, text: "Two scenes?" }]);
    await app.press("m");
    await app.page.keyboard.type("Never mind");
    await app.press("Escape");
    await app.click("Discard");
    await expect.poll(() => app.page.getByLabel("Note on this point").count()).toBe(0);
    expect(app.readSheet("Vera").notes).toHaveLength(1);
  });

  test("Escape asks before it closes a dialog in which something was typed", async () => {
    await app.goto(`book/${encodeURIComponent(tale)}`);
    await app.page.getByText("Edit", { exact: true }).click();
    await app.click(/^Rename/);
    await app.page.getByLabel("Title").fill("Another title");
    await app.press("Escape");
    await app.click("Keep it");
    expect(await app.page.getByLabel("Title").inputValue()).toBe("Another title");
    await app.press("Escape");
    await app.click("Discard");
    await expect.poll(() => app.page.getByRole("dialog").count()).toBe(0);
    await app.page.getByRole("heading", { name: tale, level: 2 }).waitFor();
  });
});

describe("a reader", () => {
  test("reload and Back return to the very line", async () => {
    await app.open("read");
    await app.linesDrawn();
    await scrollTo("#p30");
    expect(await above("#p30")).toBe(-7);
    await app.page.reload();
    await app.linesDrawn();
    await expect.poll(() => above("#p30")).toBe(-7);
    await app.page.getByRole("link", { name: "Library" }).click();
    await app.page.getByRole("link", { name: "Quiz" }).first().click();
    await app.page.goBack();
    await app.page.goBack();
    await app.page.locator("#p30").waitFor();
    await expect.poll(() => above("#p30")).toBe(-7);
  });

  test("a name, given and changed, keeps place, recap and scores; so does a new title", async () => {
    await app.open("read");
    await app.linesDrawn();
    await scrollTo("#p20");
    await app.goto("quiz");
    await app.page.getByLabel("About").selectOption({ label: tithe });
    for (const name of ["5", "Begin"]) await app.click(name);
    await app.page.getByText(/^1 of 5/).waitFor();
    await app.answerQuestion();
    await app.press("Enter");
    await app.click("End");
    await app.page.getByText("Enter your name above to save your scores.").waitFor();
    await giveName("Mia");
    await app.page.getByText("Saved for Mia.").waitFor();
    await expect.poll(() => inFile("people", "Mia.json").quiz.length).toBe(1);
    expect(inFile("people", "Mia.json").places[tale].read[0]).toBeGreaterThan(15);
    await app.goto(`book/${encodeURIComponent(tale)}`);
    await app.page.getByRole("link", { name: "Continue from Chapter 1" }).waitFor();
    await app.page.getByRole("link", { name: "Recap" }).click();
    await app.page.getByText("Points of the guide for what you have read").waitFor();
    await app.page.goBack();
    await app.page.locator("summary", { hasText: "Mia" }).click();
    await app.page.getByLabel("Another name for you").fill("Maria");
    await app.press("Enter");
    await app.page.locator("summary", { hasText: "Maria" }).waitFor();
    await app.page.getByRole("link", { name: "Continue from Chapter 1" }).waitFor();
    expect(inFile("people", "Maria.json")).toMatchObject({ quiz: [{}], places: { [tale]: { last: 0 } } });
    await app.page.getByText("Edit", { exact: true }).click();
    await app.click(/^Rename/);
    await app.page.getByLabel("Title").fill("Told at Winterlow");
    await app.click("Rename");
    await app.page.getByRole("heading", { name: "Told at Winterlow", level: 2 }).waitFor();
    await app.page.getByRole("link", { name: "Continue from Chapter 1" }).waitFor();
    const back = await app.sample.send("/api/works/Told%20at%20Winterlow", { title: tale }, "PATCH");
    expect(back.status).toBe(200);
  });
});

test("what happens next is what the story says, not the guide's order", async () => {
  rmSync(join(app.sample.folder, "manual_alignments", tithe), { recursive: true });
  const chapters = [0, 1, 2, 3];
  for (const chapter of chapters)
    writeFileSync(summaryFile(tithe, chapter), `${pointsOf(tithe, chapter).reverse().join("\n\n")}\n`);
  const asked = await app.sample.fetch(`/api/quiz?folder=${encodeURIComponent(tithe)}&task=completion&count=20&seed=4`);
  const { questions } = (await asked.json()) as { questions: Asked[] };
  const reversed = questions.filter(({ chapter }) => chapters.includes(chapter));
  expect(reversed.length).toBeGreaterThan(4);
  for (const { text, chapter, point, passage } of reversed) {
    expect(pointsOf(tithe, chapter).indexOf(text), text).toBeGreaterThan(point);
    expect(passage.length).toBeGreaterThan(0);
  }
});

interface Asked {
  readonly text: string;
  readonly chapter: number;
  readonly point: number;
  readonly passage: readonly string[];
}

test("replacing a guide says whose work it touches, and is undone on the book's page", async () => {
  await app.openSheet("Wim");
  await app.save(() => app.press("Enter"));
  const sheet = () => inFile("annotators", "Wim", tale, "0.json");
  const before = pointsOf(tale, 0);
  await app.goto(`book/${encodeURIComponent(tale)}`);
  await app.click("Add or replace guide …");
  const points = before.slice(0, 12).map((point) => `- ${point}`);
  await app.choose("Study guide", "guide.md", `# Chapter 1\n\n${points.join("\n")}\n- Something else is said.\n`);
  const replace = app.page.getByLabel(/^Replace the guide’s section on Chapter 1\./);
  await replace.waitFor();
  await app.page.getByText(/sets aside what (Wim|.* and Wim) annotated in Chapter 1/).waitFor();
  await replace.check();
  const sure = app.page.getByLabel(/^Accept the/);
  if (await sure.isVisible()) await sure.check();
  await app.click(`Add to ${tale}`);
  await app.page.getByText("The guide was added.").waitFor();
  expect(pointsOf(tale, 0)).toHaveLength(13);
  expect(sheet).toThrow();
  await app.goto(`book/${encodeURIComponent(tale)}`);
  await app.page.getByRole("region", { name: "Earlier guides" }).getByRole("button", { name: "Put back" }).click();
  await app.page.getByText("The earlier guide is back").waitFor();
  expect(pointsOf(tale, 0)).toEqual(before);
  expect(sheet().linked).toHaveLength(1);
});
