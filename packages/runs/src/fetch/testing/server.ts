import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

export type Answer = (response: ServerResponse, request: IncomingMessage) => void;

/** A site on this machine that gives each path the answer it was given for it, 404 elsewhere, and remembers what it was asked. */
export async function site(answers: Record<string, Answer | string>) {
  const asked: { path: string; agent: string; accepts: string }[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? "";
    asked.push({ path, agent: request.headers["user-agent"] ?? "", accepts: `${request.headers["accept-encoding"]}` });
    const answer = answers[path];
    if (answer === undefined) response.writeHead(404).end("nothing here");
    else if (typeof answer === "string") response.end(answer);
    else answer(response, request);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { base: `http://${host}`, host, asked, paths: () => asked.map(({ path }) => path) };
}

/** A sleep that takes no time and is written down. */
export function quickSleep() {
  const slept: number[] = [];
  return { slept, sleep: async (milliseconds: number) => void slept.push(milliseconds) };
}
