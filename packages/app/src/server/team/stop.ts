import type { IncomingMessage, Server, ServerResponse } from "node:http";

/** How long requests that are under way may take to end. */
const patience = 10_000;

/** Ends a server without cutting off what it has begun. */
export class GracefulStop {
  private readonly open = new Set<ServerResponse>();
  isStopping = false;

  constructor(private readonly server: Server) {
    server.on("request", (_: IncomingMessage, response: ServerResponse) => {
      this.open.add(response);
      response.once("close", () => this.open.delete(response));
      if (this.isStopping) response.setHeader("Connection", "close");
    });
  }

  /** Returns when everything that was asked before has been answered, or after ten seconds. */
  async stop(): Promise<void> {
    this.isStopping = true;
    const closed = new Promise<void>((resolve) => this.server.close(() => resolve()));
    const until = performance.now() + patience;
    while (this.open.size > 0 && performance.now() < until) await new Promise((resolve) => setTimeout(resolve, 20));
    this.server.closeAllConnections();
    await closed;
  }
}
