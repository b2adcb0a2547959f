import { readdirSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { needs } from "@plotline/base/testing";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { tale } from "../testing/app.ts";
import { openChromium, openWindow } from "../testing/chromium.ts";
import { ServedSample } from "../testing/serving.ts";

const { test } = needs("chromium");
const served = new ServedSample();
let browser: Browser;
let hostile: Server;

beforeAll(async () => {
  await served.start();
  browser = await openChromium();
  hostile = createServer((_, response) => {
    response.setHeader("content-type", "text/html");
    response.end("<!doctype html><title>hostile</title><p>hostile</p>");
  });
  await new Promise<void>((resolve) => hostile.listen(0, "127.0.0.1", resolve));
});

afterAll(async () => {
  hostile.close();
  await browser.close();
  await served.end();
});

test("the printed address opens the app, and its token leaves the address", async () => {
  const context = await openWindow(browser);
  const page = await context.newPage();
  await page.goto(`${served.address}/quiz`);
  await page.goto(served.address);
  await page.getByText(/Access denied: use the full address/).waitFor();
  await page.goto(served.link);
  await page.getByText(tale).first().waitFor();
  expect(page.url()).toBe(`${served.address}/`);
  const [cookie] = await context.cookies();
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: "Strict", name: `plotline-${new URL(page.url()).port}` });
  await context.close();
});

test.each(["127.0.0.1", "localhost"])(
  "a hostile page on %s reads nothing, writes nothing, starts nothing",
  async (name) => {
    const context = await openWindow(browser);
    const page = await context.newPage();
    await page.goto(served.link);
    await page.getByText(tale).first().waitFor();
    // What the app's own page still loads is not an answer to the hostile one.
    await page.goto("about:blank");
    const statuses: number[] = [];
    const requests: string[] = [];
    context.on("request", (request) => request.url().startsWith(served.address) && requests.push(request.url()));
    context.on("response", (response) => response.url().startsWith(served.address) && statuses.push(response.status()));
    await page.goto(`http://${name}:${(hostile.address() as AddressInfo).port}/`);
    const reached = await page.evaluate(
      async ([address = "", work = ""]) => {
        const sheet = `${address}/api/sheets/Eve/${encodeURIComponent(work)}/0`;
        const body = JSON.stringify({ revision: 0, change: { act: "link", cells: [{ summary: 0, story: 0 }] } });
        const tries: (() => Promise<unknown>)[] = [
          () => fetch(`${address}/api/library`, { credentials: "include" }).then((response) => response.text()),
          () =>
            fetch(sheet, {
              method: "POST",
              credentials: "include",
              headers: { "content-type": "application/json" },
              body,
            }),
        ];
        const read = await Promise.allSettled(tries.map((attempt) => attempt()));
        await fetch(`${address}/api/people`, { mode: "no-cors", credentials: "include" }).catch(() => undefined);
        await fetch(sheet, { method: "POST", mode: "no-cors", credentials: "include", body }).catch(() => undefined);
        for (const [tag, path] of [
          ["img", "/api/export/gold"],
          ["script", "/api/library"],
          ["iframe", "/"],
        ]) {
          const element = document.createElement(tag ?? "img");
          element.setAttribute("src", `${address}${path}`);
          const loaded = new Promise((done) => {
            for (const event of ["load", "error"]) element.addEventListener(event, done);
          });
          document.body.append(element);
          await loaded;
        }
        return read.map(({ status }) => status);
      },
      [served.address, tale],
    );
    expect(reached).toEqual(["rejected", "rejected"]);
    await page.evaluate(
      ([address = "", work = ""]) => {
        const form = document.createElement("form");
        form.method = "POST";
        form.enctype = "text/plain";
        form.action = `${address}/api/people/Eve/quiz`;
        form.innerHTML = `<input name='{"id":"x","at":"2026","seed":1,"answers":[],"y":"' value='"}'>${work}`;
        document.body.append(form);
        form.submit();
      },
      [served.address, tale],
    );
    await page.waitForURL(`${served.address}/**`);
    expect(await page.textContent("body")).toContain("Access denied");
    expect(requests.length).toBeGreaterThan(6);
    expect(new Set(statuses)).toEqual(new Set([403]));
    expect(readdirSync(served.folder)).not.toContain("annotators");
    expect(readdirSync(served.folder)).not.toContain("people");
    await context.close();
  },
);
