import { readFileSync } from "node:fs";
import { join } from "node:path";
import { needs, portToKeep } from "@plotline/base/testing";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { seriousFaults } from "../testing/axe.ts";
import { openChromium, openWindow } from "../testing/chromium.ts";
import { plotline } from "../testing/plotline.ts";
import { ServedSample } from "../testing/serving.ts";

const { describe, test } = needs("chromium");
const tale = "The Telling at Winterlow";

describe("a team", () => {
  const served = new ServedSample();
  const faults: string[] = [];
  let browser: Browser;
  let port: number;
  let owner: Page;
  let ben: Page;

  beforeAll(async () => {
    port = await portToKeep();
    const link = invite("Ada", "owner");
    await served.start(port, "--team");
    browser = await openChromium();
    owner = await person(link);
  });

  afterAll(async () => {
    await browser?.close();
    await served.end();
  });

  test("a stranger gets no further than the door", async () => {
    const page = await (await window()).newPage();
    await page.goto(`${served.address}/team`);
    await page.getByRole("alert").getByText("Access denied: open the link that you were given").waitFor();
    expectFaults(/401/);
    await page.context().close();
  });

  test("the owner invites somebody; the link works once and leaves the address and the history", async () => {
    await owner.getByRole("link", { name: "Team" }).click();
    await owner.getByLabel("Name", { exact: true }).fill("Ben");
    await owner.getByRole("button", { name: "Invite" }).click();
    const link = await owner.getByRole("textbox", { name: "Link" }).inputValue();
    await owner.getByLabel("Ben", { exact: true }).waitFor();
    const [, secret = ""] = link.split("#");
    ben = await person(link);
    expect(ben.url()).toBe(`${served.address}/`);
    expect(await ben.evaluate(() => [location.href, document.referrer, history.length])).toEqual([
      `${served.address}/`,
      "",
      2,
    ]);
    await ben.goBack().catch(() => undefined);
    expect(ben.url()).not.toContain(secret);
    await ben.goto(served.address);
    const [cookie] = await ben.context().cookies();
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: "Strict", name: `plotline-team-${port}` });
    const stranger = await (await window()).newPage();
    await stranger.goto(link);
    await stranger.getByRole("alert").getByText("This link has been used").waitFor();
    expectFaults(/401/);
    await stranger.context().close();
  });

  test("a link that somebody else made asks before it changes who one is", async () => {
    const page = await owner.context().newPage();
    await page.goto(invite("Mal", "reader"));
    await page.getByText("You are signed in as Ada.").waitFor();
    await page.getByRole("button", { name: "Stay Ada" }).click();
    await page.locator("summary", { hasText: "Ada" }).waitFor();
    expectFaults(/409/);
    await page.close();
  });

  test("what somebody may not do is not offered to them", async () => {
    await open(ben, "/");
    await ben.getByText(tale).first().waitFor();
    expect(await ben.getByRole("button", { name: /^Add a/ }).count()).toBe(0);
    await open(owner, "/");
    await owner.getByRole("button", { name: "Add a book" }).waitFor();
    for (const page of [ben, owner]) {
      await open(page, `/book/${encodeURIComponent(tale)}`);
      await page.getByText("Export", { exact: true }).click();
      await page.getByText("Side-by-side page").waitFor();
      expect(await page.getByRole("link", { name: /^Gold/ }).count()).toBe(page === ben ? 0 : 1);
    }
  });

  test("chapters are dealt out, and an annotator finds theirs; what is not theirs is closed", async () => {
    await open(ben, "/team");
    await ben.getByText("No chapter is assigned to you.").waitFor();
    await expect(ben.getByRole("heading", { name: "People" }).count()).resolves.toBe(0);
    await open(ben, `/annotate/${encodeURIComponent(tale)}/${chapterInAddress}`);
    await ben.locator(".story .suggested").first().waitFor();
    await ben.keyboard.press("Enter");
    await ben.getByText("This chapter is not assigned to you.").first().waitFor();
    expectFaults(/403/);
    ben.on("dialog", (dialog) => dialog.accept());
    await open(owner, "/team");
    await owner.getByLabel("Ben", { exact: true }).check();
    await owner.getByRole("combobox", { name: "Work" }).first().selectOption(tale);
    await owner.getByRole("button", { name: "Assign" }).click();
    await owner.getByText("Chapters assigned: Ben 1.").waitFor();
    await owner.getByRole("rowheader", { name: `${tale}, chapter 1` }).waitFor();
    await open(ben, "/team");
    await ben.getByRole("link", { name: `${tale}, chapter 1` }).click();
    await ben.locator(".story .suggested").first().waitFor();
  });

  test("two tabs: who is overtaken sees what was saved, and does their own steps again", async () => {
    const other = await ben.context().newPage();
    await open(other, `/annotate/${encodeURIComponent(tale)}/${chapterInAddress}`);
    await other.locator(".story .suggested").first().waitFor();
    await ben.bringToFront();
    await ben.locator("#p1 p").click();
    await link(ben);
    await ben.keyboard.press("ArrowDown");
    await link(ben);
    await other.bringToFront();
    await other.locator("#p1 p").click();
    await other.keyboard.press("ArrowDown");
    await other.keyboard.press("ArrowDown");
    await other.keyboard.press("Enter");
    const note = other.getByRole("alert", { name: "Not saved" });
    await note.getByText(/^link point 1 with paragraph/).waitFor();
    await other.getByText("2 links").waitFor();
    await note.getByRole("button", { name: "Do my steps again" }).click();
    await other.getByText("Saved", { exact: true }).waitFor();
    const sheet = JSON.parse(readFileSync(join(served.folder, "annotators", "Ben", tale, "0.json"), "utf8"));
    expect(sheet.linked.length).toBe(3);
    expectFaults(/409|ERR_FAILED/);
    await other.close();
  });

  test("a server that stops finishes, and everyone comes back by themselves", async () => {
    await ben.bringToFront();
    await ben.reload();
    await ben.getByText("3 links").waitFor();
    await ben.locator("#p2 p").click();
    await served.stop();
    for (const key of ["ArrowDown", "ArrowDown", "Enter"]) await ben.keyboard.press(key);
    await ben.getByText(/not saved yet; trying again/).waitFor();
    await served.start(port, "--team");
    await ben.getByText("Saved", { exact: true }).waitFor();
    const sheet = JSON.parse(readFileSync(join(served.folder, "annotators", "Ben", tale, "0.json"), "utf8"));
    expect(sheet.linked.length).toBe(4);
    expectFaults(/ERR_|Failed to load|503/);
  });

  test("the owner's page shows how far everyone is; it is accessible from a phone to a wide screen", async () => {
    await owner.context().close();
    const context = await window(true);
    owner = await context.newPage();
    await owner.goto(plotline("team", "reset", served.folder, "Ada", "-q").out.trim());
    await owner.getByText(tale).first().waitFor();
    await open(owner, "/team");
    await owner.getByText(/^Ben \d+\/24$/).waitFor();
    for (const [width, height] of [
      [390, 844],
      [1280, 800],
      [1920, 1080],
    ] as const) {
      await owner.setViewportSize({ width, height });
      expect(await seriousFaults(owner), `${width}`).toEqual([]);
      expect(await owner.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    }
    await open(owner, `/annotate/${encodeURIComponent(tale)}/${chapterInAddress}`);
    await owner.locator(".story .suggested").first().waitFor();
    expect(faults).toEqual([]);
  });

  test("from the keyboard alone: who was revoked is out at once", async () => {
    await owner.setViewportSize({ width: 1280, height: 800 });
    await open(owner, "/team");
    await owner.getByRole("button", { name: "Revoke Ben" }).focus();
    await owner.keyboard.press("Enter");
    await owner.keyboard.press("Enter");
    await expect.poll(() => owner.getByRole("button", { name: "New link for Ben" }).count()).toBe(0);
    await ben.goto(served.address);
    await ben.getByRole("alert").getByText("Access denied").waitFor();
  });

  function invite(name: string, role: string): string {
    const { out, err } = plotline("team", "invite", served.folder, name, "--role", role, "--address", `http://127.0.0.1:${port}`, "-q"); // biome-ignore format: short
    if (err !== "") throw new Error(err);
    return out.trim();
  }

  async function window(bypassCSP = false): Promise<BrowserContext> {
    const context = await openWindow(browser, { bypassCSP });
    context.on("console", (message) => message.type() === "error" && faults.push(message.text()));
    context.on("weberror", (error) => faults.push(error.error().message));
    return context;
  }

  async function person(link: string): Promise<Page> {
    const page = await (await window()).newPage();
    await page.goto(link);
    await page.getByText(tale).first().waitFor();
    return page;
  }

  async function open(page: Page, path: string): Promise<void> {
    await page.goto(`${served.address}${path}`);
  }

  /** Links the paragraph at hand and waits until that is saved. */
  async function link(page: Page): Promise<void> {
    const saved = page.waitForResponse(
      (response) => response.request().method() === "POST" && response.url().includes("/sheets/"),
    );
    await page.keyboard.press("Enter");
    await saved;
    await page.getByText("Saved", { exact: true }).waitFor();
  }

  /** What the pages complained about since the last time is of this kind only. */
  function expectFaults(kind: RegExp): void {
    expect(faults.splice(0).filter((fault) => !kind.test(fault))).toEqual([]);
  }
});

/** A chapter in an address. */
const chapterInAddress = 1;
