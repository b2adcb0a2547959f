import { Problem } from "@plotline/base";
import { Outdated } from "@plotline/corpus";
import { Busy } from "@plotline/corpus/node";
import type { ContentfulStatusCode } from "hono/utils/http-status";

export class NotThere extends Problem {}

export class NotUnderstood extends Problem {}

export class NotAllowed extends Problem {}

/** The server is already doing as much of this as it may. */
export class TooBusy extends Problem {}

/** Nobody is waiting for the answer any more. */
export class ClientLeft extends Problem {
  constructor() {
    super("The client left before the answer was ready.");
  }
}

export function statusOf(error: Error): ContentfulStatusCode {
  if (error instanceof NotThere) return 404;
  if (error instanceof NotUnderstood) return 400;
  if (error instanceof NotAllowed) return 403;
  if (error instanceof Outdated) return 409;
  if (error instanceof Busy || error instanceof TooBusy || error instanceof ClientLeft) return 503;
  if (error instanceof Problem) return 422;
  return (error as NodeJS.ErrnoException).code === "ENOENT" ? 404 : 500;
}
