import type { MiddlewareHandler } from "hono";
import { whoAsks } from "../identity.ts";
import { type Door, keyOf } from "./door.ts";
import type { Log } from "./log.ts";
import type { Metrics } from "./metrics.ts";

/** Listeners that are called for every request answered. */
export interface Watching {
  readonly door: Door;
  readonly log?: Log;
  readonly metrics?: Metrics;
}

/** Reports to log and metrics what was answered to whom, and how fast. */
export function watched({ door, log, metrics }: Watching): MiddlewareHandler {
  return async (context, next) => {
    const begun = performance.now();
    await next();
    const milliseconds = performance.now() - begun;
    const route = keyOf(context) ?? (context.req.path.startsWith("/api/") ? "nothing" : "page");
    const { status } = context.res;
    metrics?.answered(route, status, milliseconds / 1000);
    const details = { route, status, ms: Math.round(milliseconds * 10) / 10, who: whoAsks(context)?.name };
    log?.("request", { ...details, from: door.visit(context).address });
  };
}
