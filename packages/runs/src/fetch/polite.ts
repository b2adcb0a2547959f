import { statSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { PassingFault, Problem, version } from "@plotline/base";
import { writeAtomically } from "@plotline/base/node";
import { parseRobots, type Robots } from "./robots.ts";

export interface Politeness {
  /** The only hosts that are asked, and to which a redirect may lead: `www.example.org`, `127.0.0.1:8080`. */
  readonly hosts: readonly string[];
  /** An address or mailbox for whoever runs the site. */
  readonly contact?: string;
  /** How it waits; tests do not. */
  readonly sleep?: (milliseconds: number) => Promise<unknown>;
  readonly tries?: number;
  /** Milliseconds that one request may take. */
  readonly longest?: number;
  readonly maxBytes?: number;
}

export interface Page {
  /** Where it was found in the end, redirects followed. */
  readonly url: string;
  readonly type: string;
  readonly body: Uint8Array;
}

/** A page that is not there, or that robots.txt keeps us from. */
export class NotAvailable extends Problem {}

const usual = {
  sleep: (milliseconds: number): Promise<unknown> => setTimeout(milliseconds),
  tries: 5,
  longest: 2 * 60_000,
  maxBytes: 64 * 2 ** 20,
};

const pause = 1000;
const maxRedirects = 5;
const longestWait = 5 * 60_000;

/** Asks one page after the other, no faster than the site wants, and never what it does not want asked. */
export class PoliteFetcher {
  private readonly settings: Politeness & typeof usual;
  private readonly robots = new Map<string, Promise<Robots>>();
  private hasAsked = false;

  constructor(settings: Politeness) {
    this.settings = { ...usual, ...settings };
  }

  /** The first of these pages that is there; a NotAvailable where all are missing or forbidden, a Problem where the site fails. */
  async first(addresses: readonly string[], isWanted: (page: Page) => boolean = () => true): Promise<Page> {
    let refusal = new NotAvailable(`${addresses[0]}: a web page instead of a text.`);
    for (const address of addresses) {
      try {
        const page = await this.get(address);
        if (isWanted(page)) return page;
      } catch (error) {
        if (!(error instanceof NotAvailable)) throw error;
        refusal = error;
      }
    }
    throw refusal;
  }

  /** The page, after redirects and retries. */
  async get(address: string): Promise<Page> {
    const page = await this.followed(address, async (url) => {
      const robots = await this.robotsOf(url);
      if (robots.allows(url.pathname + url.search)) return this.ask(url, robots.crawlDelay);
      throw new NotAvailable(`${url.href}: the site's robots.txt asks programs not to fetch this page.`);
    });
    if (page.body.length > 0) return page;
    throw new Problem(`${address}: the server sends an empty page; try again later.`);
  }

  private async followed(address: string, ask: (url: URL) => Promise<Page | URL>): Promise<Page> {
    let url = new URL(address);
    for (let step = 0; step <= maxRedirects; step++) {
      if (!/^https?:$/.test(url.protocol))
        throw new Problem(`${address}: leads to ${url.protocol}//…; only http and https are followed.`);
      if (!this.settings.hosts.includes(url.host))
        throw new Problem(`${address}: leads to ${url.host}, which is not among the hosts asked for.`, "base address");
      const answer = await ask(url);
      if (!(answer instanceof URL)) return answer;
      url = answer;
    }
    throw new Problem(`${address}: redirected more than ${maxRedirects} times; the site sends us in a circle.`);
  }

  /** Reads robots.txt once per site. A site without one allows everything; one whose server fails allows nothing. */
  private robotsOf({ origin }: URL): Promise<Robots> {
    const known = this.robots.get(origin) ?? this.readRobots(`${origin}/robots.txt`);
    this.robots.set(origin, known);
    return known;
  }

  private async readRobots(address: string): Promise<Robots> {
    try {
      const { body } = await this.followed(address, (url) => this.ask(url, 0));
      return parseRobots(Buffer.from(body).toString("utf8"), "plotline");
    } catch (error) {
      if (error instanceof NotAvailable) return parseRobots("", "plotline");
      throw error;
    }
  }

  /** One request with its retries: a page, or the address it redirects to. */
  private async ask(url: URL, crawlDelay: number): Promise<Page | URL> {
    const { sleep, tries } = this.settings;
    const delay = Math.max(pause, Math.min(crawlDelay * 1000, longestWait));
    if (this.hasAsked) await sleep(delay);
    this.hasAsked = true;
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.askOnce(url);
      } catch (error) {
        if (!(error instanceof PassingFault)) throw error;
        const wait = Math.max(delay, error.wait ?? 1000 * 2 ** (attempt - 1));
        if (attempt === tries || wait > longestWait)
          throw new Problem(`${url.href}: ${error.message}; try again later, what was fetched so far is saved.`);
        await sleep(wait);
      }
    }
  }

  private async askOnce(url: URL): Promise<Page | URL> {
    const signal = AbortSignal.timeout(this.settings.longest);
    try {
      const answer = await fetch(url, { headers: this.headers(), redirect: "manual", signal });
      if (answer.status !== 200) return redirection(url, answer);
      return { url: url.href, type: answer.headers.get("content-type") ?? "", body: await this.bodyOf(url, answer) };
    } catch (error) {
      if (signal.aborted) throw new PassingFault("the server sends too slowly");
      // fetch itself throws nothing but this.
      throw error instanceof TypeError ? new PassingFault(`the connection failed${codeOf(error)}`) : error;
    }
  }

  private async bodyOf({ href }: URL, { body }: Response): Promise<Uint8Array> {
    const { maxBytes } = this.settings;
    const pieces: Uint8Array[] = [];
    let length = 0;
    for await (const piece of body ?? []) {
      pieces.push(piece);
      length += piece.length;
      if (length > maxBytes)
        throw new Problem(`${href}: it is larger than ${Math.round(maxBytes / 2 ** 20)} MB, so it was not fetched.`);
    }
    return Buffer.concat(pieces);
  }

  private headers(): Record<string, string> {
    const { contact } = this.settings;
    return {
      "user-agent": `plotline/${version}${contact ? ` (${contact})` : ""}`,
      // Of a compressed body nobody would see that it was cut off.
      "accept-encoding": "identity",
      accept: "text/html, text/plain;q=0.9, */*;q=0.5",
    };
  }
}

/** Where an answer that is no page leads; a fault where it leads nowhere. */
function redirection(from: URL, { status, headers }: Response): URL {
  if (status === 429 || status >= 500) {
    const seconds = Number(headers.get("retry-after") ?? Number.NaN);
    throw new PassingFault(`the server answers ${status}`, Number.isNaN(seconds) ? undefined : 1000 * seconds);
  }
  if (status < 300 || status >= 400)
    throw new NotAvailable(`${from.href}: the server answers ${status}; there is no such page for us.`);
  const place = headers.get("location");
  if (place === null || !URL.canParse(place, from.href))
    throw new Problem(`${from.href}: it redirects to nowhere, so it was not fetched.`);
  const target = new URL(place, from.href);
  if (from.protocol === "https:" && target.protocol === "http:")
    throw new Problem(`${from.href}: it redirects to an unsafe address, so it was not fetched.`);
  return target;
}

function codeOf({ cause }: TypeError): string {
  return cause instanceof Error && "code" in cause ? ` (${cause.code})` : "";
}

/** Fetches a file unless it is here; whether it was fetched. Files are written whole, so that an empty one is none. */
export async function fetchedTo(file: string, fetch: () => Promise<Page>): Promise<boolean> {
  if (statSync(file, { throwIfNoEntry: false })?.size) return false;
  writeAtomically(file, (await fetch()).body);
  return true;
}
