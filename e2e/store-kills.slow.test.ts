import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { random } from "@plotline/base";
import { needs } from "@plotline/base/testing";
import { expect } from "vitest";
import { openProfile } from "./testing/chromium.ts";
import { ask, openTab, serveStore } from "./testing/opfs.ts";

const { test } = needs("chromium");
const [rendererKills, browserKills] = [80, 20];

const halfAnHour = 30 * 60_000;

test("100 kills of tabs and browsers in the middle of saves: no acknowledged step is lost, nothing is unreadable", {
  timeout: halfAnHour,
}, async () => {
  const site = await serveStore();
  const profile = mkdtempSync(join(tmpdir(), "plotline-profile-"));
  const next = random("kills", 1);
  let browser = await openProfile(profile);
  let kills = 0;
  const check = async (when: string) => {
    const page = await openTab(browser.context, site.address);
    const known = [...site.acknowledged];
    const { steps, trail } = await ask<Checked>(page, { act: "check", folder: "kills" });
    expect(trail, when).toEqual(steps);
    expect(
      known.filter((id) => !steps.includes(id)),
      when,
    ).toEqual([]);
    await page.close();
  };
  try {
    while (kills < rendererKills + browserKills) {
      const before = new Set(await browser.renderers());
      const pages = [await openTab(browser.context, site.address), await openTab(browser.context, site.address)];
      for (const [k, page] of pages.entries())
        void ask(page, { act: "save", folder: "kills", who: `k${kills}t${k}` }).catch(() => undefined);
      const own = (await browser.renderers()).filter((id) => !before.has(id));
      // However slow the machine is, each round has steps to lose.
      const isUnderWay = () => [...site.acknowledged].filter((id) => id.startsWith(`k${kills}t`)).length >= 4;
      while (!isUnderWay()) await pause(20);
      await pause(600 * next());
      if (kills >= rendererKills) {
        await browser.kill();
        kills++;
        browser = await openProfile(profile);
      } else
        for (const id of own) {
          process.kill(id, "SIGKILL");
          kills++;
        }
      await check(`after kill ${kills}`);
      await Promise.all(pages.map((page) => page.close().catch(() => undefined)));
      if (kills % 10 < 2) console.log(`${kills} kills, ${site.acknowledged.size} acknowledged`);
    }
  } finally {
    await browser.kill();
    site.close();
    await remove(profile);
  }
  console.log(`${kills} kills, ${site.acknowledged.size} acknowledged steps, 0 lost`);
  expect(site.acknowledged.size).toBeGreaterThan(200);
});

function pause(milliseconds: number): Promise<void> {
  return new Promise((resume) => setTimeout(resume, milliseconds));
}

/** Processes of a browser that was killed write for a moment longer. */
async function remove(profile: string, tries = 20): Promise<void> {
  try {
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  } catch (error) {
    if (tries === 0) throw error;
    await pause(500);
    await remove(profile, tries - 1);
  }
}

interface Checked {
  readonly steps: readonly string[];
  readonly trail: readonly string[];
}
