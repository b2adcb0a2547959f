import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { build } from "esbuild";
import type { BrowserContext, Page } from "playwright-core";
import type { Asked } from "../../packages/corpus/src/store/testing/worker.ts";
import { root } from "./plotline.ts";

/** A site whose page has a worker over the browser's private file system; steps that were acknowledged are known here. */
export async function serveStore() {
  const entry = join(root, "packages/corpus/src/store/testing/worker.ts");
  const made = await build({
    entryPoints: [entry],
    conditions: ["@plotline/source"],
    bundle: true,
    format: "esm",
    platform: "browser",
    write: false,
    logLevel: "error",
  });
  const script = made.outputFiles[0]?.text ?? "";
  const acknowledged = new Set<string>();
  const server = createServer(({ url = "" }, response) => {
    if (url.startsWith("/ack/")) acknowledged.add(url.slice(5));
    response.setHeader("content-type", url === "/worker.js" ? "text/javascript" : "text/html");
    response.end(url === "/worker.js" ? script : "<!doctype html><title>store</title>");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return { address, acknowledged, bytes: script.length, close: () => server.close() };
}

/** The process that Chromium has ready for the next tab may just have been killed. */
export async function openTab(context: BrowserContext, address: string, tries = 5): Promise<Page> {
  try {
    const page = await context.newPage();
    await page.goto(address);
    return page;
  } catch (error) {
    if (tries === 1) throw error;
    return openTab(context, address, tries - 1);
  }
}

/** What a new worker of a tab answers; `window.worker` ends it. */
export async function ask<T>(page: Page, asked: Asked): Promise<T> {
  const answer = await page.evaluate(
    (data) =>
      new Promise<{ result?: unknown; error?: string }>((resolve) => {
        const worker = new Worker("/worker.js", { type: "module" });
        Object.assign(globalThis, { worker });
        worker.onmessage = (message) => resolve(message.data);
        worker.onerror = ({ message }) => resolve({ error: message });
        worker.postMessage(data);
      }),
    asked,
  );
  if (answer.error !== undefined) throw new Error(answer.error);
  return answer.result as T;
}
