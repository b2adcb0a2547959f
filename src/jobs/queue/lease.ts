import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import type { Redis } from "ioredis";
import { z } from "zod";
import { parsedJson } from "../../json.ts";
import { Problem } from "../../problem.ts";
import { isGone, processMark } from "../../process-identity.ts";
import { plain } from "./plain.ts";
import { prefix } from "./redis.ts";
import { within } from "./within.ts";

const holderShape = z.object({
  token: z.string(),
  host: z.string().transform(plain),
  pid: z.int().positive(),
  /** Tells this process from every other, also from one that got its number later; earlier versions did not write it. */
  process: z.string().default(""),
  since: z.iso.datetime(),
});
type Holder = z.infer<typeof holderShape>;

const heldFor = 10_000;
const renewEvery = 3_000;
/** How long a Redis that does not answer may hold up the end. */
const endingFor = 3_000;

/** The right to feed a run, which one feeder has; it is lost when it is not renewed for some seconds. */
export class Lease {
  private readonly own: Holder = {
    token: randomUUID(),
    host: hostname(),
    pid: process.pid,
    process: processMark(),
    since: new Date().toISOString(),
  };
  private timer: NodeJS.Timeout | undefined;

  private constructor(
    private readonly redis: Redis,
    private readonly key: string,
    private readonly lost: (problem: Problem) => void,
  ) {}

  /** Waits until the lease of a dead feeder expires, and refuses where a live one renews it. */
  static async take(redis: Redis, run: string, lost: (problem: Problem) => void): Promise<Lease> {
    const lease = new Lease(redis, `${prefix}:feeder:${run}`, lost);
    const since = Date.now();
    let left = heldFor;
    for (let holder = await lease.tryToTake(); holder !== undefined; holder = await lease.tryToTake()) {
      if (isGone(holder.process)) await redis.del(lease.key);
      const now = await redis.pttl(lease.key);
      if (now > left || now === forEver || Date.now() - since > 2 * heldFor) throw new Problem(lease.refusal(holder));
      left = now;
      await sleep(250);
    }
    lease.timer = setInterval(() => void lease.renew(), renewEvery);
    return lease;
  }

  async end(): Promise<void> {
    clearInterval(this.timer);
    await within(endingFor, this.release()).catch(() => undefined);
  }

  private async release(): Promise<void> {
    if (this.redis.status === "ready" && (await this.isOurs())) await this.redis.del(this.key);
  }

  /** Who holds it instead; undefined when it is now ours. */
  private async tryToTake(): Promise<Holder | undefined> {
    for (;;) {
      const taken = await this.redis.set(this.key, JSON.stringify(this.own), "PX", heldFor, "NX");
      if (taken === "OK") return undefined;
      const text = await this.redis.get(this.key);
      if (text !== null) return this.holderIn(text);
    }
  }

  private holderIn(text: string): Holder {
    const holder = readHolder(text);
    if (holder !== undefined) return holder;
    throw new Problem(
      `The key ${this.key} in Redis should say which plotline feeds this run, but plotline did not write it: "plotline queue drain" removes it.`,
    );
  }

  /** A Redis that restarted may have forgotten us: then we take it again, unless another feeder was faster. */
  private async renew(): Promise<void> {
    if (this.redis.status !== "ready") return;
    try {
      if (await this.isOurs()) await this.redis.pexpire(this.key, heldFor);
      else {
        const holder = await this.tryToTake();
        if (holder !== undefined && holder.token !== this.own.token) this.lost(new Problem(this.refusal(holder)));
      }
    } catch (error) {
      // Otherwise the connection broke; the next round says more.
      if (error instanceof Problem) this.lost(error);
    }
  }

  private async isOurs(): Promise<boolean> {
    const text = await this.redis.get(this.key);
    return text !== null && readHolder(text)?.token === this.own.token;
  }

  private refusal({ host, pid, since }: Holder): string {
    return `Another plotline (process ${pid} on ${host}, since ${since}) feeds this run already: wait until it has ended, or stop it.`;
  }
}

/** What Redis says of a key that never expires: no lease of ours is one. */
const forEver = -1;

/** Who holds a lease; undefined where the text is not a lease. */
export function readHolder(text: string): Holder | undefined {
  return holderShape.safeParse(parsedJson(text)).data;
}
