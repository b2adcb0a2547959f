import { randomBytes } from "node:crypto";
import type { Server } from "node:http";
import { networkInterfaces } from "node:os";
import { getRequestListener } from "@hono/node-server";
import { Problem } from "@plotline/base";
import { isLoopback } from "@plotline/base/node";
import { openCorpus } from "@plotline/corpus/node";
import type { Hono } from "hono";
import { rememberAddress } from "../team/address.ts";
import { Roster } from "../team/roster.ts";
import { app, type TeamServer } from "./app.ts";
import { type Shelf, shelvesOf } from "./library/shelf.ts";
import { close, listen, newServer, portOf } from "./listen.ts";
import { ownNames } from "./request-origin.ts";
import { TeamAccess } from "./team/access.ts";
import type { Log } from "./team/log.ts";
import { GracefulStop } from "./team/stop.ts";

interface ServeOptions {
  /** Undefined: the usual one, or the next that is free. */
  readonly port?: number;
  readonly host: string;
  /** Require people to sign in. Beyond this machine that is always required. */
  readonly team?: TeamOptions;
}

interface TeamOptions {
  /** What people open, where that differs from host and port: `https://plots.example.org`. */
  readonly address?: string;
  /** The addresses of proxies in front. */
  readonly behind: readonly string[];
  readonly log?: Log;
}

interface Served {
  /** What a person opens; without a team it carries the token. */
  readonly address: string;
  /** The same without path and token. */
  readonly origin: string;
  /** Undefined in a team, where everyone has a link of their own. */
  readonly token: string | undefined;
  close(): Promise<void>;
  /** Finishes what was begun. */
  stop(): Promise<void>;
}

/** Serves corpora, as one library: to whoever knows the address with its token, or to the team of the first corpus. */
export async function serve(folders: readonly string[], options: ServeOptions): Promise<Served> {
  const { port, host } = options;
  const shelves = shelvesOf(folders);
  for (const { folder } of shelves) await openCorpus(folder);
  const isTeam = options.team !== undefined || !isLoopback(host);
  if (isTeam) await mustHaveOwner(shelves);
  const server = newServer();
  const stopping = new GracefulStop(server);
  await listen(server, host, port);
  if (isTeam) {
    const team = options.team ?? { behind: [] };
    return serveTeam({ server, stopping }, shelves, { ...options, team });
  }
  const origin = `http://${nameOf(host)}:${portOf(server)}`;
  const token = randomBytes(18).toString("base64url");
  answerWith(server, app(shelves, { token }));
  const address = `${origin}/?token=${token}`;
  return { address, origin, token, close: () => close(server), stop: () => stopping.stop() };
}

interface Listening {
  readonly server: Server;
  readonly stopping: GracefulStop;
}

/** In the same turn in which the server has begun to listen, so no request comes before. */
function answerWith(server: Server, { fetch }: Hono): void {
  server.on("request", getRequestListener(fetch));
}

async function serveTeam(
  { server, stopping }: Listening,
  shelves: readonly Shelf[],
  { host, team }: ServeOptions & { readonly team: TeamOptions },
): Promise<Served> {
  const [first, ...others] = shelves;
  if (first === undefined) throw new Problem("Name a corpus to serve.");
  const bound = portOf(server);
  const origin = `http://${nameOf(reachable(host))}:${bound}`;
  const address = team.address === undefined ? origin : addressOf(team.address);
  const isOwnName = namesOf(host, bound, team.address === undefined ? undefined : address);
  const access = new TeamAccess([first, ...others], { behind: team.behind, isOwnName }, address);
  const teamServer: TeamServer = { access, log: team.log, isStopping: () => stopping.isStopping };
  answerWith(server, app(shelves, teamServer));
  await rememberAddress(first.folder, address);
  team.log?.("start", { version: process.version });
  return {
    address,
    origin,
    token: undefined,
    close: () => close(server),
    stop: async () => {
      team.log?.("stop", {});
      await stopping.stop();
    },
  };
}

async function mustHaveOwner(shelves: readonly Shelf[]): Promise<void> {
  const folder = shelves[0]?.folder ?? "";
  const members = await new Roster(folder).members();
  if (members.some(({ role }) => role === "owner")) return;
  throw new Problem(
    `${folder} has no team yet: invite its owner first, with "plotline team invite ${folder} NAME --role owner".`,
  );
}

function addressOf(text: string): string {
  const parsed = URL.canParse(text) ? new URL(text) : undefined;
  if (parsed === undefined || !/^https?:$/.test(parsed.protocol) || parsed.pathname !== "/" || parsed.search !== "")
    throw new Problem(`--address ${text} is not what a browser opens; give it like https://plots.example.org.`);
  return parsed.origin;
}

/** A name that was given is the only one; numbers are nobody else's name. This machine may always call itself. */
function namesOf(host: string, port: number, address: string | undefined): (host: string) => boolean {
  const own = ["localhost", "127.0.0.1", "[::1]"].map((name) => `${name}:${port}`);
  if (address !== undefined) return ownNames.listed([new URL(address).host, ...own]);
  if (isLoopback(host)) return ownNames.listed(own);
  return /^[\d.]+$|:/.test(host) ? ownNames.numbers : ownNames.listed([`${host.toLowerCase()}:${port}`, ...own]);
}

/** For a server on all addresses: the first address of this machine that others can reach. */
function reachable(host: string): string {
  if (host !== "0.0.0.0" && host !== "::") return host;
  const found = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  return found.find(({ internal, family }) => !internal && family === "IPv4")?.address ?? "127.0.0.1";
}

function nameOf(host: string): string {
  return host.includes(":") ? `[${host}]` : host;
}
