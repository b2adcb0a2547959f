import { needs } from "@plotline/base/testing";
import { expect } from "vitest";
import { openChromium } from "../testing/chromium.ts";
import { droppedNovel } from "../testing/novel.ts";
import { builtSite } from "../testing/site.ts";

const { test } = needs("chromium");

// What else runs on the machine lengthens every task: it is tried again.
test("a novel of 120,000 words is dropped and read side by side, lightly and without a stutter", {
  retry: 2,
}, async () => {
  const browser = await openChromium();
  const { first, aligning, seconds, longest, classPage } = await droppedNovel(browser, await builtSite());
  await browser.close();
  expect(seconds).toBeLessThan(15);
  expect(longest).toBeLessThan(200);
  expect(first).toBeLessThan(150_000);
  expect(aligning).toBeLessThan(2_500_000);
  expect(classPage).toBeLessThan(1_500_000);
});
