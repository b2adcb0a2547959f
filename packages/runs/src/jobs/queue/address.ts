import { Problem } from "@plotline/base";

/** Where a Redis is, and how to be let in. Only `shown` may be printed. */
export interface RedisAddress {
  readonly host: string;
  readonly port: number;
  readonly db: number;
  readonly tls: boolean;
  readonly username?: string;
  readonly password?: string;
  /** The address without user and password. */
  readonly shown: string;
}

/** Who we are to Redis, where the address does not say it: a password in a command line can be seen by others. */
const userVariable = "PLOTLINE_REDIS_USER";
const passwordVariable = "PLOTLINE_REDIS_PASSWORD";

export function redisAddress(text: string, env: NodeJS.ProcessEnv = process.env): RedisAddress {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^rediss?:$/.test(url.protocol) || url.hostname === "")
    throw new Problem("--queue: this is not the address of a Redis; write redis://host:6379, or rediss://… for TLS.");
  const db = /^\/?(\d{0,4})$/.exec(url.pathname)?.[1];
  const shown = `${url.protocol}//${url.host}${db === "" || db === undefined ? "" : `/${db}`}`;
  if (db === undefined || url.search !== "" || url.hash !== "")
    throw new Problem(`--queue: after ${shown} only the number of a database may follow, as in ${shown}/0.`);
  const username = decoded(url.username) || env[userVariable] || undefined;
  const password = decoded(url.password) || env[passwordVariable] || undefined;
  return {
    host: url.hostname.replace(/^\[|\]$/g, ""),
    port: url.port === "" ? 6379 : Number(url.port),
    db: Number(db),
    tls: url.protocol === "rediss:",
    username,
    password,
    shown,
  };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new Problem("--queue: user and password in the address are percent-encoded; write % as %25.");
  }
}
