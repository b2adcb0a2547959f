import { createHmac, timingSafeEqual } from "node:crypto";
import type { Context, MiddlewareHandler } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import { changesFromOwnPage, isApi, ownSiteOnly, refused } from "./own-site.ts";
import { cookieNameFor, ownNames } from "./request-origin.ts";

/** How callers of one person's own server prove that they may use it. */
export interface Admission {
  /** The token in the printed address. */
  readonly token: string;
}

/**
 * Everything but the page and its assets needs the token. It comes once in the address, where a page is asked for, and is
 * exchanged for a cookie at once, so that it leaves the address again; a program gives it as `Authorization: Bearer`.
 */
export function tokenAccess({ token }: Admission): MiddlewareHandler[] {
  const isProgram = (context: Context) => isEqual(bearerOf(context), token);
  const withToken: MiddlewareHandler = async (context, next) => {
    if (!isApi(context)) return exchanged(context, token) ?? next();
    if (isProgram(context) || isEqual(getCookie(context, cookieName(context)) ?? "", sessionOf(token))) return next();
    return refused(context, 403, "Access denied: use the full address, with its token, that plotline serve printed.");
  };
  return [
    ownSiteOnly({ behind: [], maybeTunnel: true, isOwnName: ownNames.ofThisMachine }),
    withToken,
    changesFromOwnPage(isProgram),
  ];
}

/** The same address without the token, and a cookie in its place; undefined where there is no token, or a wrong one. */
function exchanged(context: Context, token: string): Response | undefined {
  const given = context.req.query("token");
  if (given === undefined || !isEqual(given, token)) return undefined;
  const address = new URL(context.req.url);
  address.searchParams.delete("token");
  setCookie(context, cookieName(context), sessionOf(token), { httpOnly: true, sameSite: "Strict", path: "/" });
  context.header("Cache-Control", "no-store");
  return context.redirect(`${address.pathname.replace(/^\/+/, "/")}${address.search}`, 303);
}

function cookieName(context: Context): string {
  return cookieNameFor({ host: context.req.header("host") ?? "" }, "plotline");
}

/** The cookie does not reveal the token. */
function sessionOf(token: string): string {
  return createHmac("sha256", token).update("session").digest("base64url");
}

function bearerOf(context: Context): string {
  return /^Bearer (\S+)$/i.exec(context.req.header("authorization") ?? "")?.[1] ?? "";
}

function isEqual(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
