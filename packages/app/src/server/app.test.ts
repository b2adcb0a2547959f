import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { saveRun } from "@plotline/corpus/node";
import { copySample, sample, temporaryFolder } from "@plotline/corpus/testing";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { app } from "./app.ts";
import { Shelf, shelvesOf } from "./library/shelf.ts";

const admission = { token: "secret" };
const strangers = { host: "127.0.0.1:4747" };
const here = { ...strangers, authorization: "Bearer secret" };
const fromPage = { ...here, origin: "http://127.0.0.1:4747", "content-type": "application/json" };
const chapter = "/api/works/The%20Telling%20at%20Winterlow/0";
const sheet = "/api/sheets/Ada/The%20Telling%20at%20Winterlow/0";
const link = { act: "link", cells: [{ summary: 0, story: 0 }] };

let folder: string;

beforeEach(() => {
  folder = copySample(temporaryFolder());
});

describe("who is answered", () => {
  const page = (path: string, headers: Record<string, string> = strangers) => ask(path, { headers });

  test("nobody who calls this machine by another name", async () => {
    const headers = { ...here, host: "evil.example" };
    expect((await ask("/api/library", { headers })).status).toBe(403);
    expect((await ask("/", { headers })).status).toBe(403);
  });

  test("nobody without the token; with it in the address, a cookie named by the port, and an address without it", async () => {
    expect((await page("/api/library")).status).toBe(403);
    expect((await page("/api/library?token=secret")).status).toBe(403);
    expect((await page("/read/A/0?token=wrong!")).headers.get("set-cookie")).toBeNull();
    const opened = await page("/read/A%20b/0?x=1&token=secret");
    expect([opened.status, opened.headers.get("location")]).toEqual([303, "/read/A%20b/0?x=1"]);
    const cookie = opened.headers.get("set-cookie") ?? "";
    expect(cookie).toMatch(/^plotline-4747=[\w-]+; Path=\/; HttpOnly; SameSite=Strict$/);
    expect(cookie).not.toContain("secret");
    const own = { ...strangers, cookie: cookie.split(";")[0] ?? "" };
    expect((await page("/api/library", own)).status).toBe(200);
    expect((await page("/api/library", { ...own, host: "127.0.0.1:4748" })).status).toBe(403);
    expect((await page("//evil.example/?token=secret")).headers.get("location")).toBe("/evil.example/");
  });

  test.each<Record<string, string>>([
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
    { origin: "http://evil.example" },
    { origin: "null" },
  ])("nobody who comes from another site's page: %j", async (foreign) => {
    const headers = { ...here, ...foreign };
    for (const path of ["/api/library", "/api/export/gold", "/assets/x.js", "/"])
      expect((await ask(path, { headers })).status, path).toBe(403);
    const body = JSON.stringify({ revision: 0, change: link });
    expect((await ask(sheet, { method: "POST", headers: { ...fromPage, ...foreign }, body })).status).toBe(403);
  });

  test("a person who follows a link from another site gets the page, and only the page", async () => {
    const follows = { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" };
    expect((await page("/", { ...strangers, ...follows })).status).not.toBe(403);
    expect((await page("/api/library", { ...here, ...follows })).status).toBe(403);
    expect((await page("/", { ...strangers, ...follows, "sec-fetch-dest": "iframe" })).status).toBe(403);
  });

  test("no change that only a cookie speaks for and that names no page", async () => {
    const cookie = (await page("/?token=secret")).headers.get("set-cookie")?.split(";")[0] ?? "";
    const headers = { ...strangers, cookie, "content-type": "application/json" };
    const body = JSON.stringify({ revision: 0, change: link });
    expect((await ask(sheet, { method: "POST", headers, body })).status).toBe(403);
    const origin = "http://127.0.0.1:4747";
    expect((await ask(sheet, { method: "POST", headers: { ...headers, origin }, body })).status).toBe(200);
  });

  test("who has no token, or a wrong one, is told so for a change too", async () => {
    const body = JSON.stringify({ revision: 0, change: link });
    for (const authorization of [undefined, "Bearer wrong!"]) {
      const headers = { ...strangers, "content-type": "application/json", ...(authorization && { authorization }) };
      const answer = await ask(sheet, { method: "POST", headers, body });
      expect([answer.status, (await answer.json()).problem]).toEqual([
        403,
        "Access denied: use the full address, with its token, that plotline serve printed.",
      ]);
    }
  });

  test("every answer forbids the page to talk to anyone else", async () => {
    for (const path of ["/", "/api/library", "/nowhere", "/assets/nothing.js"]) {
      const policy = (await ask(path)).headers.get("content-security-policy");
      expect(policy, path).toContain("default-src 'none'");
      expect(policy, path).not.toMatch(/'unsafe-(inline|eval|hashes)'/);
    }
  });
});

describe("what is answered", () => {
  test("the library and a chapter", async () => {
    const library = await read("/api/library");
    expect(library.works.map((work: { title: string }) => work.title)).toContain("The Telling at Winterlow");
    const { summary, story, gold } = await read(chapter);
    expect([summary.length, story.length, gold.length]).toEqual([24, 56, 50]);
  });

  test.each([
    "/api/works/..%2f..%2fetc/0",
    "/api/works/%2e%2e/0",
    "/api/works/Nonesuch/0",
    "/api/works/The%20Telling%20at%20Winterlow/99",
    "/api/works/The%20Telling%20at%20Winterlow/x",
    "/api/sheets/..%2f..%2fx/The%20Telling%20at%20Winterlow/0",
    "/assets/..%2f..%2fpackage.json",
    "/api/nothing",
  ])("%s: a sentence, and nothing from outside the corpus", async (path) => {
    const response = await ask(path);
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(response.status).toBeLessThan(500);
    expect(await response.text()).not.toMatch(/root:|"name": "plotline"|\n\s+at /);
  });

  test("a corpus that vanished: a sentence, and again an answer when it is back", async () => {
    const server = app([new Shelf(join(folder, "elsewhere"))], admission);
    const response = await server.request("/api/library", { headers: here });
    expect(response.status).toBe(422);
    expect((await response.json()).problem).toBe("elsewhere: there is no such corpus folder.");
    copySample(join(folder, "elsewhere"));
    expect((await server.request("/api/library", { headers: here })).status).toBe(200);
  });

  test("files edited to nonsense: the chapter comes without them, and says so", async () => {
    writeFileSync(join(folder, "manual_alignments", "The Telling at Winterlow", "0.txt"), "nonsense");
    expect(await read(chapter)).toMatchObject({ gold: null, faulty: ["gold"] });
    writeFileSync(join(folder, "stories", "The Telling at Winterlow", "0.txt.utf8"), "\0");
    expect(await read(chapter)).toMatchObject({ story: [], faulty: ["story", "gold"] });
  });
});

describe("links that lead out of the corpus", () => {
  test("sheets and people are neither read nor written through them", async () => {
    const outside = temporaryFolder({ "0.json": '{"revision":0,"steps":[],"position":0}' });
    mkdirSync(join(folder, "annotators", "Ada"), { recursive: true });
    symlinkSync(outside, join(folder, "annotators", "Ada", "The Telling at Winterlow"), "dir");
    symlinkSync(outside, join(folder, "people"), "dir");
    const place = { folder: "The Telling at Winterlow", number: 0, paragraph: 3 };
    const answers = [
      await ask(sheet),
      await send(sheet, { revision: 0, change: link }),
      await send("/api/people/Ben/places", place),
    ];
    expect(answers.map(({ status }) => status)).toEqual([422, 422, 422]);
    for (const answer of answers) expect((await answer.json()).problem).toMatch(/symbolic link|outside the corpus/);
    expect(readdirSync(outside)).toEqual(["0.json"]);
  });
});

describe("annotations", () => {
  test("a change is saved on the revision it was made on, and refused on any other", async () => {
    const post = (revision: number, change: unknown) => send(sheet, { revision, change });
    expect(await (await post(0, link)).json()).toMatchObject({ revision: 1 });
    const overtaken = await post(0, link);
    expect(overtaken.status).toBe(409);
    expect(await overtaken.json()).toMatchObject({ current: { revision: 1, steps: [link] } });
    expect(await (await post(1, { act: "undo" })).json()).toMatchObject({ revision: 2, position: 0 });
    expect(await read(sheet)).toMatchObject({ revision: 2, steps: [link], position: 0 });
  });

  const refused = async (body: string) => {
    const response = await ask(sheet, { method: "POST", headers: fromPage, body });
    expect(response.status).toBe(400);
    return (await response.json()).problem;
  };

  test.each(["{", "", "[1,", '"\\x"', "{}", "[]", '{"revision":0,"change":{"act":"explode"}}'])(
    "%j is not understood, and the sender learns so",
    async (body) => {
      expect(await refused(body)).toMatch(/\.$/);
    },
  );

  test.each([
    { act: "link", cells: [{ summary: 24, story: 0 }] },
    { act: "refuse", cells: [{ summary: 0, story: 56 }] },
    { act: "done", summary: 24, is: true },
  ])("%j is about a paragraph that the chapter does not have", async (change) => {
    expect(await refused(JSON.stringify({ revision: 0, change }))).toMatch(/does not have/);
    expect(await refused(JSON.stringify({ revision: -1, change }))).toMatch(/\.$/);
  });

  test("a body of megabytes is refused", async () => {
    const padding = "x".repeat(2_000_000);
    expect((await send(sheet, { revision: 0, change: link, padding })).status).toBe(413);
  });
});

describe("annotators", () => {
  test("agreement goes over the finished chapters", async () => {
    const known = app([new Shelf(folder)], admission);
    const get = async (path: string) => (await known.request(path, { headers: here })).json();
    await send(sheet, { revision: 0, change: { act: "done", summary: 0, is: true } });
    const pairs = async () => (await get("/api/agreement/The%20Telling%20at%20Winterlow")).pairs;
    expect(await pairs()).toEqual([]);
    for (let point = 0; point < 24; point++)
      await send(sheet, { revision: 1 + point, change: { act: "done", summary: point, is: true } });
    expect(await pairs()).toMatchObject([{ first: "Ada", second: "gold", chapters: 1, f: 0 }]);
  });
});

describe("settling", () => {
  const book = "The%20Telling%20at%20Winterlow";
  const settle = (revision: number, summary: number, stories: readonly number[] | null) =>
    send(`/api/settling/${book}/0`, { revision, change: { act: "settle", summary, stories } });
  const write = (request: object, server?: ReturnType<typeof app>) => {
    const body = { by: "Cora", undecided: "keep", seen: null, sheets: {}, revision: 0, ...request };
    return send(`/api/gold/${book}/0`, body, "POST", server);
  };

  test("gold is written on top of what was seen, undecided points keep theirs, and the earlier file stays", async () => {
    const file = join(folder, "manual_alignments", "The Telling at Winterlow", "0.txt");
    const before = readFileSync(file, "utf8");
    const { gold } = await read(chapter);
    expect((await settle(0, 1, [3])).status).toBe(200);
    expect((await settle(0, 2, [3])).status).toBe(409);
    expect((await write({ revision: 1 })).status).toBe(409);
    expect((await write({ seen: gold, revision: 0 })).status).toBe(409);
    const refused = await write({ seen: gold, revision: 1, undecided: "refuse" });
    expect((await refused.json()).problem).toMatch(/^23 points are undecided, so no gold was written/);
    expect(readFileSync(file, "utf8")).toBe(before);
    expect((await write({ seen: gold, revision: 1 })).status).toBe(200);
    const rows = readFileSync(file, "utf8").split("\n");
    expect(rows[1]).toBe("S1: 3");
    expect(rows.toSpliced(1, 1)).toEqual(before.replaceAll(/,$/gm, "").split("\n").toSpliced(1, 1));
    const { earlier } = await read(`/api/settling/${book}/0`);
    expect(earlier.length).toBe(1);
    const restored = await send(
      `/api/gold/${book}/0`,
      { seen: (await read(chapter)).gold, earlier: earlier[0] },
      "PUT",
    );
    expect(restored.status).toBe(200);
    expect(readFileSync(file, "utf8")).toBe(before);
  });

  test("a sheet that changed since it was seen is not written as gold", async () => {
    await send(sheet, { revision: 0, change: link });
    const { gold } = await read(chapter);
    const answer = await write({ seen: gold, sheets: { Ada: 0 } });
    expect([answer.status, (await answer.json()).problem]).toEqual([
      409,
      "Ada has changed their links since you looked; the new version is shown.",
    ]);
    expect((await write({ seen: gold, sheets: { Ada: 1 } })).status).toBe(200);
  });

  test("of two at the same moment one is accepted and the other is refused", async () => {
    const servers = [0, 1].map(() => app([new Shelf(folder)], admission));
    let revision = 0;
    for (let k = 0; k < 25; k++) {
      const { gold } = await read(chapter);
      const answers = await Promise.all(servers.map((server) => write({ seen: gold, revision }, server)));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      revision++;
    }
  });

  test("a folder of annotators with an odd name is passed over", async () => {
    mkdirSync(join(folder, "annotators", "odd:", "The Telling at Winterlow"), { recursive: true });
    writeFileSync(join(folder, "annotators", "odd:", "The Telling at Winterlow", "0.json"), "{}");
    expect((await read(chapter)).annotators).toEqual([]);
    expect((await ask("/api/agreement/The%20Telling%20at%20Winterlow")).status).toBe(200);
  });

  test("a link to a paragraph that is not there is refused", async () => {
    expect((await settle(0, 0, [9999])).status).toBe(400);
    expect((await settle(0, 99, null)).status).toBe(400);
  });
});

describe("works", () => {
  const work = "/api/works/The%20Telling%20at%20Winterlow";

  test("contents name every chapter by its address, with its length and the points of the guide", async () => {
    expect(await read(work)).toMatchObject({
      title: "The Telling at Winterlow",
      chapters: [{ number: 0, address: "Chapter 1", title: null, slug: "chapter-1", paragraphs: 56, points: 24 }],
    });
  });

  test("a new title takes reading places with it", async () => {
    const place = { folder: "The Telling at Winterlow", number: 0, paragraph: 7 };
    await send("/api/people/Ada/places", place, "POST");
    expect(await (await send(work, { title: "The Told" }, "PATCH")).json()).toEqual({
      title: "The Told",
      folder: "The Told",
    });
    const { places } = await read("/api/people/Ada");
    expect(places).toEqual({ "The Told": { last: 0, read: { 0: 7 } } });
  });

  test("what is removed can be put back whole, or deleted for good", async () => {
    await send(sheet, { revision: 0, change: link });
    const files = () =>
      readdirSync(folder, { recursive: true, encoding: "utf8" })
        .filter((name) => !name.startsWith("."))
        .sort();
    const before = files();
    const { id } = await (await send(work, { title: "The Telling at Winterlow" }, "DELETE")).json();
    expect((await ask(work)).status).toBe(404);
    expect(files().filter((name) => name.includes("Winterlow"))).toEqual(["books/The Telling at Winterlow.txt"]);
    expect((await send(`/api/removed/${encodeURIComponent(id)}`, undefined, "POST")).status).toBe(200);
    expect(files()).toEqual(before);
    expect((await read("/api/removed")).works).toEqual([]);
    const again = await (await send(work, { title: "The Telling at Winterlow" }, "DELETE")).json();
    expect((await send(`/api/removed/${encodeURIComponent(again.id)}`, undefined, "DELETE")).status).toBe(200);
    expect((await send(`/api/removed/${encodeURIComponent(again.id)}`, undefined, "POST")).status).toBe(422);
  });

  test("a search finds words whatever their case, and says where", async () => {
    const { total, hits } = await read("/api/search/The%20Telling%20at%20Winterlow?words=winterLOW");
    expect(total).toBeGreaterThan(3);
    for (const { text, marks } of hits)
      for (const { from, to } of marks) expect(text.slice(from, to).toLowerCase()).toBe("winterlow");
  });
});

describe("adding a book", () => {
  const book = new File([readFileSync(join(sample, "books", "The Telling at Winterlow.txt"))], "telling.txt");

  test("looking writes nothing; writing writes the book and the guide together", async () => {
    const before = readdirSync(folder, { recursive: true }).length;
    const guide = new File(["# Chapter 1\n\nAda tells.\n\nBen listens.\n"], "guide.md");
    const look = await (await post("look", { book, guide, title: "Again" })).json();
    expect(look).toMatchObject({ title: "Again", titleIsTaken: false, sections: [{ name: "Chapter 1", points: 2 }] });
    expect(readdirSync(folder, { recursive: true }).length).toBe(before);
    expect((await post("write", { book, guide, title: "Again", unsure: "accept" })).status).toBe(200);
    expect(readFileSync(join(folder, "summaries", "Again", "0.txt.utf8"), "utf8")).toContain("Ben listens.");
  });

  test.each([
    ["an empty file", { book: new File([], "none.txt") }, /none\.txt is empty/],
    ["a broken EPUB", { book: new File(["PK\u0003\u0004 no"], "bad.epub") }, /bad\.epub/],
    ["a title that is taken", { book, title: "Forty Guineas" }, /already has a work called "Forty Guineas"/],
    ["headings that are not there", { book, title: "X", headings: "Nowhere" }, /telling\.txt has no line "Nowhere"/],
  ])("%s: the import's sentence, and nothing is written", async (_, form, sentence) => {
    const before = readdirSync(folder, { recursive: true }).length;
    const response = await post("write", form);
    expect(response.status).toBe(422);
    expect((await response.json()).problem).toMatch(sentence);
    expect(readdirSync(folder, { recursive: true }).length).toBe(before);
  });

  test("without a file, and with far too large a one, it is refused at once", async () => {
    expect((await post("look", { title: "X" })).status).toBe(400);
    const headers = { ...fromPage, "content-type": "multipart/form-data; boundary=x", "content-length": "1000000000" };
    expect((await ask("/api/import/look", { method: "POST", headers, body: "x" })).status).toBe(413);
  });
});

describe("a guide for a work that is there", () => {
  const guide = new File(["# Chapter 1\n\nAda tells.\n\nBen listens.\n"], "guide.md");
  const telling = { folder: "The Telling at Winterlow", guide };
  const summary = () => readFileSync(join(folder, "summaries", "The Telling at Winterlow", "0.txt.utf8"), "utf8");

  test("looking says what would be replaced; writing replaces it only when that is confirmed", async () => {
    const before = summary();
    const look = await (await post("guide/look", telling)).json();
    expect(look).toMatchObject({ title: telling.folder, replaced: [0], annotated: [0], uncovered: [] });
    const refused = await post("guide/write", { ...telling, unsure: "accept" });
    expect(refused.status).toBe(422);
    expect((await refused.json()).problem).toMatch(/already have a summary/);
    expect(summary()).toBe(before);
    const written = await post("guide/write", { ...telling, unsure: "accept", replace: "accept" });
    expect(await written.json()).toEqual({
      title: telling.folder,
      folder: telling.folder,
      chapters: [0],
      remarks: [
        "Gold and annotations of points that are gone (Chapter 1) were set aside.",
        "What was there before is in replaced/1; the book's page in the app puts it back.",
      ],
    });
    expect(summary()).toContain("Ben listens.");
  });

  test("of an unknown work, or without a section that fits: a sentence that names no path of ours", async () => {
    expect((await post("guide/look", { folder: "Nonesuch", guide })).status).toBe(404);
    const empty = await post("guide/look", { ...telling, guide: new File([""], "none.md") });
    expect(empty.status).toBe(422);
    expect((await empty.json()).problem).toMatch(/^none\.md/);
  });
});

describe("several corpora", () => {
  const others = () => ["a", "b"].map((parent) => join(folder, parent, "my corpus"));

  test("are each at their own address, and what is changed in one stays in it", async () => {
    const folders = [folder, ...others()];
    for (const other of others()) copySample(other);
    const server = app(shelvesOf(folders), admission);
    const { corpora } = await (await server.request("/api/corpora", { headers: here })).json();
    expect(corpora.map(({ base }: { base: string }) => base)).toEqual(["", "/c/my-corpus", "/c/my-corpus-2"]);
    const second = sheet.replace("/api", "/api/c/my-corpus");
    const init = { method: "POST", headers: fromPage, body: JSON.stringify({ revision: 0, change: link }) };
    expect((await server.request(second, init)).status).toBe(200);
    const revisions = ["/api", "/api/c/my-corpus", "/api/c/my-corpus-2"].map(async (base) => {
      const response = await server.request(sheet.replace("/api", base), { headers: here });
      return (await response.json()).revision;
    });
    expect(await Promise.all(revisions)).toEqual([0, 1, 0]);
    expect((await server.request("/api/c/nonesuch/library", { headers: here })).status).toBe(404);
    expect((await server.request("/api/c/my-corpus/library", { headers: strangers })).status).toBe(403);
  });

  test("one that is given twice is refused", () => {
    expect(() => shelvesOf([folder, join(folder, ".")])).toThrow("is given twice");
  });
});

test("what costs much is done for a few at a time; the others are asked to come again", async () => {
  const server = app([new Shelf(folder)], admission);
  const agreement = "/api/agreement/The%20Telling%20at%20Winterlow";
  const asked = Array.from({ length: 8 }, (_, k) => server.request(`${agreement}?${k}`, { headers: here }));
  const answers = await Promise.all(asked);
  const turnedAway = answers.filter(({ status }) => status === 503);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
  expect(turnedAway).toHaveLength(3);
  expect(turnedAway[0]?.headers.get("retry-after")).toBe("5");
  expect((await turnedAway[0]!.json()).problem).toMatch(/try again when it is done\.$/);
});

test("all who look at the runs at once share one look; later ones see what has changed", async () => {
  const shelf = new Shelf(folder);
  const looks = vi.spyOn(shelf, "corpus");
  const server = app([shelf], admission);
  const look = async () => (await server.request("/api/runs", { headers: here })).json();
  expect(await Promise.all(Array.from({ length: 30 }, look))).toEqual(Array(30).fill({ runs: [] }));
  expect(looks.mock.calls.length).toBeLessThan(10);
  await saveRun(folder, "one", { kind: "table", signature: "s", tables: [], progress: { done: 1, total: 2 } });
  await expect
    .poll(look)
    .toMatchObject({ runs: [{ id: "one", run: { progress: { done: 1, total: 2 } }, isLive: true }] });
});

function ask(path: string, init: RequestInit = {}): Promise<Response> {
  return Promise.resolve(served().request(path, { headers: here, ...init }));
}

/** What is answered, as JSON. */
async function read(path: string) {
  return (await ask(path)).json();
}

/** A change, as the app's own page sends it. */
async function send(path: string, body: unknown, method = "POST", server = served()): Promise<Response> {
  return server.request(path, { method, headers: fromPage, body: JSON.stringify(body) });
}

function served() {
  return app([new Shelf(folder)], admission);
}

function post(what: string, form: Record<string, string | File>): Promise<Response> {
  const body = new FormData();
  for (const [name, value] of Object.entries(form)) body.append(name, value);
  const { "content-type": _, ...headers } = fromPage;
  return ask(`/api/import/${what}`, { method: "POST", headers, body });
}
