import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { sumOf } from "@plotline/base";
import { isAtLeast, roles } from "@plotline/corpus";
import { changeJsonFile } from "@plotline/corpus/node";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { assignmentsFile } from "../../team/assignments.ts";
import { rights, withoutSession } from "../../team/rights.ts";
import { TeamOfTests, tale } from "../testing/team.ts";
import { withoutBase } from "./access.ts";

let team: TeamOfTests;
beforeAll(async () => {
  team = await new TeamOfTests().begin();
});
afterAll(() => team.end());

const chapter = `${encodeURIComponent(tale)}/0`;
const link = { act: "link", cells: [{ summary: 0, story: 0 }] };

/** Every route that the server really has. */
function realRoutes(): string[] {
  const found = team.app.routes
    .filter(({ method, path }) => method !== "ALL" && path.startsWith("/api/"))
    .map(({ method, path }) => `${method} ${withoutBase(path)}`);
  return [...new Set(found)].sort();
}

test("every route of the server has its line in the table of rights, and every line its route", () => {
  expect(realRoutes()).toEqual([...Object.keys(rights), ...withoutSession].sort());
});

describe("routes × roles", () => {
  /** An address of the route whose names are somebody's own. */
  const addressOf = (path: string, name: string) =>
    path
      .replace(":annotator", name)
      .replace(":name", name)
      .replace(":folder", encodeURIComponent(tale))
      .replace(":number", "0")
      .replaceAll("?", "")
      .replace(/:\w+/g, "x");

  test("each role may ask for what the table says, and for nothing else; nobody else may ask for anything", async () => {
    const wrong: string[] = [];
    for (const [key, rule] of Object.entries(rights)) {
      const [method = "", path = ""] = key.split(" ");
      if (key === "DELETE /session") continue;
      for (const name of ["nobody", ...roles]) {
        // A body that no route understands: who may ask hears that, or gets an answer; who may not is refused first.
        const body = method === "GET" ? undefined : "nonsense";
        const { status } = await team.ask(name, `/api${addressOf(path, name)}`, { method, body });
        const role = roles.find((each) => each === name);
        const may = role !== undefined && isAtLeast(role, rule.least);
        const isRefused = status === 401 || status === 403;
        if (may === isRefused || (name === "nobody" && status !== 401))
          wrong.push(`${name}: ${key} answered ${status}`);
        if (may && key.startsWith("DELETE /team/people")) expect(status).toBe(422);
        if (may && key.endsWith("/reset")) await rejoin(name);
      }
    }
    expect(wrong).toEqual([]);
  });

  test("no answer says where on the server the corpus is", async () => {
    const said: string[] = [];
    for (const [key, { least }] of Object.entries(rights)) {
      const [method = "", path = ""] = key.split(" ");
      if (!/:folder/.test(path)) continue;
      for (const at of ["99", "0"]) {
        const place = path.replace(":number", at).replace(":folder", at === "0" ? "None" : encodeURIComponent(tale));
        const asked = { method, body: method === "GET" ? undefined : {} };
        const text = await (await team.ask(least, `/api${addressOf(place, least)}`, asked)).text();
        if (text.includes(team.folder)) said.push(`${key}: ${text}`);
      }
    }
    expect(said).toEqual([]);
  });

  /** A reset ends that person's sessions. */
  async function rejoin(name: string): Promise<void> {
    await team.adopt(name, await team.access.roster.reset(name, "test"));
  }

  test("gold of a corpus or of a work is for curators", async () => {
    for (const base of ["/api", "/api/c/second"])
      for (const scope of ["", `/${encodeURIComponent(tale)}`]) {
        const path = `${base}/export/gold${scope}`;
        expect((await team.ask("annotator", path)).status, path).toBe(403);
        expect((await team.ask("curator", path)).status, path).toBe(200);
      }
  });

  test("nobody asks in another's name", async () => {
    const save = { method: "POST", body: { revision: 0, change: link } };
    for (const name of ["another", "curator", "owner"])
      expect((await team.ask(name, `/api/sheets/annotator/${chapter}`, save)).status).toBe(403);
    expect((await team.ask("annotator", `/api/people/another`)).status).toBe(403);
    expect((await team.ask("annotator", `/api/sheets/%61nother/${chapter}`, save)).status).toBe(403);
    expect(readdirSync(team.folder)).not.toContain("annotators");
  });
});

describe("an annotator", () => {
  const sheet = (name: string) => `/api/sheets/${name}/${chapter}`;
  const post = (name: string, body: unknown) => team.ask(name, sheet(name), { method: "POST", body });

  test("changes only chapters that are assigned to them", async () => {
    const refused = await post("annotator", { revision: 0, change: link });
    expect([refused.status, await refused.json()]).toEqual([403, { problem: "This chapter is not assigned to you." }]);
    for (const name of ["annotator", "another"]) await assign(name);
    expect((await post("annotator", { revision: 0, change: link })).status).toBe(200);
  });

  test("sees neither gold nor another's sheet before both are done", async () => {
    const other = () => team.ask("annotator", sheet("another"));
    const look = async (name: string) => (await team.ask(name, `/api/works/${chapter}`)).json();
    expect((await other()).status).toBe(403);
    expect(await look("annotator")).toMatchObject({ gold: null, annotators: ["annotator"] });
    expect((await look("reader")).gold).not.toBeNull();
    await finish("annotator");
    expect((await look("annotator")).gold).not.toBeNull();
    expect((await other()).status).toBe(403);
    await finish("another");
    expect((await other()).status).toBe(200);
    expect((await team.ask("curator", sheet("another"))).status).toBe(200);
  });

  test("who has seen gold cannot change their sheet any more, until a curator reopens it; both are shown", async () => {
    const { revision } = await (await team.ask("annotator", sheet("annotator"))).json();
    const change = () => post("annotator", { revision, change: { act: "done", summary: 0, is: false } });
    const refused = await change();
    expect([refused.status, (await refused.json()).problem]).toEqual([
      403,
      "You have seen the gold of this chapter, so your own sheet is closed; a curator can reopen it.",
    ]);
    expect((await (await team.ask("annotator", `/api/works/${chapter}`)).json()).closed).toMatch(/^You have seen/);
    const shown = async () => {
      const { closed } = await (await team.ask("curator", "/api/team/dashboard")).json();
      return closed.find(({ name }: { name: string }) => name === "annotator");
    };
    expect(await shown()).toMatchObject({ folder: tale, what: "gold", reopenedBy: null, isChanged: false });
    const reopened = `/api/team/reopened/annotator/${chapter}`;
    expect((await team.ask("another", reopened, { method: "POST" })).status).toBe(403);
    expect((await team.ask("curator", reopened, { method: "POST" })).status).toBe(200);
    expect((await change()).status).toBe(200);
    expect(await shown()).toMatchObject({ what: "gold", reopenedBy: "curator", isChanged: true });
  });

  test("a quiz of an annotator shows no gold", async () => {
    const asked = `/api/quiz?folder=${encodeURIComponent(tale)}&task=completion&count=5&seed=1`;
    const passagesOf = async (name: string) => {
      const { questions } = await (await team.ask(name, asked)).json();
      return questions.map(({ point, passage }: { point: number; passage: string[] }) => `${point} ${passage}`);
    };
    expect(await passagesOf("annotator")).not.toEqual(await passagesOf("reader"));
  });

  test("leaves a line in the audit trail for each change", async () => {
    const [day = ""] = readdirSync(join(team.folder, "team/audit"));
    const lines = readFileSync(join(team.folder, "team/audit", day), "utf8").trim().split("\n"); // biome-ignore format: short
    const saves = lines.map((line) => JSON.parse(line)).filter(({ did }) => did === "change a sheet");
    expect(saves[0]).toMatchObject({
      who: "annotator",
      folder: tale,
      number: 0,
      revision: 1,
      act: "link",
      cells: [[0, 0]],
    });
    const sheets = ["annotator", "another"].map((name) =>
      JSON.parse(readFileSync(join(team.folder, "annotators", name, tale, "0.json"), "utf8")),
    );
    expect(saves.length).toBe(sumOf(sheets, ({ revision }) => revision));
  });

  test("who has seen a colleague's sheet cannot change theirs either", async () => {
    const fresh = await new TeamOfTests().begin();
    rmSync(join(fresh.folder, "manual_alignments", tale, "0.txt"));
    for (const name of ["annotator", "another"]) {
      await assign(name, fresh);
      await finish(name, fresh);
    }
    const undo = { method: "POST", body: { revision: 24, change: { act: "done", summary: 0, is: false } } };
    expect((await fresh.ask("annotator", sheet("another"))).status).toBe(200);
    const refused = await fresh.ask("annotator", sheet("annotator"), undo);
    expect([refused.status, (await refused.json()).problem]).toEqual([
      403,
      "You have seen a colleague’s sheet of this chapter, so your own sheet is closed; a curator can reopen it.",
    ]);
    const { closed } = await (await fresh.ask("curator", "/api/team/dashboard")).json();
    expect(closed).toMatchObject([{ name: "annotator", what: "sheet", reopenedBy: null, isChanged: false }]);
    fresh.end();
  });

  test("what somebody saw as a reader, or as a curator, counts when they are an annotator", async () => {
    const fresh = await new TeamOfTests().begin();
    expect((await (await fresh.ask("reader", `/api/works/${chapter}`)).json()).gold).not.toBeNull();
    expect((await fresh.ask("curator", `/api/works/${chapter}`)).status).toBe(200);
    for (const name of ["reader", "curator"]) {
      const changed = { method: "PUT", body: { role: "annotator" } };
      expect((await fresh.ask("owner", `/api/team/people/${name}`, changed)).status).toBe(200);
      await assign(name, fresh);
      const save = { method: "POST", body: { revision: 0, change: link } };
      const refused = await fresh.ask(name, sheet(name), save);
      expect([refused.status, (await refused.json()).problem]).toEqual([
        403,
        "You have seen the gold of this chapter, so your own sheet is closed; a curator can reopen it.",
      ]);
      expect((await fresh.ask("owner", `/api/team/reopened/${name}/${chapter}`, { method: "POST" })).status).toBe(200);
      expect((await fresh.ask(name, sheet(name), save)).status).toBe(200);
    }
    fresh.end();
  });

  test("gold of many chapters is seen in an export, too; an overview has none", async () => {
    const fresh = await new TeamOfTests().begin();
    const seen = () => JSON.parse(readFileSync(join(fresh.folder, "team/seen.json"), "utf8")).seen;
    await assign("annotator", fresh);
    const save = { method: "POST", body: { revision: 0, change: link } };
    expect((await fresh.ask("annotator", sheet("annotator"), save)).status).toBe(200);
    const overview = await (await fresh.ask("curator", `/api/settling/${encodeURIComponent(tale)}`)).json();
    expect(overview.chapters).toMatchObject([{ annotators: ["annotator"], gold: expect.any(Number) }]);
    await (await fresh.ask("owner", `/api/export/gold/${encodeURIComponent(tale)}`)).arrayBuffer();
    expect(seen()).toMatchObject([{ name: "owner", folder: tale, number: 0, what: "gold" }]);
    await (await fresh.ask("owner", "/api/export/gold")).arrayBuffer();
    expect(seen().length).toBeGreaterThan(5);
    fresh.end();
  });

  test("fills no sheet without end", async () => {
    const fresh = await new TeamOfTests().begin();
    await assign("annotator", fresh);
    const cells = Array.from({ length: 20_000 }, () => ({ summary: 0, story: 0 }));
    const save = (revision: number, change: unknown) =>
      fresh.ask("annotator", sheet("annotator"), { method: "POST", body: { revision, change } });
    let revision = 0;
    while ((await save(revision, { act: "link", cells })).status === 200) revision++;
    expect(revision).toBeLessThan(5);
    const refused = await save(revision, { act: "link", cells });
    expect([refused.status, (await refused.json()).problem]).toEqual([
      422,
      expect.stringContaining("all steps of a chapter have 2 MB"),
    ]);
    expect((await save(revision, { act: "undo" })).status).toBe(200);
    fresh.end();
  });

  test("agreement with a sheet that a curator changed after seeing another's is shown apart from blind agreement", async () => {
    const fresh = await new TeamOfTests().begin();
    const pairs = async () => {
      const { pairs: shown } = await (await fresh.ask("owner", `/api/agreement/${encodeURIComponent(tale)}`)).json();
      return shown.map(({ first, second }: { first: string; second: string }) => `${first}, ${second}`);
    };
    rmSync(join(fresh.folder, "manual_alignments", tale, "0.txt"));
    for (const name of ["annotator", "curator"]) {
      await assign(name, fresh);
      await finish(name, fresh);
    }
    expect((await fresh.ask("curator", `/api/settling/${chapter}`)).status).toBe(200);
    expect(await pairs()).toContain("annotator, curator");
    const change = { method: "POST", body: { revision: 24, change: { act: "note", summary: 0, text: "Now I see." } } };
    expect((await fresh.ask("curator", sheet("curator"), change)).status).toBe(200);
    expect(await pairs()).toContain("annotator, curator (not blind)");
    expect(await pairs()).not.toContain("annotator, curator");
    const { chapters } = await (await fresh.ask("owner", "/api/team/dashboard")).json();
    expect(chapters[0].agreement).toMatchObject([{ first: "annotator", second: "curator (not blind)" }]);
    fresh.end();
  });

  test("a quiz with gold counts as having seen it", async () => {
    const fresh = await new TeamOfTests().begin();
    const asked = `/api/quiz?folder=${encodeURIComponent(tale)}&task=completion&count=5&seed=1`;
    expect((await (await fresh.ask("reader", asked)).json()).questions).not.toEqual([]);
    const { seen } = JSON.parse(readFileSync(join(fresh.folder, "team/seen.json"), "utf8"));
    expect(seen).toMatchObject([{ name: "reader", what: "gold" }, ...seen.slice(1)]);
    fresh.end();
  });

  async function assign(name: string, to = team): Promise<void> {
    await changeJsonFile(to.folder, assignmentsFile, ({ assignments }) => ({
      assignments: [...assignments, { name, folder: tale, number: 0, at: new Date().toISOString(), by: "test" }],
    }));
  }

  async function finish(name: string, of = team): Promise<void> {
    const { summary } = await (await of.ask(name, `/api/works/${chapter}`)).json();
    let { revision } = await (await of.ask(name, sheet(name))).json();
    for (const point of summary.keys()) {
      const body = { revision, change: { act: "done", summary: point, is: true } };
      const answered = await of.ask(name, sheet(name), { method: "POST", body });
      expect(answered.status).toBe(200);
      revision++;
    }
  }
});

describe("training", () => {
  test("a newcomer passes it at the given F before other chapters open; gold stays hidden until then", async () => {
    const fresh = await new TeamOfTests().beginWithOwner();
    await fresh.join("Nia", "annotator");
    const put = (path: string, body: unknown) => fresh.ask("owner", path, { method: "PUT", body });
    const place = { folder: tale, number: 0 };
    const other = { folder: "The Sea's Tithe", number: 0 };
    expect((await put("/api/team/training", { chapters: [place], leastF: 0.9 })).status).toBe(200);
    const spread = { names: ["Nia"], chapters: [other], overlap: 0, seed: 1 };
    const assigned = await fresh.ask("owner", "/api/team/assignments", { method: "POST", body: spread });
    expect(await assigned.json()).toEqual({ add: [{ name: "Nia", ...other }] });
    const { gold, summary } = await (await fresh.ask("owner", `/api/works/${chapter}`)).json();
    const sheet = `/api/sheets/Nia/${chapter}`;
    const otherSheet = `/api/sheets/Nia/${encodeURIComponent(other.folder)}/0`;
    const save = (path: string, revision: number, change: unknown) =>
      fresh.ask("Nia", path, { method: "POST", body: { revision, change } });
    const handIn = async () =>
      (await fresh.ask("Nia", `/api/team/training/${chapter}`, { method: "POST", body: {} })).json();
    expect((await (await save(otherSheet, 0, link)).json()).problem).toMatch(/^Pass the training first/);
    expect((await (await fresh.ask("Nia", `/api/works/${chapter}`)).json()).gold).toBeNull();
    expect((await handIn()).problem).toMatch(/^Finish every point first/);
    let revision = 0;
    for (const point of summary.keys())
      expect((await save(sheet, revision++, { act: "done", summary: point, is: true })).status).toBe(200);
    for (let tries = 0; tries < 5; tries++) expect(await handIn()).toEqual({ f: 0 });
    expect((await handIn()).problem).toBe("You have handed this chapter in 5 times; ask a curator to reopen it.");
    expect((await fresh.ask("owner", `/api/team/reopened/Nia/${chapter}`, { method: "POST" })).status).toBe(200);
    const cells = gold.map(({ summary: point, story }: { summary: number; story: number }) => ({
      summary: point,
      story,
    }));
    expect((await save(sheet, revision++, { act: "link", cells })).status).toBe(200);
    expect(await handIn()).toEqual({ f: 1 });
    expect((await (await fresh.ask("Nia", `/api/works/${chapter}`)).json()).gold).not.toBeNull();
    expect((await save(otherSheet, 0, link)).status).toBe(200);
    const { people, chapters } = await (await fresh.ask("owner", "/api/team/dashboard")).json();
    expect(people.find(({ name }: { name: string }) => name === "Nia")).toMatchObject({ hasPassed: true, chapters: 1 });
    expect(chapters).toMatchObject([{ ...other, state: "open", voices: [{ name: "Nia", closed: 0, isDone: false }] }]);
    fresh.end();
  });
});
