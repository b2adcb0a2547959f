import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";

/** The server's place in its network. */
export interface Network {
  /** The addresses of proxies in front, whose X-Forwarded-… headers are believed; nobody else's are. */
  readonly behind: readonly string[];
  /** Whether our page may call us by https too, since a tunnel in front says nothing of itself. */
  readonly maybeTunnel?: boolean;
  /** Whether people may call it by this name, which comes with its port. */
  isOwnName(host: string): boolean;
}

/** Names that a request may give: those in the list, this machine's, or numbers, which are nobody else's name. */
export const ownNames = {
  listed: (names: readonly string[]) => (host: string) => names.includes(host),
  ofThisMachine: (host: string) => /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/.test(host),
  numbers: (host: string) => /^(\d{1,3}(\.\d{1,3}){3}|\[[0-9a-f:.]+\]|localhost)(:\d+)?$/.test(host),
};

/** Where a request comes from and what it calls us, as the person's own browser sees it. */
export interface RequestOrigin {
  readonly scheme: "http" | "https";
  /** With the port where it is not the usual one. */
  readonly host: string;
  /** The person's address, not the proxy's. */
  readonly address: string;
}

export function originOf(context: Context, { behind }: Network): RequestOrigin {
  const remote = plain((context.env as Partial<HttpBindings> | undefined)?.incoming?.socket.remoteAddress ?? "");
  const own: RequestOrigin = {
    scheme: "http",
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

/** Browsers share cookies between all ports of a machine, so a cookie has the port in its name. */
export function cookieNameFor({ host }: Pick<RequestOrigin, "host">, name: string): string {
  return `${name}-${/:(\d+)$/.exec(host)?.[1] ?? "80"}`;
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
