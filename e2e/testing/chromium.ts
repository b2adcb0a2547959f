import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from "playwright-core";
import { find } from "../../scripts/components.mjs";

/** The installed Chromium, which talks to nobody but our own servers. */
export function openChromium(): Promise<Browser> {
  return chromium.launch(options());
}

/** The same with a profile that outlives it; its processes can be killed. */
export async function openProfile(folder: string) {
  const context = await chromium.launchPersistentContext(folder, options());
  context.setDefaultTimeout(patience);
  const session = await context.browser()!.newBrowserCDPSession();
  const processes = async (type: string) => {
    const { processInfo } = await session.send("SystemInfo.getProcessInfo");
    return processInfo.filter((each) => each.type === type).map(({ id }) => id);
  };
  const [main = 0] = await processes("browser");
  const kill = async () => {
    const closed = new Promise((resume) => context.once("close", resume));
    process.kill(main, "SIGKILL");
    await closed;
  };
  return { context, renderers: () => processes("renderer"), kill };
}

function options() {
  const args = [
    ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-quic",
    "--no-first-run",
    `--disable-features=${disabledFeatures.join()}`,
  ];
  return { executablePath: find("chromium") ?? "", args, timeout: patience };
}

/** A new window without animations, so that things stay where a test has seen them. */
export async function openWindow(browser: Browser, options: BrowserContextOptions = {}): Promise<BrowserContext> {
  const size = { width: 1280, height: 800 };
  const context = await browser.newContext({ viewport: size, reducedMotion: "reduce", ...options });
  context.setDefaultTimeout(patience);
  return context;
}

/**
 * The address bar's suggestions are pages of their own, which every window would load: a third of all processor time. The
 * rest is what Playwright disables, since Chromium only takes the last list it is given.
 */
const disabledFeatures = [
  ...["WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup"],
  ...["AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades", "PaintHolding"],
  ...["HttpsFirstBalancedModeAutoEnable", "LensOverlay", "MediaRouter", "ThirdPartyStoragePartitioning"],
  ...["AvoidCorsURLLoaderRestartOnRedirect", "OptimizationHints", "NetworkTimeServiceQuerying", "AimEnabled"],
  ...["PreconnectToSearch", "SpareRendererForSitePerProcess", "SpareRPH"],
];

/** Only what hangs takes this long, even on a busy machine. */
const patience = 60_000;
