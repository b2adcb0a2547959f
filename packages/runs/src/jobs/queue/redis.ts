import { isIP } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { Problem, reasonOf, withStop } from "@plotline/base";
import { Queue } from "bullmq";
import { Redis } from "ioredis";

/** Everything of ours in Redis begins with this; the braces keep it together in a cluster. */
export const prefix = "{plotline}";
export const queueName = "shards";

/** Where a Redis is, and how to be let in. Only `shown` may be printed. */
export type RedisAddress = ReturnType<typeof redisAddress>;

/** A password in a command line can be seen by others, so the environment may have it. */
export function redisAddress(text: string, env: NodeJS.ProcessEnv = process.env) {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isRedis = url !== undefined && /^rediss?:$/.test(url.protocol) && url.hostname !== "";
  if (!isRedis || !/^\/?\d{0,4}$/.test(url.pathname) || url.search + url.hash !== "" || /%(?![\da-f]{2})/i.test(text))
    throw new Problem(
      "--queue: this is not the address of a Redis; write redis://host:6379, or rediss://… for TLS; the number of a database may follow, as in redis://host:6379/3.",
    );
  const { protocol, hostname, host, port, pathname } = url;
  return {
    host: hostname.replace(/^\[|\]$/g, ""),
    port: Number(port || 6379),
    db: Number(pathname.slice(1)),
    tls: protocol === "rediss:",
    username: decodeURIComponent(url.username) || env["PLOTLINE_REDIS_USER"] || undefined,
    password: decodeURIComponent(url.password) || env["PLOTLINE_REDIS_PASSWORD"] || undefined,
    /** The address without user and password. */
    shown: `${protocol}//${host}${pathname === "/" ? "" : pathname}`,
  };
}

/** How long a Redis may take to accept a connection, which on a busy machine is seconds. */
const patience = 15_000;
/** How long a Redis that is being started again is waited for. */
const restart = 5_000;

/** Connects, or says in a sentence why not. Once connected, it reconnects by itself whenever the connection breaks. */
export async function connectRedis(address: RedisAddress): Promise<Redis> {
  for (const until = Date.now() + restart; ; await sleep(250)) {
    try {
      return await connectOnce(address);
    } catch (error) {
      // Nobody listens there, or it is still reading its data: both are what a restart looks like.
      const isStarting = /ECONNREFUSED|still reading/.test(reasonOf(error));
      if (!isStarting || Date.now() >= until) throw new Problem(refusal(error, address.shown));
    }
  }
}

async function connectOnce({ shown: _, host, tls, ...address }: RedisAddress): Promise<Redis> {
  let wasReady = false;
  let last: unknown;
  const redis = new Redis({
    ...address,
    host,
    // A server that many names share asks for which of them we mean.
    tls: tls ? { servername: isIP(host) === 0 ? host : undefined } : undefined,
    lazyConnect: true,
    connectTimeout: patience,
    maxRetriesPerRequest: null,
    retryStrategy: (times) => (wasReady ? Math.min(100 * times, 2_000) : null),
    // Its own check speaks to the terminal where it is not allowed; ours comes first.
    enableReadyCheck: false,
  });
  redis.on("error", (error: Error) => {
    last = error;
  });
  try {
    const connected = redis.connect().then(() => redis.info());
    const said = await within(patience + 1_000, connected);
    if (last !== undefined) throw last;
    if (/^loading:1/m.test(said)) throw new Error("it is still reading its data");
    wasReady = redis.options.enableReadyCheck = true;
    return redis;
  } catch (error) {
    redis.disconnect();
    throw last ?? error;
  }
}

function refusal(error: unknown, shown: string): string {
  const reason = reasonOf(error);
  const { code } = error as NodeJS.ErrnoException;
  if (/NOAUTH|WRONGPASS|invalid password/i.test(reason))
    return `Redis at ${shown} does not accept this user and password: PLOTLINE_REDIS_PASSWORD or the address has them, as redis://user:password@host.`;
  if (/certificate|SSL|TLS|EPROTO/i.test(`${reason} ${code}`))
    return `Redis at ${shown}: no encrypted connection could be made (${reason}). A certificate of your own is trusted when NODE_EXTRA_CA_CERTS names the file of its authority.`;
  if (error instanceof Error && error.name === "ReplyError") return `Redis at ${shown} refuses: ${withStop(reason)}`;
  return `No Redis answers at ${shown} (${code ?? reason}): is it started, can this machine reach it, and does it want TLS (rediss://)?`;
}

/** Does something with a queue; what is wrong with its Redis is a sentence. */
export async function withQueue<T>(address: RedisAddress, act: (queue: Queue, redis: Redis) => Promise<T>): Promise<T> {
  const redis = await connectRedis(address);
  const queue = new Queue(queueName, { connection: redis, prefix });
  queue.on("error", () => undefined);
  try {
    return await act(queue, redis);
  } catch (error) {
    // A message that is no JSON is a SyntaxError of BullMQ's.
    const isRedis = error instanceof NoAnswer || /^(Reply|Syntax)Error$/.test((error as Error).name);
    throw isRedis ? new Problem(redisFault(error, address.shown)) : error;
  } finally {
    await within(3_000, queue.close()).catch(() => undefined);
    redis.disconnect();
  }
}

/** What Redis refuses, in a sentence. */
export function redisFault(error: unknown, shown: string): string {
  const reason = withStop(plain(reasonOf(error)));
  const isOurs = /OOM|WRONGTYPE|JSON/.test(reason);
  return `Redis at ${shown}: ${reason}${isOurs ? ' "plotline worker queue drain" empties the queue.' : ""}`;
}

/** A warning about a Redis before work is entrusted to it. */
export function redisWarnings({ shown, password }: RedisAddress): string[] {
  if (password !== undefined) return [];
  return [`Redis at ${shown} has no password: whoever can reach it can empty the queue. Start it with --requirepass.`];
}

/** Waits for something, but not for ever. */
export async function within<T>(milliseconds: number, answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new NoAnswer("it does not answer")), milliseconds);
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}

export class NoAnswer extends Error {}

/** Text that anybody may have put into Redis, as it may be printed: one line of at most 500 characters. */
export function plain(text: string): string {
  const line = text.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+/gu, " ").trim();
  return line.length > 500 ? `${line.slice(0, 500)} …` : line;
}

/** Prints each sentence once, and only a limited number of different ones. */
export function saidOnce(say: (sentence: string) => void): (sentence: string) => void {
  const said = new Set<string>();
  return (sentence) => {
    if (said.has(sentence) || said.size >= 1_000) return;
    said.add(sentence);
    say(sentence);
  };
}
