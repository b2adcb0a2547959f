import type { Context, MiddlewareHandler } from "hono";
import { type Network, originOf } from "./request-origin.ts";

/**
 * Lets through what comes from our own page or from a program. The name by which we are called must be ours, so that no
 * site can reach the server by a name of its own (DNS rebinding). Requests from another site's page are refused, whatever
 * they carry; a link to our page may be followed.
 */
export function ownSiteOnly(network: Network): MiddlewareHandler {
  return async (context, next) => {
    const { scheme, host } = originOf(context, network);
    if (!network.isOwnName(host)) return refused(context, 403, "Access denied: this is not the name of this server.");
    if (scheme === "https") context.header("Strict-Transport-Security", "max-age=15552000");
    const own = network.maybeTunnel ? [`http://${host}`, `https://${host}`] : [`${scheme}://${host}`];
    if (isForeign(context, own) && (isApi(context) || !isNavigation(context)))
      return refused(context, 403, "Access denied: another site's page asked for this.");
    return next();
  };
}

/** Changes must name our own page, unless a program makes them that proved who it is. Comes after `ownSiteOnly`. */
export function changesFromOwnPage(isProgram: (context: Context) => boolean = () => false): MiddlewareHandler {
  return async (context, next) => {
    if (isApi(context) && isChange(context) && context.req.header("origin") === undefined && !isProgram(context))
      return refused(context, 403, "Changes are accepted only from plotline's own page.");
    return next();
  };
}

/** The page itself and its assets hold nothing of the corpus. */
export function isApi({ req }: Context): boolean {
  return req.path.startsWith("/api/");
}

export function isChange({ req }: Context): boolean {
  return !["GET", "HEAD"].includes(req.method);
}

export function refused(context: Context, status: 401 | 403 | 404, problem: string): Response {
  return context.json({ problem }, status);
}

/** Browsers say where a request comes from; another port of the same machine is another site's page too. */
function isForeign({ req }: Context, own: readonly string[]): boolean {
  const [site, origin] = [req.header("sec-fetch-site"), req.header("origin")];
  if (origin !== undefined && !own.includes(origin)) return true;
  return site !== undefined && site !== "same-origin" && site !== "none";
}

/** A person follows a link to us: nothing of the answer can be read by the page that holds the link. */
function isNavigation({ req }: Context): boolean {
  return (
    req.method === "GET" &&
    req.header("sec-fetch-mode") === "navigate" &&
    req.header("sec-fetch-dest") === "document" &&
    req.header("origin") === undefined
  );
}
