import { existsSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { peopleFile } from "@plotline/corpus";
import { changeJsonFile } from "@plotline/corpus/node";
import { contentOf, temporaryFolder } from "@plotline/corpus/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { auditOf } from "../../team/audit.ts";
import { TeamOfTests, tale } from "../testing/team.ts";

let team: TeamOfTests;
beforeAll(async () => {
  team = await new TeamOfTests().begin();
});
afterAll(() => team.end());

const library = "/api/library";

describe("coming in", () => {
  test("a link works once; its secret is nowhere on disk, and the cookie is for this server's pages alone", async () => {
    const secret = await team.access.roster.invite("Ada", "annotator", "test");
    const entered = await team.enter(secret);
    expect(await entered.json()).toEqual({ name: "Ada", role: "annotator" });
    const cookie = entered.headers.get("set-cookie") ?? "";
    expect(cookie).toMatch(/^__Host-plotline=[\w.-]+; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Strict$/);
    expect((await team.enter(secret)).status).toBe(401);
    const people = readFileSync(join(team.folder, "team/people.json"), "utf8");
    for (const handedOut of [secret, cookie.split(/[=;]/)[1] ?? ""])
      expect(people).not.toContain(handedOut.split(".")[1]);
  });

  test("a secret is taken in the body only, and from our own page only", async () => {
    const secret = await team.access.roster.invite("Eve", "owner", "test");
    expect((await team.ask("nobody", `/api/session?secret=${secret}`, { method: "POST", body: {} })).status).toBe(400);
    const foreign: Record<string, string>[] = [
      { origin: "https://evil.example" },
      { origin: "http://plots.example.org" },
      { host: "evil.example" },
    ];
    for (const headers of foreign) expect((await team.enter(secret, headers)).status).toBe(403);
    const program = await team.byProxy("/api/session", {
      method: "POST",
      headers: { host: "plots.example.org", "content-type": "application/json" },
      body: JSON.stringify({ secret }),
    });
    expect(program.status).toBe(403);
    expect((await team.enter(secret)).status).toBe(200);
  });

  test("a client that guesses must wait, and a link with wrong keys becomes void", async () => {
    const fresh = await new TeamOfTests().beginWithOwner();
    const secret = await fresh.access.roster.invite("Bea", "reader", "test");
    const guess = `${secret.split(".")[0]}.${"x".repeat(32)}`;
    for (let k = 0; k < 5; k++) expect((await fresh.enter(guess)).status).toBe(401);
    expect((await fresh.enter(secret)).status).toBe(401);
    for (let k = 0; k < 4; k++) await fresh.enter(`${"y".repeat(12)}.${"x".repeat(32)}`);
    const late = await fresh.enter(guess);
    expect(late.status).toBe(429);
    expect(Number(late.headers.get("retry-after"))).toBeGreaterThan(60);
    fresh.end();
  });

  test("who was revoked, reset or has left is out at once, and a role counts from the next request on", async () => {
    await team.join("Cora", "reader");
    expect((await team.ask("Cora", library)).status).toBe(200);
    await team.access.roster.setRole("Cora", "curator", "test");
    expect((await team.ask("Cora", "/api/team/dashboard")).status).toBe(200);
    await team.access.roster.setRole("Cora", "annotator", "test");
    expect((await team.ask("Cora", "/api/team/dashboard")).status).toBe(403);
    await team.access.roster.reset("Cora", "test");
    expect((await team.ask("Cora", library)).status).toBe(401);
    await team.join("Dan", "reader");
    await team.access.roster.revoke("Dan", "test");
    expect((await team.ask("Dan", library)).status).toBe(401);
    await team.join("Finn", "reader");
    const left = await team.ask("Finn", "/api/session", { method: "DELETE" });
    expect(left.headers.get("set-cookie")).toMatch(/^__Host-plotline=; Max-Age=0;/);
    expect((await team.ask("Finn", library)).status).toBe(401);
  });

  test("a link changes who is signed in only where they agree; nobody is signed in more than 20 times", async () => {
    await team.join("Olga", "owner");
    const headers = { cookie: team.cookieOf("Olga") };
    const secret = await team.access.roster.invite("Mal", "reader", "test");
    const asked = await team.enter(secret, headers);
    expect([asked.status, await asked.json()]).toEqual([
      409,
      { problem: "You are signed in as Olga.", present: "Olga" },
    ]);
    const agreed = { method: "POST", body: { secret, instead: "Olga" }, headers };
    expect(await (await team.ask("nobody", "/api/session", agreed)).json()).toEqual({ name: "Mal", role: "reader" });
    await changeJsonFile(team.folder, peopleFile, ({ people }) => ({
      people: people.map((each) => {
        const [own] = each.sessions;
        if (each.name !== "Olga" || own === undefined) return each;
        return { ...each, sessions: [own, ...Array.from({ length: 19 }, (_, k) => ({ ...own, id: `another ${k}` }))] };
      }),
    }));
    expect((await team.ask("Olga", library)).status).toBe(200);
    const second = await team.enter(await team.access.roster.link("Olga"));
    expect((await team.ask("Olga", library)).status).toBe(401);
    const cookie = second.headers.get("set-cookie")?.split(";")[0] ?? "";
    expect((await team.ask("nobody", library, { headers: { cookie } })).status).toBe(200);
  });

  test("what one may save of the quiz has an end, and nobody sees another's answers", async () => {
    const play = (name: string, id: string, count: number) => {
      const answers = Array.from({ length: count }, () => ({
        question: "q".repeat(900),
        task: "cloze",
        work: tale,
        chapter: 0,
        options: 4,
        answer: 1,
        given: 1,
        seenPassage: false,
      }));
      const body = { id, at: new Date().toISOString(), seed: 1, answers };
      return team.ask(name, `/api/people/${name}/quiz`, { method: "POST", body });
    };
    const statuses: number[] = [];
    for (let k = 0; k < 6; k++) statuses.push((await play("reader", `many ${k}`, 200)).status);
    expect([statuses[0], statuses.at(-1)]).toEqual([200, 422]);
    expect((await team.ask("another", "/api/people/reader")).status).toBe(403);
    expect((await team.ask("another", "/api/export/quiz")).status).toBe(403);
  });

  test("the only owner cannot be put out", async () => {
    const fresh = await new TeamOfTests().beginWithOwner();
    const refused = await fresh.ask("owner", "/api/team/people/owner", { method: "DELETE" });
    expect([refused.status, await refused.json()]).toEqual([
      422,
      { problem: "owner is the only owner; make somebody else an owner first." },
    ]);
    fresh.end();
  });
});

describe("a hostile client", () => {
  test.each<Record<string, string>>([
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
    { origin: "null" },
    { origin: "https://plots.example.org.evil.example" },
    { host: "evil.example" },
  ])("with a good cookie, but as %j: refused", async (headers) => {
    for (const path of [library, "/api/team/people", "/api/team/audit"])
      expect((await team.ask("owner", path, { headers })).status, path).toBe(403);
    const body = { name: "Mallory", role: "owner" };
    expect((await team.ask("owner", "/api/team/people", { method: "POST", body, headers })).status).toBe(403);
  });

  test("a cookie that is cut, changed or of another session's key", async () => {
    const [name = "", value = ""] = team.cookieOf("owner").split("=");
    const [id = "", key = ""] = value.split(".");
    const [, other = ""] = team.cookieOf("reader").split(".");
    for (const wrong of [
      id,
      `${id}.`,
      `${id}.${key.slice(1)}`,
      `${id}.${key.slice(0, -1)}!`,
      `${id}.${other}`,
      `.${key}`,
      "x".repeat(5000),
    ])
      expect((await team.ask("nobody", library, { headers: { cookie: `${name}=${wrong}` } })).status, wrong).toBe(401);
    for (const wrongName of ["plotline", "plotline-team-80", "__Secure-plotline"])
      expect((await team.ask("nobody", library, { headers: { cookie: `${wrongName}=${value}` } })).status).toBe(401);
  });

  test("another method, another spelling of the address", async () => {
    for (const path of [
      "/api//team/people",
      "/api/team/people/",
      "/api/./team/people",
      "/api/team/%70eople",
      "/API/team/people",
    ]) {
      const answered = await team.ask("reader", path);
      expect(JSON.stringify(await answered.json().catch(() => "")), path).not.toContain("sessions");
    }
    for (const method of ["HEAD", "OPTIONS", "PATCH"])
      expect((await team.ask("reader", "/api/team/people", { method })).ok, method).toBe(false);
  });
});

test("two tabs: the one that is overtaken gets what is saved; gold too", async () => {
  const chapter = `${encodeURIComponent(tale)}/0`;
  const cell = (story: number) => ({ act: "link", cells: [{ summary: 0, story }] });
  const save = (revision: number, story: number) =>
    team.ask("curator", `/api/sheets/curator/${chapter}`, { method: "POST", body: { revision, change: cell(story) } });
  expect((await save(0, 1)).status).toBe(200);
  expect((await save(1, 2)).status).toBe(200);
  const overtaken = await save(0, 3);
  expect(overtaken.status).toBe(409);
  expect((await overtaken.json()).current).toMatchObject({ revision: 2, steps: [cell(1), cell(2)] });
  const { gold } = await (await team.ask("curator", `/api/works/${chapter}`)).json();
  const { summary } = gold[0];
  const settle = { revision: 0, change: { act: "settle", summary, stories: [] } };
  expect((await team.ask("curator", `/api/settling/${chapter}`, { method: "POST", body: settle })).status).toBe(200);
  const body = { by: "somebody else", undecided: "keep", seen: gold, sheets: { curator: 2 }, revision: 1 };
  const write = () => team.ask("curator", `/api/gold/${chapter}`, { method: "POST", body });
  expect((await write()).status).toBe(200);
  const late = await write();
  expect(late.status).toBe(409);
  expect((await late.json()).problem).toContain("Someone else changed this chapter's gold");
  const { settlement } = await (await team.ask("curator", `/api/settling/${chapter}`)).json();
  expect(settlement.written.by).toBe("curator");
});

test("gold and a settlement are saved with their line in the audit trail, or not at all", async () => {
  const fresh = await new TeamOfTests().beginWithOwner();
  const chapter = `${encodeURIComponent(tale)}/0`;
  const settle = (revision: number) => {
    const body = { revision, change: { act: "settle", summary: 0, stories: [0] } };
    return fresh.ask("owner", `/api/settling/${chapter}`, { method: "POST", body });
  };
  const { gold } = await (await fresh.ask("owner", `/api/works/${chapter}`)).json();
  const write = (revision: number) => {
    const body = { by: "owner", undecided: "keep", seen: gold, sheets: {}, revision };
    return fresh.ask("owner", `/api/gold/${chapter}`, { method: "POST", body });
  };
  expect((await settle(0)).status).toBe(200);
  const before = contentOf(fresh.folder);
  expect((await auditOf(fresh.folder)).lines.at(-1)).toContain('"did":"POST /settling/:folder/:number"');
  const trail = join(fresh.folder, "team/audit");
  renameSync(trail, `${trail} away`);
  writeFileSync(trail, "no trail can be written here");
  for (const change of [() => settle(1), () => write(1)]) expect((await change()).ok).toBe(false);
  rmSync(trail);
  renameSync(`${trail} away`, trail);
  expect(contentOf(fresh.folder)).toEqual(before);
  expect((await write(1)).status).toBe(200);
  const { lines, faults } = await auditOf(fresh.folder);
  expect([JSON.parse(lines.at(-1) ?? "").did, faults]).toEqual(["POST /gold/:folder/:number", []]);
  fresh.end();
});

test("no line of the audit trail is written through a link that leads out of the corpus, nor what it is about", async () => {
  const fresh = await new TeamOfTests().beginWithOwner();
  const outside = temporaryFolder();
  const trail = join(fresh.folder, "team/audit");
  rmSync(trail, { recursive: true });
  symlinkSync(outside, trail, "dir");
  const before = contentOf(join(fresh.folder, "stories"));
  const rename = { method: "PATCH", body: { title: "Another" } };
  const settle = { method: "POST", body: { revision: 0, change: { act: "settle", summary: 0, stories: [0] } } };
  const book = encodeURIComponent(tale);
  for (const answer of [
    await fresh.ask("owner", `/api/works/${book}`, rename),
    await fresh.ask("owner", `/api/settling/${book}/0`, settle),
  ])
    expect([answer.status, (await answer.json()).problem]).toEqual([
      422,
      expect.stringContaining("outside the corpus"),
    ]);
  expect(contentOf(outside)).toEqual({});
  expect(contentOf(join(fresh.folder, "stories"))).toEqual(before);
  expect(existsSync(join(fresh.folder, "settlements"))).toBe(false);
  fresh.end();
});

test("each corpus has the lines of the requests about it, of those that changed nothing too", async () => {
  const fresh = await new TeamOfTests().beginWithOwner();
  const didIn = async (folder: string) => (await auditOf(folder)).lines.map((line) => JSON.parse(line).did as string);
  const before = (await didIn(fresh.folder)).length;
  const work = `works/${encodeURIComponent(tale)}`;
  for (const base of ["/api/c/second", "/api"])
    for (const title of [tale, "The Telling"])
      expect((await fresh.ask("owner", `${base}/${work}`, { method: "PATCH", body: { title } })).status).toBe(200);
  const did = ["PATCH /works/:folder", "PATCH /works/:folder"];
  expect((await didIn(fresh.folder)).slice(before)).toEqual(did);
  expect(await didIn(fresh.second)).toEqual(did);
  const invitation = { name: "Bea", role: "reader" };
  await fresh.ask("owner", "/api/team/people", { method: "POST", body: invitation });
  expect([(await didIn(fresh.folder)).length, (await didIn(fresh.second)).length]).toEqual([before + 3, 2]);
  fresh.end();
});

test("behind a proxy: its word counts for scheme, host and address, and nobody else's does", async () => {
  const fresh = await new TeamOfTests().beginWithOwner();
  const forwarded = {
    "x-forwarded-proto": "https",
    "x-forwarded-host": "plots.example.org",
    "x-forwarded-for": "203.0.113.9, 198.51.100.7",
  };
  const asked = (remoteAddress: string, headers: Record<string, string>) =>
    fresh.app.request("/healthz", { headers }, { incoming: { socket: { remoteAddress } } });
  expect((await asked("10.0.0.2", forwarded)).status).toBe(200);
  const seen = (remoteAddress: string) =>
    fresh.app.request(
      "/api/session",
      {
        method: "POST",
        headers: {
          ...forwarded,
          host: "inside:4747",
          origin: "https://plots.example.org",
          "content-type": "application/json",
        },
        body: JSON.stringify({ secret: "wrong" }),
      },
      { incoming: { socket: { remoteAddress } } },
    );
  expect((await seen("10.0.0.2")).status).toBe(401);
  expect((await seen("::ffff:10.0.0.2")).status).toBe(401);
  expect((await seen("10.0.0.3")).status).toBe(403);
  for (let k = 0; k < 8; k++) await seen("10.0.0.2");
  expect((await seen("10.0.0.2")).status).toBe(429);
  expect(fresh.access.attempts.secondsToWait("198.51.100.7")).toBeGreaterThan(0);
  expect(fresh.access.attempts.secondsToWait("203.0.113.9")).toBe(0);
  fresh.end();
});

test("a server that is about to stop takes nothing new and says so", async () => {
  const fresh = await new TeamOfTests().beginWithOwner();
  fresh.isStopping = true;
  expect((await fresh.ask("owner", library)).status).toBe(503);
  expect((await fresh.ask("owner", "/healthz")).status).toBe(503);
  fresh.end();
});
