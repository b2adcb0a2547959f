import { randomBytes } from "node:crypto";
import { createServer, type Server } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { openCorpus } from "../corpus/open.ts";
import { Problem } from "../problem.ts";
import { app } from "./app.ts";
import { shelvesOf } from "./shelf.ts";

interface ServeOptions {
  /** Undefined: the usual one, or the next that is free. */
  readonly port?: number | undefined;
  readonly host: string;
  /** The method whose confidence the library shows. */
  readonly defaultMethod: string;
}

interface Served {
  /** What a person opens; it carries the token. */
  readonly address: string;
  /** The same without path and token. */
  readonly origin: string;
  readonly token: string;
  close(): Promise<void>;
}

/** Serves corpora, as one library, to whoever knows the address with its token, which is made anew each time. */
export async function serve(folders: readonly string[], { port, host, defaultMethod }: ServeOptions): Promise<Served> {
  const shelves = shelvesOf(folders);
  for (const { folder } of shelves) await openCorpus(folder);
  const token = randomBytes(18).toString("base64url");
  const admission = { token, isLocal: isLoopback(host) };
  const server = createServer(getRequestListener(app(shelves, admission, defaultMethod).fetch));
  server.requestTimeout = 60_000;
  server.headersTimeout = 10_000;
  server.maxHeadersCount = 100;
  await (port === undefined ? listenNearby(server, host) : listen(server, port, host));
  const address = server.address();
  const bound = typeof address === "object" && address !== null ? address.port : port;
  const name = host.includes(":") ? `[${host}]` : host;
  const origin = `http://${name}:${bound}`;
  return { address: `${origin}/?token=${token}`, origin, token, close: () => close(server) };
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || /^127(\.\d{1,3}){3}$/.test(host);
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
  if (code === "EACCES") return `Port ${port} may not be used by you; choose one above 1023 with --port.`;
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND") return `${host} is no address of this machine.`;
  return `The server could not start: ${message}.`;
}

function close(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}
