import { Problem, sentenceOf } from "@plotline/base";
import { Busy, Outdated } from "@plotline/corpus";
import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
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

/** What went wrong, as a sentence. Where on the server its corpora lie is no business of those who ask. */
export function refused(error: Error, context: Context, corpora: readonly string[] = []): Response {
  if (error instanceof HTTPException) return context.json({ problem: `${error.message}.` }, error.status);
  const status = statusOf(error);
  if (status === 503) context.header("Retry-After", "5");
  const current = error instanceof Outdated ? error.current : undefined;
  const problem = corpora.reduce(
    (sentence, folder) => sentence.replaceAll(`${folder}/`, "").replaceAll(folder, nameOf(folder)),
    sentenceOf(error),
  );
  return context.json({ problem, current }, status);
}

function nameOf(folder: string): string {
  return folder.split(/[/\\]/).at(-1) ?? "";
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
