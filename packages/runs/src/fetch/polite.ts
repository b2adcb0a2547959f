import { PassingFault, Problem, version } from "@plotline/base";
import { everythingAllowed, parseRobots, type Robots } from "./robots.ts";

/** Time, handed in so that tests need not wait for it. */
export interface Clock {
  now(): number;
  sleep(milliseconds: number): Promise<void>;
}

export interface Politeness {
  /** The only hosts that are asked, and to which a redirect may lead: `www.example.org`, `127.0.0.1:8080`. */
  readonly hosts: readonly string[];
  /** An address or mailbox for whoever runs the site. */
  readonly contact?: string;
  readonly clock?: Clock;
  /** Milliseconds between two requests to one host. */
  readonly pause?: number;
  readonly tries?: number;
  /** Milliseconds until a server that says nothing counts as gone. */
  readonly silence?: number;
  /** Milliseconds that one page may take, all tries together, pauses between them not counted. */
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
export class NotAvailable extends Problem {
  constructor(
    message: string,
    readonly why: "forbidden by robots.txt" | "not there" = "not there",
  ) {
    super(message);
  }
}

export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
};

const maxRedirects = 5;
const longestWait = 5 * 60_000;

/** Asks one page after the other, no faster than the site wants, and never what it does not want asked. */
export class PoliteFetcher {
  private readonly settings: Required<Politeness>;
  private readonly robots = new Map<string, Promise<Robots>>();
  private readonly lastAsked = new Map<string, number>();

  constructor(settings: Politeness) {
    this.settings = {
      clock: systemClock,
      contact: "",
      pause: 1000,
      tries: 5,
      silence: 30_000,
      longest: 5 * 60_000,
      maxBytes: 64 * 2 ** 20,
      ...settings,
    };
  }

  /** The page, after redirects and retries; a NotAvailable where it is missing or forbidden, a Problem where the site fails. */
  async get(address: string): Promise<Page> {
    const page = await this.followed(address, async (url) => {
      const robots = await this.robotsOf(url);
      if (!robots.allows(url.pathname + url.search))
        throw new NotAvailable(
          `${url.href}: the site's robots.txt asks programs not to fetch this page.`,
          "forbidden by robots.txt",
        );
      return this.ask(url, robots.crawlDelay ?? 0);
    });
    if (page !== undefined) return page;
    throw new Problem(`${address}: redirected more than ${maxRedirects} times; the site sends us in a circle.`);
  }

  /** The page that redirects lead to; undefined where there are too many of them. */
  private async followed(address: string, ask: (url: URL) => Promise<Page | URL>): Promise<Page | undefined> {
    let url = new URL(address);
    for (let step = 0; step <= maxRedirects; step++) {
      const answer = await ask(this.checked(url, address));
      if (!(answer instanceof URL)) return answer;
      url = answer;
    }
    return undefined;
  }

  /** Reads robots.txt once per site. A site without one allows everything; one whose server fails allows nothing. */
  private robotsOf({ protocol, host }: URL): Promise<Robots> {
    const origin = `${protocol}//${host}`;
    const known = this.robots.get(origin) ?? this.readRobots(`${origin}/robots.txt`);
    this.robots.set(origin, known);
    return known;
  }

  private async readRobots(address: string): Promise<Robots> {
    try {
      const page = await this.followed(address, (url) => this.ask(url, 0, true));
      return page === undefined ? everythingAllowed : parseRobots(Buffer.from(page.body).toString("utf8"), "plotline");
    } catch (error) {
      if (error instanceof NotAvailable) return everythingAllowed;
      throw error;
    }
  }

  /** One request with its retries: a page, or the address it redirects to. */
  private async ask(url: URL, crawlDelay: number, mayBeEmpty = false): Promise<Page | URL> {
    let fault = new PassingFault("");
    let left = this.settings.longest;
    for (let attempt = 0; attempt < this.settings.tries && left > 0; attempt++) {
      if (attempt > 0) await this.settings.clock.sleep(fault.wait ?? 1000 * 2 ** (attempt - 1));
      await this.turn(url.host, crawlDelay);
      const began = performance.now();
      try {
        return await this.askOnce(url, left, mayBeEmpty);
      } catch (error) {
        left -= performance.now() - began;
        if (error instanceof LastingFault) throw new Problem(`${url.href}: ${error.message}, so it was not fetched.`);
        if (!(error instanceof PassingFault)) throw error;
        fault = error;
        if ((fault.wait ?? 0) > longestWait) break;
      }
    }
    throw new Problem(`${url.href}: ${fault.message}; try again later, what was fetched so far is saved.`);
  }

  /** One request, which may take so many milliseconds in all. */
  private async askOnce(url: URL, longest: number, mayBeEmpty: boolean): Promise<Page | URL> {
    const ending = new AbortController();
    const slow = setTimeout(() => ending.abort(new PassingFault("the server sends too slowly")), longest);
    const silent = setTimeout(() => ending.abort(new PassingFault("the server went silent")), this.settings.silence);
    try {
      const answer = await fetch(url, { headers: this.headers(), redirect: "manual", signal: ending.signal });
      if (answer.status !== 200) return this.redirection(url, answer);
      const body = await this.bodyOf(answer, () => silent.refresh());
      if (body.length === 0 && !mayBeEmpty) throw new PassingFault("the server sends an empty page");
      return { url: url.href, type: answer.headers.get("content-type") ?? "", body };
    } catch (error) {
      // fetch itself throws nothing but this.
      throw error instanceof TypeError ? new PassingFault(connectionFault(error)) : error;
    } finally {
      clearTimeout(slow);
      clearTimeout(silent);
      ending.abort();
    }
  }

  private async bodyOf({ headers, body }: Response, onPiece: () => void): Promise<Uint8Array> {
    const { maxBytes } = this.settings;
    const tooLarge = new LastingFault(`it is larger than ${Math.round(maxBytes / 2 ** 20)} MB`);
    if (Number(headers.get("content-length")) > maxBytes) throw tooLarge;
    const pieces: Uint8Array[] = [];
    let length = 0;
    for await (const piece of body ?? []) {
      onPiece();
      length += piece.length;
      if (length > maxBytes) throw tooLarge;
      pieces.push(piece);
    }
    const whole = Buffer.concat(pieces);
    if (!headers.has("content-length") && isCutOff(headers.get("content-type") ?? "", whole))
      throw new PassingFault(`the body stopped after ${length} bytes`);
    return whole;
  }

  /** Where an answer that is no page leads; a fault where it leads nowhere. */
  private redirection(from: URL, { status, headers }: Response): URL {
    if (status === 429 || status >= 500) {
      const wait = retryAfter(headers.get("retry-after"), this.settings.clock.now());
      throw new PassingFault(`the server answers ${status}`, wait);
    }
    if (status < 300 || status >= 400)
      throw new NotAvailable(`${from.href}: the server answers ${status}; there is no such page for us.`);
    const place = headers.get("location");
    if (place === null || !URL.canParse(place, from.href)) throw new LastingFault("it redirects to nowhere");
    const target = new URL(place, from.href);
    if (from.protocol === "https:" && target.protocol === "http:")
      throw new LastingFault("it redirects to an unsafe address");
    return target;
  }

  /** Waits until this host may be asked again. */
  private async turn(host: string, crawlDelay: number): Promise<void> {
    const { clock, pause } = this.settings;
    const last = this.lastAsked.get(host);
    const delay = Math.max(pause, Math.min(crawlDelay * 1000, longestWait));
    // A clock that was set back must not make us wait for the time it lost.
    const wait = last === undefined ? 0 : Math.min(delay, last + delay - clock.now());
    if (wait > 0) await clock.sleep(wait);
    this.lastAsked.set(host, clock.now());
  }

  private checked(url: URL, origin: string): URL {
    if (url.protocol !== "http:" && url.protocol !== "https:") {
      throw new Problem(`${origin}: leads to ${url.protocol}//…; only http and https are followed.`);
    }
    if (!this.settings.hosts.includes(url.host)) {
      throw new Problem(`${origin}: leads to ${url.host}, which is not among the hosts asked for.`, "base address");
    }
    return url;
  }

  private headers(): Record<string, string> {
    const { contact } = this.settings;
    return {
      "user-agent": `plotline/${version}${contact === "" ? "" : ` (${contact})`}`,
      // Of a compressed body nobody would see that it was cut off.
      "accept-encoding": "identity",
      accept: "text/html, text/plain;q=0.9, */*;q=0.5",
    };
  }
}

/** A fault that asking again will not cure. */
class LastingFault extends Error {}

function connectionFault({ cause }: TypeError): string {
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") return "the host is not known; is this machine online";
  if (code === "ECONNREFUSED") return "the connection is refused";
  return `the connection failed${code === "" ? "" : ` (${code})`}`;
}

/** Without a length, a page that opens `<html>` and never closes it was cut off. */
function isCutOff(type: string, body: Buffer): boolean {
  const [begins, ends] = [body.subarray(0, 4096), body.subarray(-2048)].map((part) => part.toString("latin1"));
  return type.includes("html") && /<html/i.test(begins!) && !/<\/html/i.test(ends!);
}

/** Retry-After is a number of seconds or a date. */
function retryAfter(text: string | null, now: number): number | undefined {
  if (text === null) return undefined;
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
