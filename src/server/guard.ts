import { timingSafeEqual } from "node:crypto";
import type { Context, MiddlewareHandler } from "hono";
import { getCookie, setCookie } from "hono/cookie";

/** Whom the server answers. Without a token only this machine can reach it. */
export interface Admission {
  readonly token?: string;
}

/** The page may load its own files and talk to its own server, nothing else. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
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
 * On this machine: the Host must be a name of this machine, so that no web page can reach us by a name of its own
 * (DNS rebinding). Beyond it: the token, once in the address, then in a cookie. Writes must come from our own page.
 */
export function admit({ token }: Admission): MiddlewareHandler {
  return async (context, next) => {
    if (token === undefined ? !isThisMachine(context) : !hasToken(context, token))
      return context.json(
        { problem: "This server does not know you: open the address that plotline serve printed." },
        403,
      );
    if (!["GET", "HEAD"].includes(context.req.method) && !isOwnPage(context))
      return context.json({ problem: "Changes are taken only from plotline's own page." }, 403);
    return next();
  };
}

function isThisMachine(context: Context): boolean {
  const host = context.req.header("host") ?? "";
  return /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i.test(host);
}

function hasToken(context: Context, token: string): boolean {
  const given = context.req.query("token");
  if (given !== undefined && isEqual(given, token)) {
    setCookie(context, "plotline", token, { httpOnly: true, sameSite: "Strict", path: "/" });
    return true;
  }
  return isEqual(getCookie(context, "plotline") ?? "", token);
}

function isOwnPage(context: Context): boolean {
  const origin = context.req.header("origin");
  if (origin === undefined) return false;
  const host = context.req.header("host");
  return origin === `http://${host}` || origin === `https://${host}`;
}

function isEqual(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
