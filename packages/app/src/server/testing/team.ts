import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Role, roles } from "@plotline/corpus";
import { copySample } from "@plotline/corpus/testing";
import type { Hono } from "hono";
import { app } from "../app.ts";
import { Shelf } from "../library/shelf.ts";
import { type Network, ownNames } from "../request-origin.ts";
import { TeamAccess } from "../team/access.ts";

export const tale = "The Telling at Winterlow";
const host = "plots.example.org";
/** Everything comes by a proxy that has TLS, as docs/team.md advises. */
const proxy = "10.0.0.2";

/** Copies of the sample corpus (the first has the team) with one person of each role, called after it, and a second annotator. */
export class TeamOfTests {
  readonly folder = join(mkdtempSync(join(tmpdir(), "plotline-team-")), "sample");
  /** Served as a second corpus, at `/api/c/second`. */
  readonly second = join(this.folder, "../second");
  readonly access: TeamAccess;
  readonly app: Hono;
  isStopping = false;
  private readonly cookies = new Map<string, string>();

  constructor(network: Partial<Network> = {}) {
    for (const folder of [this.folder, this.second]) copySample(folder);
    const shelves = [new Shelf(this.folder), new Shelf(this.second, "/c/second")] as const;
    const whole = { behind: [proxy], isOwnName: ownNames.listed([host]), ...network };
    this.access = new TeamAccess([...shelves], whole, `https://${host}`);
    const team = { access: this.access, isStopping: () => this.isStopping };
    this.app = app(shelves, team);
  }

  async begin(): Promise<this> {
    await Promise.all(roles.map((role) => this.join(role, role)));
    await this.join("another", "annotator");
    return this;
  }

  async beginWithOwner(): Promise<this> {
    await this.join("owner", "owner");
    return this;
  }

  async join(name: string, role: Role): Promise<void> {
    await this.adopt(name, await this.access.roster.invite(name, role, "test"));
  }

  /** Comes in with a link. */
  async adopt(name: string, secret: string): Promise<void> {
    const entered = await this.enter(secret);
    this.cookies.set(name, entered.headers.get("set-cookie")?.split(";")[0] ?? "");
  }

  enter(secret: string, more: Record<string, string> = {}): Promise<Response> {
    return this.ask("nobody", "/api/session", { method: "POST", body: { secret }, headers: more });
  }

  cookieOf(name: string): string {
    return this.cookies.get(name) ?? "";
  }

  /** As somebody's browser asks; `nobody` has no cookie. */
  async ask(
    name: string,
    path: string,
    { method = "GET", body, headers = {} }: { method?: string; body?: unknown; headers?: Record<string, string> } = {},
  ): Promise<Response> {
    const cookie = this.cookies.get(name);
    return this.byProxy(path, {
      method,
      headers: {
        host,
        ...(cookie !== undefined && { cookie }),
        ...(method !== "GET" && { origin: `https://${host}`, "content-type": "application/json" }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  }

  async byProxy(
    path: string,
    { headers, ...asked }: RequestInit & { headers: Record<string, string> },
  ): Promise<Response> {
    const forwarded = { "x-forwarded-proto": "https", ...headers };
    const remote = { incoming: { socket: { remoteAddress: proxy } } };
    return this.app.request(path, { ...asked, headers: forwarded }, remote);
  }

  end(): void {
    rmSync(join(this.folder, ".."), { recursive: true, force: true });
  }
}
