import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from "playwright-core";
import { find } from "../../scripts/components.mjs";

/** The installed Chromium, which talks to nobody but our own servers. */
export function openChromium(): Promise<Browser> {
  const args = [
    ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-quic",
    "--no-first-run",
  ];
  return chromium.launch({ executablePath: find("chromium") ?? "", args, timeout: patience });
}

/** A window of its own, in which nothing moves by itself: what a test has seen in a place is still there. */
export async function openWindow(browser: Browser, options: BrowserContextOptions = {}): Promise<BrowserContext> {
  const size = { width: 1280, height: 800 };
  const context = await browser.newContext({ viewport: size, reducedMotion: "reduce", ...options });
  context.setDefaultTimeout(patience);
  return context;
}

/** Only what hangs takes so long, on a machine that is busy with other things too. */
const patience = 60_000;
