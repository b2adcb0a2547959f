import { join } from "node:path";
import { expect } from "vitest";
import { needs } from "../../src/testing/needs.ts";
import { openApp, tale } from "../testing/app.ts";
import { seriousFaults } from "../testing/axe.ts";
import { root } from "../testing/plotline.ts";

const { describe, test } = needs("chromium");
const app = openApp();

describe("every screen", () => {
  test.each(["light", "dark"] as const)("is accessible in %s: axe finds nothing serious", async (colorScheme) => {
    await app.page.context().close();
    app.page = await app.newPage({ colorScheme, bypassCSP: true });
    for (const [screen, whatStays] of Object.entries(screens)) {
      if (screen === "annotate") await app.openSheet(`Eve in ${colorScheme}`);
      else if (["", "quiz", "results", "help"].includes(screen)) await app.page.goto(`${app.sample.address}/${screen}`);
      else if (["book", "recap", "settling"].includes(screen))
        await app.page.goto(`${app.sample.address}/${screen}/${encodeURIComponent(tale)}`);
      else await app.open(screen);
      await app.page.locator(whatStays).first().waitFor();
      expect(await seriousFaults(app.page), screen).toEqual([]);
      if (screen === "annotate") await app.save(() => app.press("Enter"));
    }
  });

  test("is accessible on a phone with its tools open, and so is adding a book", async () => {
    await app.page.context().close();
    app.page = await app.newPage({ viewport: { width: 390, height: 844 }, bypassCSP: true });
    for (const screen of ["read", "matrix", "annotate", "settle"]) {
      await app.open(screen);
      await app.page.getByRole("button", { name: "Tools" }).click();
      expect(await seriousFaults(app.page), screen).toEqual([]);
    }
    await app.page.goto(app.sample.address);
    await app.page.getByRole("button", { name: "Add a book" }).click();
    await app.page
      .getByRole("button", { name: /^Book/ })
      .setInputFiles(join(root, "corpora", "sample", "books", "The Sea's Tithe.txt"));
    await app.page.getByText(/9 chapters ·/).waitFor();
    expect(await seriousFaults(app.page), "adding").toEqual([]);
    expect(await app.page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  });

  test("is accessible with its panels and dialogs open, and with what a search found", async () => {
    await app.page.context().close();
    app.page = await app.newPage({ bypassCSP: true });
    await app.openSheet("Fay");
    await app.save(() => app.press("Enter"));
    await app.open("settle");
    await app.page.getByRole("button", { name: "Write gold" }).click();
    await app.page.getByRole("dialog").waitFor();
    expect(await seriousFaults(app.page), "writing gold").toEqual([]);
    await app.open("read");
    await app.press("o");
    await app.page.getByRole("complementary").getByText("Passages that no point covers").waitFor();
    expect(await seriousFaults(app.page), "what is left out").toEqual([]);
    await app.page.goto(`${app.sample.address}/book/${encodeURIComponent(tale)}?find=winterlow`);
    await app.page.locator(".hits").first().waitFor();
    expect(await seriousFaults(app.page), "what was found").toEqual([]);
    await app.page.locator(".menu > summary", { hasText: "Edit" }).click();
    await app.page.getByRole("button", { name: "Remove" }).click();
    await app.page.getByRole("dialog").getByText("the story, 1 chapter").waitFor();
    expect(await seriousFaults(app.page), "removing").toEqual([]);
    await app.page.goto(`${app.sample.address}/recap/${encodeURIComponent(tale)}`);
    await app.page.locator(".recap li").first().waitFor();
    expect(await seriousFaults(app.page), "recap").toEqual([]);
  });

  test("says what is wrong with an address that leads nowhere", async () => {
    await app.page.goto(`${app.sample.address}/read/Nonesuch/1`);
    await app.page.getByRole("alert").getByText('There is no work "Nonesuch"').waitFor();
    await app.page.goto(`${app.sample.address}/read/Forty%20Guineas/99`);
    await app.page
      .getByRole("alert")
      .getByText(/has no chapter “99”: its chapters run from \S+ 1 to \S+ 7/)
      .waitFor();
    app.faults = app.faults.filter((fault) => !fault.includes("404"));
  });
});

/** Each screen, by its address, and what is there when it is whole. */
const screens = {
  "": ".work",
  quiz: ".setup .main",
  results: ".results > *",
  help: ".key-table",
  book: ".contents li",
  recap: "main.recap",
  read: ".lines",
  matrix: "figure:nth-of-type(6) canvas",
  annotate: ".story .suggested",
  settle: ".lanes li",
  settling: "main.book td",
};

describe("at every width", () => {
  test.each([390, 820, 1280, 1920])("%i: nothing spreads beyond the page", async (width) => {
    await app.page.setViewportSize({ width, height: 900 });
    const book = encodeURIComponent("The Sea's Tithe");
    const places = ["", "help", `book/${book}`, `book/${book}?find=sea`, `recap/${book}`, `settling/${book}`];
    const chapters = ["read", "matrix", "settle"].map((screen) => `${screen}/${book}/1`);
    for (const place of [...places, ...chapters]) {
      await app.page.goto(`${app.sample.address}/${place}`);
      await app.page.locator("main:not([aria-busy=true])").waitFor();
      expect(await app.page.evaluate(() => document.documentElement.scrollWidth), place).toBe(width);
    }
  });
});
