import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";

/** The server's place in its network. */
export interface Network {
  /** The addresses of proxies in front, whose X-Forwarded-… headers are believed; nobody else's are. */
  readonly behind: readonly string[];
  /** Whether the server itself speaks TLS. */
  readonly hasTls: boolean;
  /** The names by which people may call it, with their ports; undefined: any address of numbers. */
  readonly names: readonly string[] | undefined;
}

/** A request as the person's own browser sees it. */
export interface Visit {
  readonly scheme: "http" | "https";
  /** With the port where it is not the usual one. */
  readonly host: string;
  /** The person's address, not the proxy's. */
  readonly address: string;
}

export function visitOf(context: Context, { behind, hasTls }: Network): Visit {
  const remote = plain((context.env as Partial<HttpBindings> | undefined)?.incoming?.socket.remoteAddress ?? "");
  const own: Visit = {
    scheme: hasTls ? "https" : "http",
    host: (context.req.header("host") ?? "").toLowerCase(),
    address: remote,
  };
  if (!behind.map(plain).includes(remote)) return own;
  const header = (name: string) => context.req.header(`x-forwarded-${name}`);
  return {
    scheme: header("proto") === undefined ? own.scheme : header("proto") === "https" ? "https" : "http",
    host: header("host")?.toLowerCase() ?? own.host,
    address: lastStranger(header("for"), behind) ?? remote,
  };
}

/** Each proxy adds whom it saw at the end; what is before the last stranger, the stranger may have written. */
function lastStranger(forwarded: string | undefined, behind: readonly string[]): string | undefined {
  const proxies = behind.map(plain);
  return forwarded
    ?.split(",")
    .map((each) => plain(each.trim()))
    .findLast((each) => each !== "" && !proxies.includes(each));
}

function plain(address: string): string {
  return address.replace(/^\[|\]$/g, "").replace(/^::ffff:(?=\d+\.)/i, "");
}

/** A name of its own, or numbers: a name that only the asker gave it could be another site's (DNS rebinding). */
export function isOwnName({ host }: Visit, { names }: Network): boolean {
  if (names?.includes(host)) return true;
  return names === undefined && /^(\d{1,3}(\.\d{1,3}){3}|\[[0-9a-f:.]+\]|localhost)(:\d+)?$/.test(host);
}
