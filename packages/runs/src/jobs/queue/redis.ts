import { isIP } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { Problem, reasonOf, withStop } from "@plotline/base";
import { Redis } from "ioredis";
import type { RedisAddress } from "./address.ts";
import { NoAnswer, within } from "./within.ts";

/** Everything of ours in Redis begins with this; the braces keep it together in a cluster. */
export const prefix = "{plotline}";
export const queueName = "shards";
/** Changed whenever somebody empties the queue. */
export const drainedKey = `${prefix}:drained`;

/** Ends the sentences about a run that had to stop. */
export const resumesFromThere = "What is done is saved; the same command resumes from there.";

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
      if (!isStarting(error) || Date.now() >= until) throw error;
    }
  }
}

/** Nobody listens there, or it is still reading its data: both are what a restart looks like. */
function isStarting(error: unknown): boolean {
  return error instanceof Problem && /\(ECONNREFUSED\)|still reading/.test(error.message);
}

async function connectOnce(address: RedisAddress): Promise<Redis> {
  const { host, port, db, tls, username, password, shown } = address;
  let wasReady = false;
  const redis = new Redis({
    host,
    port,
    db,
    username,
    password,
    // A server that many names share asks for which of them we mean.
    tls: tls ? { servername: isIP(host) === 0 ? host : undefined } : undefined,
    lazyConnect: true,
    connectTimeout: patience,
    maxRetriesPerRequest: null,
    retryStrategy: (times) => (wasReady ? Math.min(100 * times, 2_000) : null),
    // Its own check speaks to the terminal where it is not allowed; ours comes first.
    enableReadyCheck: false,
  });
  let last: Error | undefined;
  redis.on("error", (error: Error) => {
    last = error;
  });
  try {
    const said = await within(
      patience + 1_000,
      redis.connect().then(() => redis.info()),
    );
    if (last !== undefined) throw last;
    if (/^loading:1/m.test(said)) throw new Error("it is still reading its data");
    wasReady = true;
    redis.options.enableReadyCheck = true;
    return redis;
  } catch (error) {
    redis.disconnect();
    throw new Problem(refusal(last ?? error, shown, password !== undefined));
  }
}

function refusal(error: unknown, shown: string, withPassword: boolean): string {
  const reason = reasonOf(error);
  const { code } = error as NodeJS.ErrnoException;
  if (/NOAUTH|WRONGPASS|invalid password|AUTH/i.test(reason))
    return withPassword
      ? `Redis at ${shown} does not accept this user and password.`
      : `Redis at ${shown} requires a password: put it into PLOTLINE_REDIS_PASSWORD, or into the address as redis://user:password@host.`;
  if (/NOPERM/.test(reason)) return `Redis at ${shown} does not let this user do what a queue needs (${reason}).`;
  if (/Protocol error|unexpected|Parser/i.test(reason)) return `What answers at ${shown} is not Redis.`;
  if (/certificate|SSL|TLS|EPROTO/i.test(`${reason} ${code}`))
    return `Redis at ${shown}: no encrypted connection could be made (${reason}). A certificate of your own is trusted when NODE_EXTRA_CA_CERTS names the file of its authority.`;
  if (/DB index/.test(reason)) return `Redis at ${shown} has no database of this number.`;
  const tls = code === "ECONNRESET" && shown.startsWith("redis:") ? " It may require TLS: rediss://." : "";
  return `No Redis answers at ${shown} (${code ?? reason}): is it started, and can this machine reach it?${tls}`;
}

/** What Redis answers when it can do nothing for us, in a sentence; other errors stay as they are. */
export function redisFault(error: unknown, shown: string): unknown {
  const reason = reasonOf(error);
  const sentence = (text: string) => new Problem(`Redis at ${shown} ${text} ${resumesFromThere}`);
  if (/\bOOM\b/.test(reason))
    return sentence(`is full: give it more memory (maxmemory), or "plotline worker queue drain" it.`);
  if (error instanceof NoAnswer) return sentence("does not answer.");
  if (/\b(MISCONF|READONLY|NOPERM)\b/.test(reason))
    return sentence(`does not do what a queue needs: ${withStop(reason)}`);
  if (isForeign(error))
    return sentence(
      `holds something among the keys of the queue that plotline did not put there: "plotline worker queue drain" removes it, or use another database.`,
    );
  return error;
}

/** A key has another type, or a job is not JSON: waiting changes nothing. */
export function isForeign(error: unknown): boolean {
  return error instanceof SyntaxError || (error instanceof Error && /\bWRONGTYPE\b/.test(error.message));
}

/** Warnings about a Redis before work is entrusted to it. */
export function redisWarnings({ shown, password }: RedisAddress): string[] {
  if (password !== undefined) return [];
  return [`Redis at ${shown} has no password: whoever can reach it can empty the queue. Start it with --requirepass.`];
}
