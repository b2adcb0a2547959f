import { readFileSync } from "node:fs";
import { join } from "node:path";
import { needs } from "@plotline/base/testing";
import { quizFormatNames } from "@plotline/formats";
import { unzipSync } from "fflate";
import { expect } from "vitest";
import { openApp } from "../testing/app.ts";

const { describe, test } = needs("chromium");
const app = openApp();
const tithe = "The Sea's Tithe";

async function continueAs(name: string): Promise<void> {
  await app.goto("quiz");
  await app.page.getByText("Your name", { exact: true }).click();
  await app.page.getByLabel("Continue as").fill(name);
  await app.click("Continue");
}

/** Begins a round of five questions about one work. */
async function begin(kind: string): Promise<void> {
  await app.page.getByLabel("About").selectOption({ label: tithe });
  for (const name of [kind, "5", "Begin"]) await app.page.getByRole("button", { name, exact: true }).press("Enter");
}

/** Shows question `k` of five and answers it by its letter. */
async function answer(k: number): Promise<void> {
  await app.page.getByText(new RegExp(`^${k} of 5`)).waitFor();
  await app.answerQuestion();
}

function savedOf(name: string) {
  return JSON.parse(readFileSync(join(app.sample.folder, "people", `${name}.json`), "utf8"));
}

describe("the quiz", () => {
  test("is played from the keyboard, survives a reload, and reviews what was missed", async () => {
    await continueAs("Iris");
    await begin("Both");
    for (let k = 1; k <= 5; k++) {
      await app.page.getByText(new RegExp(`^${k} of 5`)).waitFor();
      expect(await app.page.locator(".question ol button").count()).toBe(4);
      if (k === 2) await app.press("p");
      if (k === 2) await app.page.locator(".passage").waitFor();
      await answer(k);
      await app.page.locator(".passage").waitFor();
      if (k === 3) {
        await app.page.reload();
        await app.page.getByText(/^3 of 5/).waitFor();
        await app.questionIsAnswered();
        await app.page.getByRole("button", { name: "Next", exact: true }).focus();
      }
      await app.press("Enter");
    }
    await app.page.getByText(/^Saved for Iris\./).waitFor();
    const { quiz } = savedOf("Iris");
    expect(quiz[0].answers.map(({ given }: { given: number }) => given)).toEqual([0, 0, 0, 0, 0]);
    expect(quiz[0].answers[1].seenPassage).toBe(true);
    const missed = quiz[0].answers.filter(({ given, answer }: { given: number; answer: number }) => given !== answer);
    expect(missed.length).toBeGreaterThan(0);
    expect(await app.page.locator(".missed article").count()).toBe(missed.length);
    await app.click("Ask the missed ones again");
    await app.page.getByText(new RegExp(`^1 of ${missed.length}`)).waitFor();
    await app.click("End");
    await app.page.getByRole("button", { name: "Begin" }).waitFor();
  });

  test("asks only as far as somebody has read", async () => {
    const places = { [tithe]: { last: 1, read: { 0: 40, 1: 10 } } };
    await app.page.route("**/api/people/Jo", (route) => route.fulfill({ json: { places, quiz: [] } }));
    await continueAs("Jo");
    await app.page.getByLabel("Only as far as I have read").check();
    await app.click("Begin");
    await app.page.getByText(/^1 of \d+ · The Sea's Tithe, Chapter [12]$/).waitFor();
    await app.click("End");
    await app.page.unroute("**/api/people/Jo");
  });

  test("is clean at every width: question, answer, score and review", async () => {
    await app.reopen({ bypassCSP: true });
    const look = async (what: string) => {
      for (const width of [390, 820, 1280, 1920]) {
        await app.page.setViewportSize({ width, height: 900 });
        await app.mustBeClean(`${what} at ${width}`);
      }
    };
    await app.goto("quiz");
    await begin("Both");
    await app.page.getByText(/^1 of 5/).waitFor();
    await look("question");
    for (let k = 1; k <= 5; k++) {
      await answer(k);
      if (k === 1) await look("answer");
      await app.press("Enter");
    }
    await app.page.locator(".missed article").first().waitFor();
    await look("score and review");
  });

  test("becomes files, of text and of bytes, in every format there is", async () => {
    await continueAs("Lee");
    await app.page.getByLabel("About").selectOption({ label: tithe });
    await app.page.getByRole("button", { name: "5", exact: true }).click();
    const menu = app.page.locator(".menu", { hasText: "Save questions as a file" });
    const saved = async (label: string) => {
      await menu.locator("summary").click();
      const file = await app.saved(() => menu.getByRole("button", { name: label, exact: true }).click());
      await app.press("Escape");
      return file;
    };
    const packed = await saved("QTI 2.1");
    expect(packed.name).toBe(`Quiz ${tithe}.zip`);
    expect(Object.keys(unzipSync(packed.bytes))).toContain("items/q5.xml");
    const cards = String((await saved("Anki")).bytes);
    expect(cards.split("\n").filter((line) => line.includes("{{c1::"))).toHaveLength(5);
    expect(await menu.locator("button").allTextContents()).toEqual(quizFormatNames.map(([, label]) => label));
  });
});
