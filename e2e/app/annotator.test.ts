import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { needs, portToKeep } from "@plotline/base/testing";
import type { Route } from "playwright-core";
import { expect, onTestFinished } from "vitest";
import { openApp, tale } from "../testing/app.ts";
import { ServedSample } from "../testing/serving.ts";

const { describe, test } = needs("chromium");
const app = openApp();

describe("the annotator", () => {
  test("takes a whole chapter from the keyboard alone, and the only annotator's sheet becomes gold", async () => {
    await app.openSheet("Ada");
    for (let point = 0; point < 24; point++) await app.press(point === 3 ? "c" : "a");
    await app.page.getByText(/24 of 24 points done/).waitFor();
    await app.page.getByText("Saved", { exact: true }).waitFor();
    const { linked, commentary } = app.readSheet("Ada");
    expect(linked.length).toBeGreaterThan(20);
    expect(commentary).toEqual([3]);
    await app.page.getByRole("link", { name: "Settle" }).click();
    await app.click("Write gold …");
    const dialog = app.page.getByRole("dialog");
    await dialog.getByText("24 points answered by the only annotator").waitFor();
    await dialog.getByText(/^Of the 50 links in the current gold \d+ will be removed; \d+ will be added\./).waitFor();
    await dialog.getByRole("button", { name: "Write gold" }).click();
    await app.page.getByText(`Gold saved: ${linked.length} links.`).waitFor();
    const gold = readFileSync(join(app.sample.folder, "manual_alignments", tale, "0.txt"), "utf8");
    expect(gold.match(/\d+(?=,|\n)/g)?.length).toBeGreaterThanOrEqual(linked.length);
    expect(gold).toContain("\nS3:\n");
    expect(readdirSync(join(app.sample.folder, "earlier_gold", tale)).length).toBe(1);
  });

  test("links a range, unlinks it, and undoes everything", async () => {
    await app.openSheet("Ben");
    await app.save(() => app.press("Shift+ArrowDown", "Shift+ArrowDown", "Enter"));
    expect(app.readSheet("Ben").linked.length).toBe(3);
    await app.save(() => app.press("Backspace"));
    expect(app.readSheet("Ben").linked.length).toBe(0);
    await app.save(() => app.press("z"));
    expect(app.readSheet("Ben").linked.length).toBe(3);
    await app.save(() => app.press("z"));
    expect(app.readSheet("Ben").linked).toEqual([]);
  });

  test("takes suggestions one by one, by key or mouse, and ranges with Shift and a click", async () => {
    await app.openSheet("Finn");
    await app.save(() => app.press("s"));
    const [first] = app.readSheet("Finn").linked;
    expect(first.summary).toBe(0);
    await app.press("j");
    await app.save(() => app.page.locator(".verdict").first().getByRole("button", { name: "Accept" }).click());
    expect(app.readSheet("Finn").linked).toContainEqual(expect.objectContaining({ summary: 1 }));
    await app.save(() => app.press("j", "x"));
    expect(app.readSheet("Finn").refused).toMatchObject([{ summary: 2 }]);
    await app.page.locator("#p3 p").click();
    await app.page.locator("#p5 p").click({ modifiers: ["Shift"] });
    await app.save(() => app.page.getByRole("button", { name: "Enter link" }).click());
    const own = app.readSheet("Finn").linked.filter(({ summary }: { summary: number }) => summary === 2);
    expect(own.map(({ story }: { story: number }) => story)).toEqual([2, 3, 4]);
  });

  test("opens where its person stopped, and keeps notes", async () => {
    await app.openSheet("Nell");
    for (let point = 0; point < 6; point++) await app.press("a");
    await app.page.locator("#s7.here").waitFor();
    await app.press("m");
    await app.page.getByLabel("Note on this point").fill("Two scenes at once?");
    await app.save(() => app.press("Enter"));
    expect(app.readSheet("Nell").notes).toEqual([{ summary: 6, text: "Two scenes at once?" }]);
    await app.page.reload();
    await app.page.locator("#s7.here").getByText("Two scenes at once?").waitFor();
    await app.save(() => app.press("z"));
    expect(app.readSheet("Nell").notes).toEqual([]);
    await app.goto(`settling/${encodeURIComponent(tale)}`);
    await app.page.getByRole("link", { name: "Continue annotating Chapter 1" }).click();
    await app.page.locator("#s7.here").waitFor();
  });

  test("carries on after the server died, and recognises a save whose answer was lost", async () => {
    const served = new ServedSample();
    onTestFinished(() => served.end());
    const port = await portToKeep();
    await served.start(port);
    await app.page.goto(served.link);
    await app.openSheet("Hal", served.address);
    await served.kill();
    await app.press("Enter", "j", "c");
    await app.page.getByText(/is not responding. Your last (step was|2 steps were) not saved yet/).waitFor();
    await served.start(port);
    await app.page.getByText(/Access denied: use the full address/).waitFor();
    await app.page.context().request.get(served.link);
    await app.page.getByText("Saved", { exact: true }).waitFor();
    await app.page.locator(".story .suggested").first().waitFor();
    let answersGetLost = true;
    const losing = async (route: Route) => {
      if (!answersGetLost) return route.continue();
      await route.fetch();
      await route.abort();
    };
    await app.page.route("**/api/sheets/**", losing);
    await app.press("Enter");
    await app.page.getByText(/is not responding/).waitFor();
    answersGetLost = false;
    await app.page.getByText("Saved", { exact: true }).waitFor();
    const sheet = JSON.parse(readFileSync(join(served.folder, "annotators", "Hal", tale, "0.json"), "utf8"));
    expect(sheet).toMatchObject({ revision: 3, steps: [{ act: "link" }, { act: "commentary" }, { act: "link" }] });
    await app.page.context().close();
    app.forgive(/ERR_|403|409|127\.0\.0\.1/);
  });

  test("two tabs on one chapter never overwrite each other silently", async () => {
    await app.openSheet("Cleo");
    const other = await app.page.context().newPage();
    await other.goto(app.page.url());
    await other.locator("#s1.here").waitFor();
    await app.save(() => app.press("Enter"));
    await other.keyboard.press("c");
    await other.getByText(/changed in another tab/).waitFor();
    expect(app.readSheet("Cleo")).toMatchObject({ revision: 1, commentary: [] });
    await app.save(() => other.keyboard.press("c"), 1, other);
    expect(app.readSheet("Cleo")).toMatchObject({ revision: 2, commentary: [1] });
    app.forgive(/409/);
  });

  test("steps done again undo nothing of somebody else's", async () => {
    await app.openSheet("Dora");
    await app.save(() => app.press("Enter"));
    const other = await app.page.context().newPage();
    await other.goto(app.page.url());
    await other.getByText("Saved", { exact: true }).waitFor();
    await app.save(() => app.press("ArrowDown", "Enter"));
    let letGo = () => {};
    const isHeld = new Promise<void>((resolve) => (letGo = resolve));
    await other.route("**/api/sheets/**", async (route) => {
      await isHeld;
      await route.continue();
    });
    for (const key of ["z", "c", "z", "Space"]) await other.keyboard.press(key);
    letGo();
    await app.save(() => other.getByRole("button", { name: "Do my steps again" }).click(), 1, other);
    const { linked, commentary, done } = app.readSheet("Dora");
    expect([linked.length, commentary, done]).toEqual([2, [], [1]]);
    app.forgive(/409/);
  });
});
