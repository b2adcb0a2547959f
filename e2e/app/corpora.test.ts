import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { needs } from "@plotline/base/testing";
import { copySample } from "@plotline/corpus/testing";
import { afterAll, expect } from "vitest";
import { openApp, tale } from "../testing/app.ts";
import { plotline } from "../testing/plotline.ts";

const { describe, test } = needs("chromium");

/** Has the same works as the sample, so that whatever loses its corpus on the way is noticed. */
const annex = join(mkdtempSync(join(tmpdir(), "plotline-annex-")), "annex");
copySample(annex);
const summary = join(annex, "summaries", tale, "0.txt.utf8");
writeFileSync(summary, `In the annex, ${readFileSync(summary, "utf8")}`);

const app = openApp(annex);
afterAll(() => rmSync(join(annex, ".."), { recursive: true, force: true }));

describe("two corpora in one library", () => {
  test("are listed under their names, and a work opens in its own", async () => {
    await app.page.goto(app.sample.address);
    const group = (name: string) => app.page.getByRole("region", { name, exact: true });
    await app.page.getByPlaceholder("Search by title, author or kind").fill("winterlow");
    await app.page.getByText("2 works, 2 chapters").waitFor();
    expect(await group("sample").locator(".work h2").allTextContents()).toEqual([tale]);
    await group("annex").getByRole("link", { name: tale }).click();
    await app.page.getByRole("link", { name: "Start reading" }).click();
    await app.page.getByText("In the annex,").waitFor();
    expect(new URL(app.page.url()).pathname).toBe(`/c/annex/read/${encodeURIComponent(tale)}/chapter-1`);
    await app.page.getByRole("link", { name: "Matrix" }).click();
    await app.page.locator("figure svg.grid").first().waitFor();
    await app.page.reload();
    await app.page.locator("figure svg.grid").first().waitFor();
    await app.page.getByRole("link", { name: "Library" }).click();
    await group("sample").getByRole("link", { name: tale }).click();
    await app.page.getByRole("link", { name: "Start reading" }).click();
    await app.page.locator("#s1").waitFor();
    expect(new URL(app.page.url()).pathname).toBe(`/read/${encodeURIComponent(tale)}/chapter-1`);
    expect(await app.page.getByText("In the annex,").count()).toBe(0);
  });

  test("links by hand and reading places are saved in the corpus of the work", async () => {
    await app.openSheet("Ada", `${app.sample.address}/c/annex`);
    await app.save(() => app.press("Shift+ArrowDown", "Enter"));
    const sheet = join("annotators", "Ada", tale, "0.json");
    expect([existsSync(join(annex, sheet)), existsSync(join(app.sample.folder, sheet))]).toEqual([true, false]);
    await app.page.getByRole("link", { name: "Read", exact: true }).click();
    await expect.poll(() => existsSync(join(annex, "people", "Ada.json"))).toBe(true);
    await app.page.goto(app.sample.address);
    await app.page.getByRole("region", { name: "annex" }).getByRole("link", { name: "Continue reading" }).waitFor();
    expect(await app.page.getByRole("link", { name: /^Continue reading/ }).count()).toBe(1);
    expect(existsSync(join(app.sample.folder, "people", "Ada.json"))).toBe(false);
  });

  test("leaving for the other corpus while a link is unsaved asks first, and the link is saved in its own corpus", async () => {
    await app.openSheet("Bo", `${app.sample.address}/c/annex`);
    let isCut = true;
    await app.page.route("**/sheets/**", (route) => (isCut ? route.abort() : route.continue()));
    await app.press("Shift+ArrowDown", "Enter");
    await app.page.getByText(/is not responding/).waitFor();
    await app.page.getByRole("link", { name: "Library" }).click();
    const asked = app.page.waitForEvent("dialog");
    const work = app.page.getByRole("region", { name: "sample" }).getByRole("link", { name: tale });
    await Promise.all([work.click({ noWaitAfter: true }), asked.then((dialog) => dialog.dismiss())]);
    expect((await asked).type()).toBe("beforeunload");
    isCut = false;
    await expect.poll(() => existsSync(join(annex, "annotators", "Bo", tale, "0.json"))).toBe(true);
    expect(existsSync(join(app.sample.folder, "annotators", "Bo"))).toBe(false);
    app.forgive(/ERR_FAILED/);
  });

  test("the quiz asks about one of them, and saves its answers there", async () => {
    await app.page.goto(app.sample.address);
    await app.page.getByRole("link", { name: "Quiz about annex" }).click();
    await app.page.getByText("Your name", { exact: true }).click();
    await app.page.getByLabel("Continue as").fill("Iris");
    await app.click("Continue");
    await app.page.getByLabel("About").selectOption({ label: "Forty Guineas" });
    await app.page.getByRole("button", { name: "5", exact: true }).click();
    await app.click("Begin");
    await app.page.getByText(/^1 of 5/).waitFor();
    await app.answerQuestion();
    await app.press("Enter");
    await app.click("End");
    await app.page.getByText(/^Saved for Iris\./).waitFor();
    const isIn = [annex, app.sample.folder].map((folder) => existsSync(join(folder, "people", "Iris.json")));
    expect(isIn).toEqual([true, false]);
  });

  test("results are those of the chosen corpus", async () => {
    expect(plotline("evaluate", annex, "--method", "Diagonal-5").code).toBe(0);
    await app.goto("results");
    await app.page.getByText("Nothing has been measured in this corpus yet").waitFor();
    await app.page.getByRole("link", { name: "Library" }).click();
    await app.page.getByRole("link", { name: "Results of annex" }).waitFor();
    expect(await app.page.getByRole("link", { name: "Results", exact: true }).count()).toBe(0);
    await app.page.getByRole("link", { name: "Results of annex" }).click();
    await app.page.locator(".run").getByText("Diagonal-5").waitFor();
    expect(new URL(app.page.url()).pathname).toBe("/c/annex/results");
  });

  test("what is exported and what is added is of the corpus under whose name that is", async () => {
    await app.page.goto(app.sample.address);
    const group = app.page.getByRole("region", { name: "annex" });
    await group.getByRole("link", { name: tale, exact: true }).click();
    await app.page.getByText("Export").click();
    const page = await app.saved(() => app.click(/^Side-by-side page/));
    expect(String(page.bytes)).toContain("In the annex,");
    await app.page.goto(app.sample.address);
    await group.getByRole("button", { name: "Add a book" }).click();
    await app.choose("Book", "tithe.txt", readFileSync(join(annex, "books", "The Sea's Tithe.txt")));
    await app.page.getByLabel("Title").fill("A Second Tithe");
    await app.click("Add to the library");
    await app.page.waitForURL("**/c/annex/read/A%20Second%20Tithe/chapter-1");
    const isIn = [annex, app.sample.folder].map((folder) => existsSync(join(folder, "stories", "A Second Tithe")));
    expect(isIn).toEqual([true, false]);
  });
});
