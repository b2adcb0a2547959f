import { isAtLeast, withArticle } from "@plotline/corpus";
import { appendWithChange } from "@plotline/corpus/node";
import type { Context, MiddlewareHandler } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { matchedRoutes } from "hono/route";
import { Attempts } from "../../team/attempts.ts";
import { type Event, record, recordWith } from "../../team/audit.ts";
import { rights, withoutSession } from "../../team/rights.ts";
import { Roster, type Visitor } from "../../team/roster.ts";
import { setPerson } from "../identity.ts";
import { changesFromOwnPage, isApi, isChange, ownSiteOnly, refused } from "../own-site.ts";
import { cookieNameFor, type Network, originOf, type RequestOrigin } from "../request-origin.ts";

/** A corpus of the server, and what the addresses of its routes begin with. */
interface ServedCorpus {
  readonly folder: string;
  readonly base: string;
}

/** Access to a team's server: who is admitted, and what each person may do. */
export class TeamAccess {
  readonly attempts = new Attempts();
  readonly roster: Roster;

  constructor(
    /** The people of the team are in the first. */
    private readonly corpora: readonly [ServedCorpus, ...ServedCorpus[]],
    readonly network: Network,
    /** The address that links begin with. */
    readonly address: string,
  ) {
    this.roster = new Roster(corpora[0].folder);
  }

  origin(context: Context): RequestOrigin {
    return originOf(context, this.network);
  }

  /** Host and origin first, then who it is, then what they may do; the page and its files are for everyone. */
  middleware(): MiddlewareHandler[] {
    return [
      ownSiteOnly(this.network),
      changesFromOwnPage(),
      async (context, next) => (isApi(context) ? this.admitToApi(context, next) : next()),
    ];
  }

  private async admitToApi(context: Context, next: () => Promise<void>): Promise<Response | undefined> {
    const key = keyOf(context);
    if (key !== undefined && withoutSession.includes(key)) return void (await next());
    const visitor = await this.visitorOf(context);
    if (visitor === undefined)
      return refused(context, 401, "Access denied: open the link that you were given, or ask for a new one.");
    if (visitor.fresh !== undefined) this.giveCookie(context, visitor);
    setPerson(context, visitor);
    if (key === undefined) return refused(context, 404, "There is nothing at this address.");
    const refusal = refusalOf(context, key, visitor);
    if (refusal !== undefined) return refused(context, 403, refusal);
    if (isChange(context) && rights[key]?.audit === undefined)
      await this.withLine({ who: visitor.name, did: key, ...placeIn(context) }, context, next);
    else await next();
    return undefined;
  }

  /**
   * The line of a change is written with it; something that changed no corpus gets its line afterwards. Both are in the
   * trail of the corpus that the request is about, because one save is of one corpus.
   */
  private async withLine(event: Event, context: Context, next: () => Promise<void>): Promise<void> {
    const isWritten = await appendWithChange((writer, folder) => recordWith(writer, folder, event), next);
    if (!isWritten && context.res.status < 400) await record(this.corpusOf(context).folder, event);
  }

  /** The corpus that a request is about. */
  private corpusOf(context: Context): ServedCorpus {
    const path = routeOf(context)?.path ?? "";
    return this.corpora.slice(1).find(({ base }) => path.startsWith(`/api${base}/`)) ?? this.corpora[0];
  }

  giveCookie(context: Context, { fresh }: Visitor): void {
    if (fresh === undefined) return;
    const secure = this.origin(context).scheme === "https";
    const rules = { httpOnly: true, sameSite: "Strict", path: "/", maxAge: fresh.seconds, secure } as const;
    setCookie(context, this.cookieName(context), fresh.cookie, rules);
  }

  /** Whose cookie the browser has. */
  visitorOf(context: Context): Promise<Visitor | undefined> {
    return this.roster.whoIs(getCookie(context, this.cookieName(context)) ?? "");
  }

  /** Ends the session, in the browser and on the server. */
  async leave(context: Context): Promise<void> {
    const visitor = await this.visitorOf(context);
    if (visitor !== undefined) await this.roster.leave(visitor.session, { who: visitor.name, did: "leave" });
    deleteCookie(context, this.cookieName(context), { path: "/", secure: this.origin(context).scheme === "https" });
  }

  /** With TLS a name that no other site can set. */
  private cookieName(context: Context): string {
    const origin = this.origin(context);
    return origin.scheme === "https" ? "__Host-plotline" : cookieNameFor(origin, "plotline-team");
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
  if (!isAtLeast(role, rule.least)) return `This requires ${withArticle(rule.least)}; you are ${withArticle(role)}.`;
  if (rule.own === undefined || paramOf(context, rule.own) === name) return undefined;
  if (rule.others !== undefined && isAtLeast(role, rule.others)) return undefined;
  return "This belongs to somebody else.";
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
