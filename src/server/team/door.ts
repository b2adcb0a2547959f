import type { Context, MiddlewareHandler } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { matchedRoutes } from "hono/route";
import { appendWithChange } from "../../corpus/files/append.ts";
import { Attempts } from "../../team/attempts.ts";
import { type Event, note, noted } from "../../team/audit.ts";
import { type Rule, rights, withoutSession } from "../../team/rights.ts";
import { isAtLeast, type Role } from "../../team/role.ts";
import { Roster, type Visitor } from "../../team/roster.ts";
import { isForeign, isNavigation } from "../guard.ts";
import { setPerson } from "../identity.ts";
import { isOwnName, type Network, type Visit, visitOf } from "./visit.ts";

/** Access to a team's server: who is admitted, and what each person may do. */
export class Door {
  readonly attempts = new Attempts();
  readonly roster: Roster;

  constructor(
    folder: string,
    readonly network: Network,
    /** The address that links begin with. */
    readonly address: string,
  ) {
    this.roster = new Roster(folder);
  }

  visit(context: Context): Visit {
    return visitOf(context, this.network);
  }

  /** Host and origin first, then who it is, then what they may do; the page and its files are for everyone. */
  admit(): MiddlewareHandler {
    return async (context, next) => {
      const visit = this.visit(context);
      if (!isOwnName(visit, this.network))
        return refused(context, 403, "Access denied: this is not the name of this server.");
      if (visit.scheme === "https") context.header("Strict-Transport-Security", "max-age=15552000");
      const isApi = context.req.path.startsWith("/api/");
      if (isForeign(context, `${visit.scheme}://${visit.host}`) && (isApi || !isNavigation(context)))
        return refused(context, 403, "Access denied: another site's page asked for this.");
      return isApi ? this.admitToApi(context, next) : next();
    };
  }

  private async admitToApi(context: Context, next: () => Promise<void>): Promise<Response | undefined> {
    const isChange = !["GET", "HEAD"].includes(context.req.method);
    if (isChange && context.req.header("origin") === undefined)
      return refused(context, 403, "Changes are accepted only from plotline's own page.");
    const key = keyOf(context);
    if (key !== undefined && withoutSession.includes(key)) return void (await next());
    const visitor = await this.roster.whoIs(getCookie(context, this.cookieName(context)) ?? "");
    if (visitor === undefined)
      return refused(context, 401, "Access denied: open the link that you were given, or ask for a new one.");
    if (visitor.fresh !== undefined) this.giveCookie(context, visitor);
    setPerson(context, visitor);
    if (key === undefined) return context.json({ problem: "There is nothing at this address." }, 404);
    const refusal = refusalOf(context, key, visitor);
    if (refusal !== undefined) return refused(context, 403, refusal);
    if (isChange && rights[key]?.audit === undefined)
      await this.withLine({ who: visitor.name, did: key, ...placeIn(context) }, context, next);
    else await next();
    return undefined;
  }

  /** The line of a change is written with it; something that changed no corpus gets its line afterwards. */
  private async withLine(event: Event, context: Context, next: () => Promise<void>): Promise<void> {
    const isWritten = await appendWithChange((writer, folder) => noted(writer, folder, event), next);
    if (!isWritten && context.res.status < 400) await note(this.roster.folder, event);
  }

  giveCookie(context: Context, { fresh }: Visitor): void {
    if (fresh === undefined) return;
    const secure = this.visit(context).scheme === "https";
    setCookie(context, this.cookieName(context), fresh.cookie, {
      httpOnly: true,
      sameSite: "Strict",
      path: "/",
      maxAge: fresh.seconds,
      secure,
    });
  }

  /** Ends the session, in the browser and on the server. */
  async leave(context: Context): Promise<void> {
    const visitor = await this.roster.whoIs(getCookie(context, this.cookieName(context)) ?? "");
    if (visitor !== undefined) await this.roster.leave(visitor.session, { who: visitor.name, did: "leave" });
    deleteCookie(context, this.cookieName(context), { path: "/", secure: this.visit(context).scheme === "https" });
  }

  /** With TLS a name that no other site can set; without it, browsers share cookies between all ports of a machine. */
  private cookieName(context: Context): string {
    const { scheme, host } = this.visit(context);
    return scheme === "https" ? "__Host-plotline" : `plotline-team-${/:(\d+)$/.exec(host)?.[1] ?? "80"}`;
  }
}

/** The route that will answer, as the table of rights names it. */
export function keyOf(context: Context): string | undefined {
  const found = routeOf(context);
  return found === undefined ? undefined : `${found.method} ${withoutBase(found.path)}`;
}

/** A HEAD is answered by the route of its GET. */
function routeOf(context: Context) {
  const asked = context.req.method === "HEAD" ? "GET" : context.req.method;
  return matchedRoutes(context).findLast(({ method, path }) => method === asked && path.startsWith("/api/"));
}

/** The address of a route without what names the corpus. */
export function withoutBase(path: string): string {
  return path.replace(/^\/api/, "").replace(/^\/c\/[^/:]+(?=\/)/, "");
}

/** Why this person may not; undefined where they may. */
function refusalOf(context: Context, key: string, { name, role }: Visitor): string | undefined {
  const rule = rights[key];
  if (rule === undefined) return "Nobody in a team may do this.";
  if (!isAtLeast(role, rule.least)) return `This requires ${article(rule.least)}; you are ${article(role)}.`;
  const whose = nameAsked(context, rule);
  if (whose === undefined || whose === name) return undefined;
  if (rule.others !== undefined && isAtLeast(role, rule.others)) return undefined;
  return "This belongs to somebody else.";
}

function nameAsked(context: Context, { own, ownQuery }: Rule): string | undefined {
  if (ownQuery !== undefined) return context.req.query(ownQuery) ?? "";
  if (own === undefined) return undefined;
  return paramOf(context, own);
}

/** A parameter of the route that will answer; this middleware has none of its own. */
function paramOf(context: Context, name: string): string {
  const at = routeOf(context)?.path.split("/").indexOf(`:${name}`) ?? -1;
  return decoded(context.req.path.split("/")[at] ?? "");
}

function placeIn(context: Context): { folder?: string; number?: number } {
  const has = (name: string) => routeOf(context)?.path.includes(`/:${name}`) === true;
  return {
    folder: has("folder") ? paramOf(context, "folder") : undefined,
    number: has("number") ? Number(paramOf(context, "number")) : undefined,
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}

function article(role: Role): string {
  return `${/^[ao]/.test(role) ? "an" : "a"} ${role}`;
}

function refused(context: Context, status: 401 | 403, problem: string): Response {
  return context.json({ problem }, status);
}
