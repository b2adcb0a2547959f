import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer, type RequestListener, type Server } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { networkInterfaces } from "node:os";
import { getRequestListener } from "@hono/node-server";
import type { Hono } from "hono";
import { openCorpus } from "../corpus/open.ts";
import { isLoopback } from "../loopback.ts";
import { Problem } from "../problem.ts";
import { rememberAddress } from "../team/address.ts";
import { app, type TeamServer } from "./app.ts";
import { type Shelf, shelvesOf } from "./library/shelf.ts";
import { Door } from "./team/door.ts";
import { Live } from "./team/live.ts";
import type { Log } from "./team/log.ts";
import { Metrics } from "./team/metrics.ts";
import { GracefulStop } from "./team/stop.ts";

interface ServeOptions {
  /** Undefined: the usual one, or the next that is free. */
  readonly port?: number;
  readonly host: string;
  /** The method whose confidence the library shows. */
  readonly defaultMethod: string;
  /** A language model that the app may use; without it, the page may name one, on this machine only. */
  readonly judge?: { readonly url: string; readonly model: string } | undefined;
  readonly tls?: { readonly cert: string; readonly key: string } | undefined;
  /** Require people to sign in. Beyond this machine that is always required. */
  readonly team?: TeamOptions;
}

interface TeamOptions {
  /** What people open, where that differs from host and port: `https://plots.example.org`. */
  readonly address?: string;
  /** The addresses of proxies in front. */
  readonly behind: readonly string[];
  readonly log?: Log;
  /** Where Prometheus finds the metrics: a port of this machine, or host and port. */
  readonly metrics?: string;
}

interface Served {
  /** What a person opens; without a team it carries the token. */
  readonly address: string;
  /** The same without path and token. */
  readonly origin: string;
  /** Undefined in a team, where everyone has a link of their own. */
  readonly token: string | undefined;
  close(): Promise<void>;
  /** Finishes what was begun, and notifies watchers. */
  stop(): Promise<void>;
}

/** Serves corpora, as one library: to whoever knows the address with its token, or to the team of the first corpus. */
export async function serve(folders: readonly string[], options: ServeOptions): Promise<Served> {
  const { port, host, tls, defaultMethod } = options;
  const shelves = shelvesOf(folders);
  for (const { folder } of shelves) await openCorpus(folder);
  const isTeam = options.team !== undefined || !isLoopback(host);
  if (isTeam) await mustHaveOwner(shelves);
  const server = tls === undefined ? createServer() : tlsServer(tls);
  server.requestTimeout = 60_000;
  server.headersTimeout = 10_000;
  server.maxHeadersCount = 100;
  // Longer than proxies and browsers leave a connection unused, so that it is they who close it.
  server.keepAliveTimeout = 75_000;
  const stopping = new GracefulStop(server);
  const answerWith = answersLater(server);
  await (port === undefined ? listenNearby(server, host) : listen(server, port, host));
  if (isTeam) {
    const team = options.team ?? { behind: [] };
    return serveTeam({ server, stopping, answerWith }, shelves, { ...options, team });
  }
  const origin = `${tls === undefined ? "http" : "https"}://${nameOf(host)}:${portOf(server)}`;
  const token = randomBytes(18).toString("base64url");
  answerWith(app(shelves, { token, isLocal: true }, defaultMethod, options.judge));
  const address = `${origin}/?token=${token}`;
  return { address, origin, token, close: () => close(server), stop: () => stopping.stop() };
}

/** A server that listens, and answers as soon as the app is ready. */
interface Listening {
  readonly server: Server;
  readonly stopping: GracefulStop;
  readonly answerWith: (made: Hono) => void;
}

/** Requests that arrive before the app is ready wait for it. */
function answersLater(server: Server): Listening["answerWith"] {
  let answerWith: (made: Hono) => void = () => undefined;
  const ready = new Promise<RequestListener>((resolve) => {
    answerWith = (made) => resolve(getRequestListener(made.fetch));
  });
  server.on("request", (request, response) => void ready.then((answer) => answer(request, response)));
  return answerWith;
}

async function serveTeam(
  { server, stopping, answerWith }: Listening,
  shelves: readonly Shelf[],
  { host, tls, team, defaultMethod, judge }: ServeOptions & { readonly team: TeamOptions },
): Promise<Served> {
  const [first] = shelves;
  if (first === undefined) throw new Problem("Name a corpus to serve.");
  const bound = portOf(server);
  const origin = `${tls === undefined ? "http" : "https"}://${nameOf(reachable(host))}:${bound}`;
  const address = team.address === undefined ? origin : addressOf(team.address);
  const names = namesOf(host, bound, team.address === undefined ? undefined : address);
  const door = new Door(first.folder, { behind: team.behind, hasTls: tls !== undefined, names }, address);
  await rememberAddress(first.folder, address);
  const live = new Live();
  const metrics =
    team.metrics === undefined
      ? undefined
      : new Metrics(() => ({
          plotline_watchers: live.count,
          plotline_requests_under_way: stopping.underWay,
        }));
  const watching: Server[] = metrics === undefined ? [] : [await metricsServer(metrics, team.metrics ?? "")];
  const teamServer: TeamServer = { door, live, log: team.log, metrics, isStopping: () => stopping.isStopping };
  answerWith(app(shelves, teamServer, defaultMethod, judge));
  team.log?.("start", { version: process.version });
  return {
    address,
    origin,
    token: undefined,
    close: async () => void (await Promise.all([server, ...watching].map(close))),
    stop: async () => {
      team.log?.("stop", {});
      live.stop();
      await stopping.stop();
      await Promise.all(watching.map(close));
    },
  };
}

async function mustHaveOwner(shelves: readonly Shelf[]): Promise<void> {
  const folder = shelves[0]?.folder ?? "";
  const members = await new Door(folder, { behind: [], hasTls: false, names: [] }, "").roster.members();
  if (members.some(({ role }) => role === "owner")) return;
  throw new Problem(
    `${folder} has no team yet: invite its owner first, with "plotline team invite NAME --role owner --corpus ${folder}".`,
  );
}

function addressOf(text: string): string {
  const parsed = URL.canParse(text) ? new URL(text) : undefined;
  if (parsed === undefined || !/^https?:$/.test(parsed.protocol) || parsed.pathname !== "/" || parsed.search !== "")
    throw new Problem(`--address ${text} is not what a browser opens; give it like https://plots.example.org.`);
  return parsed.origin;
}

/** A name that was given is the only one; numbers are nobody else's name. This machine may always call itself. */
function namesOf(host: string, port: number, address: string | undefined): string[] | undefined {
  const own = ["localhost", "127.0.0.1", "[::1]"].map((name) => `${name}:${port}`);
  if (address !== undefined) return [new URL(address).host, ...own];
  if (isLoopback(host)) return own;
  return /^[\d.]+$|:/.test(host) ? undefined : [`${host.toLowerCase()}:${port}`, ...own];
}

/** For a server on all addresses: the first address of this machine that others can reach. */
function reachable(host: string): string {
  if (host !== "0.0.0.0" && host !== "::") return host;
  const found = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  return found.find(({ internal, family }) => !internal && family === "IPv4")?.address ?? "127.0.0.1";
}

function tlsServer({ cert, key }: { readonly cert: string; readonly key: string }): Server {
  const [certificate, secret] = [readFileSync(cert), readFileSync(key)];
  try {
    return createTlsServer({ cert: certificate, key: secret, minVersion: "TLSv1.2" });
  } catch (error) {
    throw new Problem(
      `${cert} and ${key} are not a certificate and its key in PEM format (${error instanceof Error ? error.message : error}).`,
    );
  }
}

/** On a port of its own, so that it is never reachable by accident. */
async function metricsServer(metrics: Metrics, place: string): Promise<Server> {
  const [, host = "127.0.0.1", port] = /^(?:(.+):)?(\d{1,5})$/.exec(place) ?? [];
  if (port === undefined || Number(port) > 65_535)
    throw new Problem(`--metrics ${place} is not a port, or a host and a port.`);
  const server = createServer((request, response) => {
    const isMetrics = request.method === "GET" && request.url === "/metrics";
    response.writeHead(isMetrics ? 200 : 404, { "Content-Type": "text/plain; version=0.0.4; charset=utf-8" });
    response.end(isMetrics ? metrics.text() : "There is nothing at this address.\n");
  });
  await listen(server, Number(port), host);
  return server;
}

function nameOf(host: string): string {
  return host.includes(":") ? `[${host}]` : host;
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}

const usualPort = 4747;
const mostTries = 20;

async function listenNearby(server: Server, host: string): Promise<void> {
  for (let port = usualPort; port < usualPort + mostTries; port++) {
    try {
      return await listen(server, port, host);
    } catch (error) {
      if (!(error instanceof PortInUse)) throw error;
    }
  }
  return listen(server, 0, host);
}

class PortInUse extends Problem {}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException) => {
      const sentence = listenSentence(error, port, host);
      reject(error.code === "EADDRINUSE" ? new PortInUse(sentence) : new Problem(sentence));
    };
    server.once("error", fail);
    server.listen(port, host, () => {
      server.off("error", fail);
      resolve();
    });
  });
}

function listenSentence({ code, message }: NodeJS.ErrnoException, port: number, host: string): string {
  if (code === "EADDRINUSE") return `Port ${port} is in use; choose another with --port, or 0 for any free one.`;
  if (code === "EACCES") return `Port ${port} is not open to you; choose one above 1023 with --port.`;
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND") return `${host} is not an address of this machine.`;
  return `The server could not start: ${message}.`;
}

function close(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}
