import { createHmac, timingSafeEqual } from "node:crypto";
import type { Context, MiddlewareHandler } from "hono";
import { getCookie, setCookie } from "hono/cookie";

/** Whom the server answers. */
export interface Admission {
  /** The token in the printed address. */
  readonly token: string;
  readonly isLocal: boolean;
}

/** The page may load its own files and talk to its own server, nothing else. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

export function protectiveHeaders(): MiddlewareHandler {
  return async (context, next) => {
    await next();
    const { headers } = context.res;
    headers.set("Content-Security-Policy", contentSecurityPolicy);
    headers.set("X-Content-Type-Options", "nosniff");
    headers.set("Referrer-Policy", "no-referrer");
    headers.set("Cross-Origin-Opener-Policy", "same-origin");
    headers.set("Cross-Origin-Resource-Policy", "same-origin");
  };
}

/**
 * The page itself and its assets, which hold nothing of the corpus, are for everyone whom a browser lets navigate to
 * them; everything else needs the token. It comes once in the address, where a page is asked for, and is exchanged for
 * a cookie at once, so that it leaves the address again; a program gives it as `Authorization: Bearer`. Requests from
 * another site's page are refused, whatever they carry; and on this machine the Host must be a name of this machine, so
 * that no site can reach the server by a name of its own (DNS rebinding). Changes must come from plotline's own page.
 */
export function admit({ token, isLocal }: Admission): MiddlewareHandler {
  return async (context, next) => {
    if (isLocal && !isThisMachine(context))
      return refused(context, "Access denied: this is not the name of this server.");
    const isApi = context.req.path.startsWith("/api/");
    const host = context.req.header("host");
    if (isForeign(context, `http://${host}`, `https://${host}`) && (isApi || !isNavigation(context)))
      return refused(context, "Access denied: another site's page asked for this.");
    if (!isApi) return exchanged(context, token) ?? next();
    const isProgram = isEqual(bearerOf(context), token);
    if (!isProgram && !isEqual(getCookie(context, cookieName(context)) ?? "", sessionOf(token)))
      return refused(context, "Access denied: use the full address, with its token, that plotline serve printed.");
    if (!isProgram && !["GET", "HEAD"].includes(context.req.method) && context.req.header("origin") === undefined)
      return refused(context, "Changes are accepted only from plotline's own page.");
    return next();
  };
}

function refused(context: Context, problem: string): Response {
  return context.json({ problem }, 403);
}

function isThisMachine(context: Context): boolean {
  const host = context.req.header("host") ?? "";
  return /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i.test(host);
}

/** Browsers say where a request comes from; another port of the same machine is another site's page too. */
export function isForeign(context: Context, ...own: readonly string[]): boolean {
  const [site, origin] = [context.req.header("sec-fetch-site"), context.req.header("origin")];
  if (origin !== undefined && !own.includes(origin)) return true;
  return site !== undefined && site !== "same-origin" && site !== "none";
}

/** A person follows a link to us: nothing of the answer can be read by the page that holds the link. */
export function isNavigation(context: Context): boolean {
  const { req } = context;
  return (
    req.method === "GET" &&
    req.header("sec-fetch-mode") === "navigate" &&
    req.header("sec-fetch-dest") === "document" &&
    req.header("origin") === undefined
  );
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

/** Browsers share cookies between all ports of a machine. */
function cookieName(context: Context): string {
  return `plotline-${/:(\d+)$/.exec(context.req.header("host") ?? "")?.[1] ?? "80"}`;
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
