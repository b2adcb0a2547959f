import { readFileSync } from "node:fs";
import { join } from "node:path";
import { strFromU8, unzipSync } from "fflate";
import { expect } from "vitest";
import { needs } from "../../src/testing/needs.ts";
import { openApp } from "../testing/app.ts";
import { plotline } from "../testing/plotline.ts";

const { describe, test } = needs("chromium");
const app = openApp();
const tithe = "The Sea's Tithe";

async function continueAs(name: string): Promise<void> {
  await app.page.goto(`${app.sample.address}/quiz`);
  await app.page.getByText("Your name", { exact: true }).click();
  await app.page.getByLabel("Continue as").fill(name);
  await app.page.getByRole("button", { name: "Continue" }).click();
}

function savedOf(name: string) {
  return JSON.parse(readFileSync(join(app.sample.folder, "people", `${name}.json`), "utf8"));
}

describe("the quiz", () => {
  test("is played from the keyboard, survives a reload, and reviews what was missed", async () => {
    await continueAs("Iris");
    await app.page.getByLabel("About").selectOption({ label: tithe });
    await app.page.getByRole("button", { name: "Both" }).press("Enter");
    await app.page.getByRole("button", { name: "5", exact: true }).press("Enter");
    await app.page.getByRole("button", { name: "Begin" }).press("Enter");
    for (let k = 1; k <= 5; k++) {
      await app.page.getByText(new RegExp(`^${k} of 5`)).waitFor();
      expect(await app.page.locator(".question ol button").count()).toBe(4);
      if (k === 2) await app.press("p");
      if (k === 2) await app.page.locator(".passage").waitFor();
      await app.press("a");
      await app.page.getByText(/^(Right\.|Not quite: the answer is)/).waitFor();
      await app.page.locator(".passage").waitFor();
      if (k === 3) {
        await app.page.reload();
        await app.page.getByText(/^3 of 5/).waitFor();
        await app.page.getByText(/^(Right\.|Not quite: the answer is)/).waitFor();
        await app.page.getByRole("button", { name: "Next" }).focus();
      }
      await app.press("Enter");
    }
    await app.page.getByText(/^Saved for Iris\./).waitFor();
    const { quiz, reviews } = savedOf("Iris");
    expect(quiz[0].answers.map(({ given }: { given: number }) => given)).toEqual([0, 0, 0, 0, 0]);
    expect(quiz[0].answers[1].seenPassage).toBe(true);
    const missed = quiz[0].answers.filter(({ given, answer }: { given: number; answer: number }) => given !== answer);
    expect(missed.length).toBeGreaterThan(0);
    expect(reviews).toHaveLength(missed.length);
    expect(await app.page.locator(".missed article").count()).toBe(missed.length);
    await app.page.getByRole("button", { name: "Ask the missed ones again" }).press("Enter");
    await app.page.getByText(new RegExp(`^1 of ${missed.length}`)).waitFor();
    await app.page.getByRole("button", { name: "End" }).press("Enter");
    await app.page.getByRole("region", { name: "Scores so far" }).getByText("Iris").first().waitFor();
  });

  test("asks again what is due, and only as far as somebody has read", async () => {
    const due = [
      { task: "completion", work: "Forty Guineas", chapter: 6, bullet: 1, step: 0, due: "2020-01-01T00:00:00.000Z" },
    ];
    const places = { [tithe]: { last: 1, read: { 0: 40, 1: 10 } } };
    await app.page.route("**/api/people/Jo", (route) => route.fulfill({ json: { places, quiz: [], reviews: due } }));
    await continueAs("Jo");
    await app.page.getByText("One question that you missed is due again.").waitFor();
    await app.page.getByLabel("Only as far as I have read").check();
    await app.page.getByRole("button", { name: "Begin" }).click();
    await app.page.getByText(/^1 of \d+ · The Sea's Tithe, Chapter [12]$/).waitFor();
    await app.page.getByRole("button", { name: "End" }).click();
    await app.page.unroute("**/api/people/Jo");
  });

  test("becomes files: a Word document and a QTI package among them", async () => {
    await continueAs("Lee");
    await app.page.getByLabel("About").selectOption({ label: tithe });
    await app.page.getByRole("button", { name: "5", exact: true }).click();
    const saved = async (label: string) => {
      await app.page.getByText("Save questions as a file").click();
      const [file] = await Promise.all([
        app.page.waitForEvent("download"),
        app.page.getByRole("button", { name: label, exact: true }).click(),
      ]);
      await app.page.keyboard.press("Escape");
      return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
    };
    const word = await saved("Word document, with answers");
    expect(word.name).toBe(`Quiz ${tithe}.docx`);
    expect(strFromU8(unzipSync(word.bytes)["word/document.xml"]!)).toContain("Answers");
    expect(Object.keys(unzipSync((await saved("QTI 2.1")).bytes))).toHaveLength(7);
    expect((await saved("Anki")).bytes.toString("utf8")).toContain("{{c1::");
  });

  test("of the benchmark sets the score next to each trained reader, and saves what they had", async () => {
    expect(plotline("table", app.sample.folder, ...quick).code).toBe(0);
    await continueAs("Max");
    await app.page.getByLabel("About").selectOption({ label: tithe });
    await app.page.getByRole("button", { name: "Benchmark (ten options)" }).click();
    await app.page.getByRole("button", { name: "5", exact: true }).click();
    await app.page.getByRole("button", { name: "Begin" }).click();
    for (let k = 1; k <= 5; k++) {
      await app.page.getByText(new RegExp(`^${k} of 5`)).waitFor();
      await app.press("a");
      await app.page.getByRole("button", { name: "Next" }).click();
    }
    await app.page.getByText(/^Saved for Max\./).waitFor();
    const row = app.page.getByRole("row", { name: /^reader on TFIDF/ });
    await row.waitFor();
    const [, right, of] = await row.getByRole("cell").allTextContents();
    expect(of).toBe("5");
    const kept = savedOf("Max").quiz[0].answers.map(
      ({ readers }: { readers: Record<string, boolean> }) => readers["TFIDF"],
    );
    expect(kept.filter((is: boolean) => is).length).toBe(Number(right));
  });
});

const quick = ["--quick", "--quiet", "--method", "TFIDF", "--task", "cloze"];
