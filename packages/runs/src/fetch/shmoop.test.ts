import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { readGuideRecord } from "@plotline/books/node";
import { temporaryFolder } from "@plotline/corpus/testing";
import { expect, test } from "vitest";
import { NotAvailable, PoliteFetcher } from "./polite.ts";
import { fetchGuide, guideOf } from "./shmoop.ts";
import { type Answer, quickSleep, site } from "./testing/server.ts";

const newPath = "/study-guides/literature/jane-eyre/summary";
const contents = `<html><body>
  <ul class="items"><li><a href="/study-guides">Study Guides</a></li></ul>
  <div class="nav-menu"><ul>
    <li><a href="${newPath}">Summary</a></li>
    <li><a href="${newPath}/chapter-1-summary">Chapter 1</a></li>
    <li><a href="${newPath}/chapter-2-summary#top">Chapter 2</a></li>
    <li><a href="/study-guides/literature/jane-eyre/characters">Characters</a></li>
  </ul></div>
  <a href="/study-guides/literature/jane-eyre/summary/advert-summary">Buy</a>
  <a href="http://elsewhere.invalid/jane-eyre/summary/x-summary">Elsewhere</a>
</body></html>`;
const chapter = (text: string) => `<html><body><ul><li>${text}</li></ul></body></html>`;

async function publisher(answers: Record<string, Answer | string>) {
  const there = await site(answers);
  const out = temporaryFolder();
  const fetcher = new PoliteFetcher({ hosts: [there.host], sleep: quickSleep().sleep, tries: 2 });
  const fetch = (title: string) => fetchGuide(title, fetcher, { out, base: there.base, permission: "by mail" });
  return { ...there, out, fetch };
}

test("fetches the sections that the contents page lists, and records the permission", async () => {
  const { fetch, out, paths } = await publisher({
    [newPath]: contents,
    [`${newPath}/chapter-1-summary`]: chapter("One"),
    [`${newPath}/chapter-2-summary`]: chapter("Two"),
  });
  expect(await fetch("jane eyre")).toMatchObject({ title: "Jane Eyre", sections: 2, fetched: 3 });
  const folder = join(out, "Jane Eyre");
  expect(readGuideRecord(folder)).toMatchObject({
    title: "Jane Eyre",
    permission: "by mail",
    sections: [{ name: "Chapter 1" }, { name: "Chapter 2" }],
  });
  const asked = paths().length;
  expect(await fetch("Jane Eyre")).toMatchObject({ fetched: 0 });
  expect(paths()).toHaveLength(asked);
});

test("goes on where it was stopped", async () => {
  const answers: Record<string, Answer | string> = {
    [newPath]: contents,
    [`${newPath}/chapter-1-summary`]: chapter("One"),
  };
  const { fetch, paths, out } = await publisher(answers);
  await expect(fetch("Jane Eyre")).rejects.toThrow(NotAvailable);
  expect(readdirSync(join(out, "Jane Eyre")).filter((name) => name.includes("chapter"))).toHaveLength(1);
  answers[`${newPath}/chapter-2-summary`] = chapter("Two");
  const before = paths().length;
  expect(await fetch("Jane Eyre")).toMatchObject({ fetched: 1 });
  expect(paths().slice(before)).toEqual([`${newPath}/chapter-2-summary`]);
});

test("a page that is there and was not fetched is left alone", async () => {
  const { fetch, out } = await publisher({ [newPath]: contents });
  const page = join(out, "Jane Eyre", "index.html");
  mkdirSync(dirname(page));
  writeFileSync(page, "mine");
  await expect(fetch("Jane Eyre")).rejects.toThrow(`${page} is there already and was not fetched from`);
  expect(readFileSync(page, "utf8")).toBe("mine");
});

test("the site's older addresses work too", async () => {
  const { fetch } = await publisher({
    "/jane-eyre/summary.html": `<html><a href="/jane-eyre/chapter-1-summary.html">Ch. 1</a></html>`,
    "/jane-eyre/chapter-1-summary.html": chapter("One"),
  });
  expect(await fetch("Jane Eyre")).toMatchObject({ sections: 1, fetched: 2 });
});

test("a guide of one page is its own only section", async () => {
  const { fetch } = await publisher({ "/bet-chekhov/summary.html": chapter("All of it") });
  expect(await fetch("The Bet")).toMatchObject({ sections: 1, fetched: 1 });
});

test("an unknown title is a sentence", () => {
  expect(() => guideOf("../../etc")).toThrow("No guide address is known");
});
