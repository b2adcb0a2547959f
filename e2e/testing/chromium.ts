import { type Browser, chromium } from "playwright-core";
import { findChromium } from "../../scripts/chromium.mjs";

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
  return chromium.launch({ executablePath: findChromium(), args });
}
