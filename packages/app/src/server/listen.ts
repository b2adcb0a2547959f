import { createServer, type Server } from "node:http";
import { Problem } from "@plotline/base";

export function newServer(): Server {
  const server = createServer();
  server.requestTimeout = 60_000;
  server.headersTimeout = 10_000;
  server.maxHeadersCount = 100;
  // Longer than proxies and browsers leave a connection unused, so that it is they who close it.
  server.keepAliveTimeout = 75_000;
  return server;
}

const usualPort = 4747;
const mostTries = 20;

/** Listens on this port (0: any free one), or without one on the usual port or the next that is free. */
export async function listen(server: Server, host: string, port?: number): Promise<void> {
  if (port !== undefined) return listenAt(server, port, host);
  for (let near = usualPort; near < usualPort + mostTries; near++) {
    try {
      return await listenAt(server, near, host);
    } catch (error) {
      if (!(error instanceof PortInUse)) throw error;
    }
  }
  return listenAt(server, 0, host);
}

export function portOf(server: Server): number {
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}

export function close(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}

class PortInUse extends Problem {}

function listenAt(server: Server, port: number, host: string): Promise<void> {
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
