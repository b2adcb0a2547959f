import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { PoliteFetcher, type Politeness } from "./polite.ts";
import { type Answer, quickSleep, site } from "./testing/server.ts";

async function visit(answers: Record<string, Answer | string>, settings: Partial<Politeness> = {}) {
  const there = await site(answers);
  const { slept, sleep } = quickSleep();
  const fetcher = new PoliteFetcher({ hosts: [there.host], sleep, ...settings });
  const get = async (path: string) => Buffer.from((await fetcher.get(there.base + path)).body).toString("utf8");
  return { ...there, slept, get };
}

/** Answers in turn; the last one for ever. */
function inTurn(...answers: Answer[]): Answer {
  let k = 0;
  return (response, request) => answers[Math.min(k++, answers.length - 1)]?.(response, request);
}

const status =
  (code: number, headers: Record<string, string> = {}): Answer =>
  (response) => {
    response.writeHead(code, headers).end("sorry");
  };
const page: Answer = (response) => response.end("the page");

test("asks robots.txt first, says who it is, and waits a second between requests to one host", async () => {
  const { get, asked, paths, slept } = await visit({ "/a": page, "/b": page }, { contact: "me@example.org" });
  expect(await get("/a")).toBe("the page");
  await get("/b");
  expect(paths()).toEqual(["/robots.txt", "/a", "/b"]);
  expect(asked.every(({ agent }) => /^plotline\/\d\S* \(me@example\.org\)$/.test(agent))).toBe(true);
  expect(slept).toEqual([1000, 1000]);
});

test("obeys what robots.txt forbids and the delay it asks for", async () => {
  const robots = "User-agent: *\nDisallow: /private\nCrawl-delay: 7\n";
  const { get, paths, slept } = await visit({ "/robots.txt": robots, "/open": page, "/private/x": page });
  await get("/open");
  await expect(get("/private/x")).rejects.toThrow("robots.txt asks programs not to fetch");
  expect(paths()).toEqual(["/robots.txt", "/open"]);
  expect(slept).toEqual([7000]);
});

test("fetches nothing from a site whose robots.txt cannot be read", async () => {
  const { get, paths } = await visit({ "/robots.txt": status(503), "/a": page }, { tries: 2 });
  await expect(get("/a")).rejects.toThrow("the server answers 503");
  expect(paths()).not.toContain("/a");
});

test("tries again after 429, 5xx, a cut-off body and silence, each time more patiently", async () => {
  const cutOff: Answer = (response) => {
    response.writeHead(200, { "content-length": "1000" });
    response.write("half");
    setTimeout(() => response.destroy(), 20);
  };
  const silent: Answer = () => undefined;
  const { get, slept } = await visit({ "/a": inTurn(status(500), cutOff, silent, page) }, { longest: 3000 });
  expect(await get("/a")).toBe("the page");
  expect(slept.filter((wait) => wait >= 1000)).toEqual([1000, 1000, 2000, 4000]);
});

test("waits as long as Retry-After says, and gives up where that is too long", async () => {
  const busy = status(429, { "retry-after": "30" });
  const { get, slept } = await visit({ "/a": inTurn(busy, page), "/b": status(503, { "retry-after": "86400" }) });
  expect(await get("/a")).toBe("the page");
  expect(slept).toContain(30_000);
  await expect(get("/b")).rejects.toThrow("the server answers 503; try again later");
  expect(Math.max(...slept)).toBe(30_000);
});

test("gives up after a bounded number of tries", async () => {
  const { get, paths } = await visit({ "/a": status(500) }, { tries: 3 });
  await expect(get("/a")).rejects.toThrow("the server answers 500");
  expect(paths().filter((path) => path === "/a")).toHaveLength(3);
});

test("does not ask twice for what is not there", async () => {
  const { get, paths } = await visit({});
  await expect(get("/a")).rejects.toThrow("404");
  expect(paths()).toEqual(["/robots.txt", "/a"]);
});

test("follows redirects within the site, and notices a circle", async () => {
  const to = (location: string) => status(302, { location });
  const { get } = await visit({ "/a": to("/b"), "/b": page, "/round": to("/round") });
  expect(await get("/a")).toBe("the page");
  await expect(get("/round")).rejects.toThrow("in a circle");
});

test.each([
  ["http://elsewhere.invalid/x", "not among the hosts"],
  ["file:///etc/passwd", "only http and https"],
  ["http://[", "redirects to nowhere"],
])("does not follow a redirect to %s", async (location, why) => {
  const { get } = await visit({ "/a": status(301, { location }) });
  await expect(get("/a")).rejects.toThrow(why);
});

test("obeys robots.txt for the place a redirect leads to", async () => {
  const robots = "User-agent: plotline\nDisallow: /b";
  const { get } = await visit({ "/robots.txt": robots, "/a": status(302, { location: "/b" }), "/b": page });
  await expect(get("/a")).rejects.toThrow("robots.txt");
});

test.each([
  ["announced", { "content-length": "5000000" }],
  ["unannounced", {}],
])("refuses an oversized body (%s)", async (_, headers) => {
  const large: Answer = (response) => {
    response.writeHead(200, headers);
    response.end(Buffer.alloc(5_000_000));
  };
  const { get, paths } = await visit({ "/a": large }, { maxBytes: 1_000_000 });
  await expect(get("/a")).rejects.toThrow("larger than 1 MB");
  expect(paths().filter((path) => path === "/a")).toHaveLength(1);
});

test("a body that stops without ending is not waited for", async () => {
  const stalled: Answer = (response) => {
    response.writeHead(200, { "content-length": "100" });
    response.write("x");
  };
  const { get } = await visit({ "/a": stalled }, { tries: 2, longest: 1000 });
  await expect(get("/a")).rejects.toThrow("sends too slowly");
});

test("a host that is not there is one sentence", async () => {
  const fetcher = new PoliteFetcher({ hosts: ["127.0.0.1:1"], sleep: quickSleep().sleep, tries: 2 });
  await expect(fetcher.get("http://127.0.0.1:1/a")).rejects.toThrow("try again later");
});

const zipped =
  (body: string): Answer =>
  (response) => {
    response.writeHead(200, { "content-encoding": "gzip" });
    response.end(gzipSync(body));
  };

test("a page that is compressed all the same is decompressed, up to a limit", async () => {
  const { get, asked } = await visit(
    { "/a": zipped("the page"), "/b": zipped("x".repeat(5_000_000)) },
    { maxBytes: 1_000_000 },
  );
  expect(await get("/a")).toBe("the page");
  expect(asked.every(({ accepts }) => accepts === "identity")).toBe(true);
  await expect(get("/b")).rejects.toThrow("larger than 1 MB");
});

test("an empty page is no page, an empty robots.txt forbids nothing", async () => {
  const empty: Answer = (response) => response.end();
  const { get } = await visit({ "/robots.txt": empty, "/a": page, "/b": empty });
  expect(await get("/a")).toBe("the page");
  await expect(get("/b")).rejects.toThrow("the server sends an empty page");
});

test("a server that drips a page byte by byte is left", async () => {
  const drip: Answer = (response) => {
    response.writeHead(200);
    const timer = setInterval(() => response.write("x"), 20);
    response.on("close", () => clearInterval(timer));
  };
  const { get, paths } = await visit({ "/a": drip }, { longest: 300, tries: 2 });
  await expect(get("/a")).rejects.toThrow("the server sends too slowly");
  expect(paths().filter((path) => path === "/a")).toHaveLength(2);
});
