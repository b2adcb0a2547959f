import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { needs } from "@plotline/base/testing";
import { expect } from "vitest";
import { openApp } from "../testing/app.ts";

const { describe, test } = needs("chromium");
const app = openApp();
const book = "The Sea's Tithe";
const place = encodeURIComponent(book);

/** What an annotator says of a chapter: the paragraphs of each point, from the first on. */
function annotate(name: string, number: number, answers: readonly (readonly number[])[]): void {
  const steps = answers.flatMap((stories, summary) =>
    stories.length === 0
      ? [{ act: "commentary", summary, is: true }]
      : [
          { act: "link", cells: stories.map((story) => ({ summary, story })) },
          { act: "done", summary, is: true },
        ],
  );
  const folder = join(app.sample.folder, "annotators", name, book);
  mkdirSync(folder, { recursive: true });
  const sheet = { revision: steps.length, steps, position: steps.length };
  writeFileSync(join(folder, `${number}.json`), JSON.stringify(sheet));
}

const goldFile = (number: number) => join(app.sample.folder, "manual_alignments", book, `${number}.txt`);
const rowsOf = (text: string) =>
  text
    .trim()
    .split("\n")
    .map((row) => (row.split(":")[1]?.match(/\d+/g) ?? []).map(Number));

async function openSettle(number: number): Promise<void> {
  await app.page.goto(app.sample.address);
  await app.page.evaluate(() => localStorage.setItem("plotline.annotator", '"Cora"'));
  await app.goto(`settle/${place}/${number + 1}`);
  await app.page.getByText("Saved", { exact: true }).waitFor();
}

const saved = (act: () => Promise<unknown>) => app.save(act);

describe("settling", () => {
  test("shows who said what, goes to the difference, saves every choice, and never takes silence for “no match”", async () => {
    const before = readFileSync(goldFile(1), "utf8");
    const gold = rowsOf(before);
    const end = [40];
    annotate("Ada", 1, [...gold.slice(0, 4), [30], gold[5] ?? [], gold[6] ?? []]);
    annotate("Ben", 1, [...gold.slice(0, 4), end, gold[5] ?? []]);
    await openSettle(1);
    await app.page
      .getByText("19 points: 5 agreed, 1 in dispute, 1 not looked at by everyone, 12 looked at by nobody")
      .waitFor();
    await app.page.locator("#s5.here").waitFor();
    const answers = app.page.getByRole("list", { name: "What each annotator says" }).getByRole("listitem");
    expect(await answers.count()).toBe(3);
    await app.page.locator("#p31").getByText("Ada", { exact: true }).waitFor();
    await app.page.locator("#p41").getByText("Ben", { exact: true }).waitFor();
    await app.page.waitForFunction(() => (document.querySelector(".side.story")?.scrollTop ?? 0) > 500);
    await saved(() => app.press("2"));
    await app.page.getByText(/1 decided/).waitFor();
    await app.page.reload();
    await app.page.getByText(/1 decided/).waitFor();
    await app.page.locator("#s7.here").waitFor();
    await saved(() => app.press("z"));
    await app.page.getByText(/1 in dispute/).waitFor();
    await saved(() => app.press("y"));
    await app.press("d");
    await app.page.locator("#s8.here").waitFor();
    await app.click("Write gold …");
    const dialog = app.page.getByRole("dialog");
    await dialog.getByText("12 points that nobody has looked at, undecided").waitFor();
    const write = dialog.getByRole("button", { name: "Write gold" });
    expect(await write.isDisabled()).toBe(true);
    await dialog.getByLabel("Keep the current gold for the 13 undecided points").check();
    await dialog.getByText(/will be removed; \d+ will be added\. The current gold is saved/).waitFor();
    await write.click();
    await app.page.getByText(/^Gold saved: \d+ links\.$/).waitFor();
    const after = rowsOf(readFileSync(goldFile(1), "utf8"));
    expect(after[4]).toEqual(end);
    expect([...after.slice(0, 4), ...after.slice(5)]).toEqual([...gold.slice(0, 4), ...gold.slice(5)]);
    const [kept = ""] = readdirSync(join(app.sample.folder, "earlier_gold", book));
    expect(readFileSync(join(app.sample.folder, "earlier_gold", book, kept), "utf8")).toBe(before);
    await saved(() => app.press("c"));
    await app.page.getByText(/2 decided/).waitFor();
    await app.click("Write gold …");
    await dialog.getByText("Earlier gold (1)").click();
    await dialog.getByRole("button", { name: "Put back" }).click();
    await app.page.getByText(/^The gold replaced on .* is back\.$/).waitFor();
    expect(readFileSync(goldFile(1), "utf8")).toBe(before);
  });

  test("agreement is shown for chapters that both have finished; until there is one, a line says so", async () => {
    await app.goto("settling/Forty%20Guineas");
    await app.page.getByText("Agreement appears when two people have finished the same chapter.").waitFor();
    const gold = rowsOf(readFileSync(goldFile(6), "utf8"));
    for (const name of ["Ada", "Ben"]) annotate(name, 6, gold);
    await app.goto(`settling/${place}`);
    const pairs = app.page.getByRole("region", { name: "Agreement by pair" });
    await pairs.getByRole("row", { name: /^Ada and Ben \d/ }).waitFor();
    expect(await app.page.getByText(/^Agreement appears/).count()).toBe(0);
  });

  test("whoever is overtaken sees what changed, and does their own steps again", async () => {
    const gold = rowsOf(readFileSync(goldFile(0), "utf8"));
    annotate("Ada", 0, gold);
    annotate("Ben", 0, [[30], ...gold.slice(1)]);
    await openSettle(0);
    const other = await app.page.context().newPage();
    await other.goto(app.page.url());
    await other.getByText("Saved", { exact: true }).waitFor();
    await saved(() => app.press("1"));
    await other.keyboard.press("2");
    const note = other.getByRole("alert", { name: "Not saved" });
    await other.getByText(/1 decided/).waitFor();
    await note.getByText("decide point 1 with paragraph 31").waitFor();
    await app.save(() => note.getByRole("button", { name: "Do my steps again" }).click(), 1, other);
    const settlement = readFileSync(join(app.sample.folder, "settlements", book, "0.json"), "utf8");
    expect(JSON.parse(settlement)).toMatchObject({
      revision: 2,
      steps: [{ summary: 0 }, { summary: 0, stories: [30] }],
    });
    app.forgive(/409/);
  });

  test("on a phone nothing covers anything else", async () => {
    await app.page.setViewportSize({ width: 390, height: 844 });
    await openSettle(1);
    const boxes = [".top", ".settling-bar", ".side.summary", ".side.story", ".keys"];
    const tops = await Promise.all(boxes.map(async (each) => app.page.locator(each).boundingBox()));
    for (const [k, box] of tops.slice(1).entries())
      expect(box!.y, boxes[k + 1]).toBeGreaterThanOrEqual(Math.floor(tops[k]!.y + tops[k]!.height));
  });
});
