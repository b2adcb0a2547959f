import { readFileSync } from "node:fs";
import { join } from "node:path";
import { needs } from "@plotline/base/testing";
import { expect } from "vitest";
import { openApp, tale } from "../testing/app.ts";

const { describe, test } = needs("chromium");
const app = openApp();

describe("every screen", () => {
  test.each(["light", "dark"] as const)("is accessible in %s: axe finds nothing serious", async (colorScheme) => {
    await app.reopen({ colorScheme, bypassCSP: true });
    for (const [screen, whatStays] of Object.entries(screens)) {
      if (screen === "annotate") await app.openSheet(`Eve in ${colorScheme}`);
      else if (["", "quiz", "results"].includes(screen)) await app.goto(screen);
      else if (["book", "recap", "settling"].includes(screen)) await app.goto(`${screen}/${encodeURIComponent(tale)}`);
      else await app.open(screen);
      await app.page.locator(whatStays).first().waitFor();
      await app.mustBeClean(screen);
      if (screen === "annotate") await app.save(() => app.press("Enter"));
    }
  });

  test("is accessible on a phone with its tools open, and so is adding a book", async () => {
    await app.reopen({ viewport: { width: 390, height: 844 }, bypassCSP: true });
    for (const screen of ["read", "matrix", "annotate", "settle"]) {
      await app.open(screen);
      await app.click("Tools");
      await app.mustBeClean(screen);
    }
    await app.page.goto(app.sample.address);
    await app.click("Add a book");
    await app.choose("Book", "tithe.txt", readFileSync(join(app.sample.folder, "books", "The Sea's Tithe.txt")));
    await app.page.getByText(/9 chapters ·/).waitFor();
    await app.mustBeClean("adding");
  });

  test("is accessible with its panels and dialogs open, and with what a search found", async () => {
    await app.reopen({ bypassCSP: true });
    await app.openSheet("Fay");
    await app.save(() => app.press("Enter"));
    await app.open("settle");
    await app.click("Write gold …");
    await app.page.getByRole("dialog").waitFor();
    await app.mustBeClean("writing gold");
    await app.open("read");
    await app.press("o");
    await app.page.getByRole("complementary").getByText("Passages that no point covers").waitFor();
    await app.mustBeClean("what is left out");
    await app.goto(`book/${encodeURIComponent(tale)}?find=winterlow`);
    await app.page.locator(".hits").first().waitFor();
    await app.mustBeClean("what was found");
    await app.page.locator(".menu > summary", { hasText: "Edit" }).click();
    await app.click(/^Remove …/);
    await app.page.getByRole("dialog").getByText("Nothing is deleted yet").waitFor();
    await app.mustBeClean("removing");
    await app.goto(`recap/${encodeURIComponent(tale)}`);
    await app.page.locator(".recap li").first().waitFor();
    await app.mustBeClean("recap");
  });

  test("says what is wrong with an address that leads nowhere", async () => {
    await app.goto("read/Nonesuch/1");
    await app.page.getByRole("alert").getByText('There is no work "Nonesuch"').waitFor();
    await app.goto("read/Forty%20Guineas/99");
    await app.page
      .getByRole("alert")
      .getByText(/has no chapter “99”: its chapters run from \S+ 1 to \S+ 7/)
      .waitFor();
    app.forgive(/404/);
  });
});

/** Each screen, by its address, and what is there when it is whole. */
const screens = {
  "": ".work",
  quiz: ".setup .main",
  results: ".results > *",
  book: ".contents li",
  recap: "main.recap",
  read: ".lines",
  matrix: "figure:nth-of-type(6) svg.grid",
  annotate: ".story .suggested",
  settle: ".answers li",
  settling: "main.book td",
};

test("nothing spreads beyond the page, whatever its width", async () => {
  const book = encodeURIComponent("The Sea's Tithe");
  const places = ["", `book/${book}`, `book/${book}?find=sea`, `recap/${book}`, `settling/${book}`];
  const chapters = ["read", "matrix", "settle"].map((screen) => `${screen}/${book}/1`);
  for (const place of [...places, ...chapters]) {
    await app.goto(place);
    await app.page.locator("main:not([aria-busy=true])").waitFor();
    for (const width of [390, 820, 1280, 1920]) {
      await app.page.setViewportSize({ width, height: 900 });
      expect(await app.page.evaluate(() => document.documentElement.scrollWidth), `${place} ${width}`).toBe(width);
    }
  }
});
