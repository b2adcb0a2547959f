import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openApp } from "../testing/app.ts";
import { plotline } from "../testing/plotline.ts";

const app = openApp();

describe("the results", () => {
  test("show each evaluation with its signature, and a training's curves while it goes on", async () => {
    expect(plotline("evaluate", app.sample.folder, "--method", "TFIDF", "Diagonal-5").code).toBe(0);
    expect(plotline("evaluate", app.sample.folder, "--method", "BLEU1", "--no-save").code).toBe(0);
    await app.page.goto(`${app.sample.address}/results`);
    const run = app.page.getByRole("article");
    await run.getByText("Diagonal-5").waitFor();
    expect(await run.count()).toBe(1);
    expect(await run.locator(".signature").textContent()).toMatch(/corpus:[0-9a-f]{12} \| works:all/);
    const folder = join(app.sample.folder, "runs", "training");
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "metrics.jsonl"), '{"step":1,"loss":2.5}\n{"step":2,"loss":2.1}\n');
    await app.page.getByRole("img", { name: /^loss goes from 2.5 at step 1 to 2.1 at step 2/ }).waitFor();
    appendFileSync(join(folder, "metrics.jsonl"), '{"step":3,"loss":1.5}\n{"step":');
    await app.page.getByRole("img", { name: /to 1.5 at step 3/ }).waitFor();
  });
});
