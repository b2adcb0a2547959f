import { needs } from "@plotline/base/testing";
import type { Browser, BrowserContext } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { contract } from "../packages/corpus/src/store/testing/contract.ts";
import { openChromium, openWindow } from "./testing/chromium.ts";
import { ask, openTab, serveStore } from "./testing/opfs.ts";

const { test } = needs("chromium");
let browser: Browser;
let context: BrowserContext;
let site: Awaited<ReturnType<typeof serveStore>>;

beforeAll(async () => {
  site = await serveStore();
  browser = await openChromium();
  context = await openWindow(browser);
});

afterAll(async () => {
  await browser?.close();
  site?.close();
});

interface Checked {
  readonly steps: readonly string[];
  readonly trail: readonly string[];
}

test("a browser's private file system keeps every promise of a store", async () => {
  const page = await openTab(context, site.address);
  expect(await ask(page, { act: "contract", folder: "contract" })).toEqual(Object.keys(contract));
});

test("a work is added, annotated, renamed, removed and put back in a page as in a folder", async () => {
  const page = await openTab(context, site.address);
  const made = await ask(page, { act: "corpus", folder: "library" });
  expect(made).toMatchObject({
    without: 0,
    title: "Anna",
    steps: [{ act: "link", cells: [{ summary: 0, story: 0 }] }],
    hash: expect.stringMatching(/^[0-9a-f]{12}$/),
  });
});

test("two tabs of one library lose no step, and the trail has the order of the sheet", async () => {
  const [one, two] = [await openTab(context, site.address), await openTab(context, site.address)];
  await ask(one, { act: "save", folder: "two", who: "nobody", times: 0 });
  const saving = [one, two].map((page, k) => ask(page, { act: "save", folder: "two", who: `t${k}`, times: 40 }));
  await Promise.all(saving);
  const { steps, trail } = await ask<Checked>(one, { act: "check", folder: "two" });
  expect(trail).toEqual(steps);
  for (const tab of ["t0", "t1"])
    expect(steps.filter((id) => id.startsWith(tab))).toEqual(Array.from({ length: 40 }, (_, k) => `${tab}-${k}`));
});

test("a worker that is ended in the middle of its saves loses none that it acknowledged", async () => {
  const page = await openTab(context, site.address);
  for (let round = 0; round < 5; round++) {
    void ask(page, { act: "save", folder: "ended", who: `e${round}` }).catch(() => undefined);
    await page.waitForTimeout(400 + 200 * round);
    await page.evaluate("worker.terminate()");
    const known = [...site.acknowledged].filter((id) => id.startsWith("e"));
    const { steps, trail } = await ask<Checked>(page, { act: "check", folder: "ended" });
    expect(trail).toEqual(steps);
    expect(steps).toEqual(expect.arrayContaining(known));
  }
  expect([...site.acknowledged].some((id) => id.startsWith("e4"))).toBe(true);
});
