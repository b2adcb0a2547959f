import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { needs } from "../../src/testing/needs.ts";
import { openApp } from "../testing/app.ts";
import { plotline } from "../testing/plotline.ts";

const { describe, test } = needs("chromium");
const app = openApp();

describe("the quiz", () => {
  test("is played from the keyboard, shows passages, and keeps the score beside chance and the rules", async () => {
    await app.page.goto(`${app.sample.address}/quiz`);
    await app.page.getByText("Your name", { exact: true }).click();
    await app.page.getByLabel("Continue as").fill("Iris");
    await app.page.getByRole("button", { name: "Continue" }).click();
    await app.page.getByLabel("About").selectOption({ label: "The Sea's Tithe" });
    await app.page.getByRole("button", { name: "both" }).click();
    await app.page.getByRole("button", { name: "5", exact: true }).click();
    await app.page.getByRole("button", { name: "Begin" }).click();
    for (let k = 1; k <= 5; k++) {
      await app.page.getByText(new RegExp(`^${k} of 5`)).waitFor();
      if (k === 1) await app.press("p");
      if (k === 1) await app.page.locator(".passage").waitFor();
      await app.press("a");
      await app.page.getByText(/^(Right\.|No: it is)/).waitFor();
      await app.page.locator(".passage").waitFor();
      await app.press("Enter");
    }
    await app.page.getByText("Kept for Iris.").waitFor();
    expect(await app.page.locator(".score td:first-child").allTextContents()).toEqual(
      expect.arrayContaining(["you", "chance", "the pointer, plotline's own reader"]),
    );
    const { quiz } = JSON.parse(readFileSync(join(app.sample.folder, "people", "Iris.json"), "utf8"));
    expect(quiz[0].answers.map(({ given }: { given: number }) => given)).toEqual([0, 0, 0, 0, 0]);
    expect(quiz[0].answers[0].seenPassage).toBe(true);
    await app.page.getByRole("button", { name: "Again" }).click();
    await app.page.getByRole("region", { name: "Scores so far" }).getByText("Iris").first().waitFor();
    const exported = await (await app.sample.fetch("/api/export/quiz")).text();
    expect(
      exported
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line).name),
    ).toEqual(Array(5).fill("Iris"));
  });

  test("sets the score beside each trained reader, and keeps what they had", async () => {
    expect(plotline("table", app.sample.folder, ...quick).code).toBe(0);
    await app.page.goto(`${app.sample.address}/quiz`);
    await app.page.getByText("Your name", { exact: true }).click();
    await app.page.getByLabel("Continue as").fill("Jo");
    await app.page.getByRole("button", { name: "Continue" }).click();
    await app.page.getByLabel("About").selectOption({ label: "The Sea's Tithe" });
    await app.page.getByRole("button", { name: "5", exact: true }).click();
    await app.page.getByRole("button", { name: "Begin" }).click();
    for (let k = 1; k <= 5; k++) {
      await app.page.getByText(new RegExp(`^${k} of 5`)).waitFor();
      await app.press("a");
      await app.page.getByRole("button", { name: "Next" }).click();
    }
    await app.page.getByText("Kept for Jo.").waitFor();
    const row = app.page.getByRole("row", { name: /^reader on TFIDF/ });
    await row.waitFor();
    const [, right, of] = await row.getByRole("cell").allTextContents();
    expect(of).toBe("5");
    const { quiz } = JSON.parse(readFileSync(join(app.sample.folder, "people", "Jo.json"), "utf8"));
    const kept = quiz[0].answers.map(({ readers }: { readers: Record<string, boolean> }) => readers["TFIDF"]);
    expect(kept.filter((is: boolean) => is).length).toBe(Number(right));
    await app.page.getByRole("button", { name: "Again" }).click();
    await app.page.getByRole("region", { name: "Scores so far" }).getByText("on TFIDF").waitFor();
  });
});

const quick = ["--quick", "--quiet", "--method", "TFIDF", "--task", "cloze"];
