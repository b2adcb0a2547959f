import { createServer, type Server } from "node:http";
import { monitorEventLoopDelay } from "node:perf_hooks";
import type { MiddlewareHandler } from "hono";
import { Problem } from "../../problem.ts";
import { whoAsks } from "../identity.ts";
import { listen } from "../listen.ts";
import { keyOf, type TeamAccess } from "./access.ts";
import type { Log } from "./log.ts";

const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

interface Durations {
  readonly counts: number[];
  sum: number;
  count: number;
}

/** What the server counts, as Prometheus reads it: numbers by route, method and status, nothing of any person or text. */
export class Metrics {
  private readonly requests = new Map<string, number>();
  private readonly durations = new Map<string, Durations>();
  private readonly delay = monitorEventLoopDelay({ resolution: 20 });

  constructor(private readonly gauges: () => Readonly<Record<string, number>>) {
    this.delay.enable();
  }

  answered(route: string, status: number, seconds: number): void {
    const labels = `route="${route.replace(/["\\\n]/g, "")}"`;
    const counted = `${labels},status="${status}"`;
    this.requests.set(counted, (this.requests.get(counted) ?? 0) + 1);
    const found = this.durations.get(labels) ?? { counts: buckets.map(() => 0), sum: 0, count: 0 };
    this.durations.set(labels, found);
    for (const [k, bound] of buckets.entries()) if (seconds <= bound) found.counts[k] = (found.counts[k] ?? 0) + 1;
    found.sum += seconds;
    found.count++;
  }

  text(): string {
    const { rss, heapUsed } = process.memoryUsage();
    const gauges = {
      ...this.gauges(),
      process_resident_memory_bytes: rss,
      process_heap_used_bytes: heapUsed,
      process_cpu_seconds_total:
        process.resourceUsage().userCPUTime / 1e6 + process.resourceUsage().systemCPUTime / 1e6,
      process_uptime_seconds: process.uptime(),
      plotline_event_loop_delay_seconds: Math.max(0, this.delay.percentile(99)) / 1e9,
    };
    return [
      "# TYPE plotline_requests_total counter",
      ...[...this.requests].map(([labels, count]) => `plotline_requests_total{${labels}} ${count}`),
      "# TYPE plotline_request_seconds histogram",
      ...[...this.durations].flatMap(([labels, found]) => histogram(labels, found)),
      ...Object.entries(gauges).flatMap(([name, value]) => [`# TYPE ${name} ${kindOf(name)}`, `${name} ${value}`]),
      "",
    ].join("\n");
  }
}

function histogram(labels: string, { counts, sum, count }: Durations): string[] {
  const name = "plotline_request_seconds";
  return [
    ...buckets.map((bound, k) => `${name}_bucket{${labels},le="${bound}"} ${counts[k]}`),
    `${name}_bucket{${labels},le="+Inf"} ${count}`,
    `${name}_sum{${labels}} ${sum}`,
    `${name}_count{${labels}} ${count}`,
  ];
}

function kindOf(name: string): string {
  return name.endsWith("_total") ? "counter" : "gauge";
}

/** Listeners that are called for every request answered. */
export interface Watching {
  readonly access: TeamAccess;
  readonly log?: Log;
  readonly metrics?: Metrics;
}

/** Reports to log and metrics what was answered to whom, and how fast. */
export function watched({ access, log, metrics }: Watching): MiddlewareHandler {
  return async (context, next) => {
    const begun = performance.now();
    await next();
    const milliseconds = performance.now() - begun;
    const route = keyOf(context) ?? (context.req.path.startsWith("/api/") ? "nothing" : "page");
    const { status } = context.res;
    metrics?.answered(route, status, milliseconds / 1000);
    const details = { route, status, ms: Math.round(milliseconds * 10) / 10, who: whoAsks(context)?.name };
    log?.("request", { ...details, from: access.origin(context).address });
  };
}

/** On a port of its own, so that it is never reachable by accident. */
export async function serveMetrics(metrics: Metrics, place: string): Promise<Server> {
  const [, host = "127.0.0.1", port] = /^(?:(.+):)?(\d{1,5})$/.exec(place) ?? [];
  if (port === undefined || Number(port) > 65_535)
    throw new Problem(`--metrics ${place} is not a port, or a host and a port.`);
  const server = createServer((request, response) => {
    const isMetrics = request.method === "GET" && request.url === "/metrics";
    response.writeHead(isMetrics ? 200 : 404, { "Content-Type": "text/plain; version=0.0.4; charset=utf-8" });
    response.end(isMetrics ? metrics.text() : "There is nothing at this address.\n");
  });
  await listen(server, host, Number(port));
  return server;
}
