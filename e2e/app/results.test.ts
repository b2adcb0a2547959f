import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { needs } from "@plotline/base/testing";
import { expect } from "vitest";
import { openApp } from "../testing/app.ts";
import { plotline, startPlotline, stopWhile } from "../testing/plotline.ts";

const { describe, test } = needs("chromium");
const app = openApp();

describe("the results", () => {
  test("show each evaluation with its signature, and a training while it runs", async () => {
    expect(plotline("evaluate", app.sample.folder, "--method", "TFIDF", "Diagonal-5").code).toBe(0);
    expect(plotline("evaluate", app.sample.folder, "--method", "BLEU1", "--no-save").code).toBe(0);
    await app.goto("results");
    const run = app.page.locator(".run");
    await run.getByText("Diagonal-5").waitFor();
    expect(await run.count()).toBe(1);
    expect(await run.locator(".signature").textContent()).toMatch(/corpus:[0-9a-f]{12} \| works:all/);
    const folder = join(app.sample.folder, "runs", "training");
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "metrics.jsonl"), '{"step":1,"loss":2.5}\n');
    await run.getByText("running ·").waitFor();
    rmSync(folder, { recursive: true });
    await run.getByText("running ·").waitFor({ state: "detached" });
  });

  needs("chromium", "onnxruntime").test(
    "grow while a table is made: its rows, the training at hand, and the trainings that are done",
    async () => {
      await app.goto("results");
      await app.page.locator(".run").first().waitFor();
      const made = startPlotline("paper", "train", app.sample.folder, ...quick);
      try {
        const table = app.page.locator(".run").filter({ hasText: "The paper's table" });
        await stopWhile(made, () => aTrainingGoesOn(app.sample.folder));
        await table.getByText(/^[01] of 2$/).waitFor();
        await app.page.getByText("running ·").nth(1).waitFor();
        made.kill("SIGCONT");
        await table.getByText("done ·").waitFor({ timeout: 200_000 });
      } finally {
        made.kill("SIGKILL");
      }
      const row = app.page.getByRole("region", { name: "The paper's table" }).getByRole("row", { name: /^TFIDF / });
      expect(await row.getByRole("cell").nth(5).textContent()).toMatch(/^[.\d]+$/);
      const training = app.page
        .locator(".run")
        .filter({ has: app.page.getByRole("heading", { name: /^Cloze on TFIDF/ }) });
      await training.first().locator("summary").click();
      expect(await training.first().locator(".signature").textContent()).toMatch(/alignment:TFIDF.*hidden:32.*seed:1/);
    },
  );
});

/** TFIDF and Chronological-TFIDF, for cloze. */
const quick = ["--quick", "--quiet", "--only", "cloze-tfidf", "cloze-chronological-tfidf"];

/** Whether a training has reported some losses and is still running. */
function aTrainingGoesOn(corpus: string): boolean {
  const runs = readdirSync(join(corpus, "runs")).map((run) => join(corpus, "runs", run));
  return runs.some((run) => {
    const files = readdirSync(run);
    if (!files.includes("metrics.jsonl") || files.includes("run.json")) return false;
    return readFileSync(join(run, "metrics.jsonl"), "utf8").split("\n").length > 3;
  });
}
