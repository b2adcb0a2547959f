import { createWriteStream, openSync, statSync } from "node:fs";
import { mustBeReplaceable } from "@plotline/corpus/node";
import type { MiddlewareHandler } from "hono";
import { whoAsks } from "../identity.ts";
import { keyOf, type TeamAccess } from "./access.ts";

/**
 * One thing that happened, as one line of JSON: routes, not addresses, so that it contains no secret, title or text.
 */
export type Log = (event: string, details: Readonly<Record<string, string | number | undefined>>) => void;

/** Lines for a file, which grows, or for the terminal's error stream (`-`). */
export function openLog(path: string): Log {
  const stream = path === "-" ? process.stderr : openFile(path);
  return (event, details) => {
    stream.write(`${JSON.stringify({ at: new Date().toISOString(), event, ...details })}\n`);
  };
}

/** Logs what was answered to whom, and how fast. */
export function logged(access: TeamAccess, log: Log): MiddlewareHandler {
  return async (context, next) => {
    const begun = performance.now();
    await next();
    const route = keyOf(context) ?? (context.req.path.startsWith("/api/") ? "nothing" : "page");
    const ms = Math.round((performance.now() - begun) * 10) / 10;
    const { status } = context.res;
    log("request", { route, status, ms, who: whoAsks(context)?.name, from: access.origin(context).address });
  };
}

function openFile(path: string) {
  // A pipe is opened in the background: it waits for who reads it.
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isFile()) mustBeReplaceable(path);
  const isPipe = found?.isFIFO();
  return createWriteStream(path, { flags: "a", ...(!isPipe && { fd: openSync(path, "a", 0o600) }) }).on(
    "error",
    (error) => process.stderr.write(`plotline: the log ${path} cannot be written: ${error.message}.\n`),
  );
}
