import { createHmac, timingSafeEqual } from "node:crypto";
import { Problem } from "@plotline/base";
import { isLoopback } from "@plotline/base/node";

/** The secret that feeders and workers share. */
export const secretVariable = "PLOTLINE_QUEUE_SECRET";

/** What is signed: a seal on one thing is worth nothing on another. */
type Purpose = "message" | "part";
type Signed = string | Uint8Array;

const leastLength = 16;
/** Without a secret seals still find what was damaged, but anybody can make them. */
const noSecret = "plotline without a secret";

/** Signs messages and parts, and checks them: HMAC-SHA-256 under the shared secret. */
export class Seal {
  constructor(readonly secret?: string) {}

  /** Each piece is preceded by its length, so that no two lists of pieces are the same bytes. */
  on(purpose: Purpose, ...pieces: readonly Signed[]): string {
    const hmac = createHmac("sha256", this.secret ?? noSecret);
    for (const piece of [purpose, ...pieces]) {
      const length = Buffer.alloc(8);
      length.writeBigUInt64BE(BigInt(typeof piece === "string" ? Buffer.byteLength(piece) : piece.length));
      hmac.update(length).update(piece);
    }
    return hmac.digest("hex");
  }

  fits(given: string, purpose: Purpose, ...pieces: readonly Signed[]): boolean {
    const [own, other] = [Buffer.from(this.on(purpose, ...pieces)), Buffer.from(given)];
    return own.length === other.length && timingSafeEqual(own, other);
  }
}

/** The seal of whoever has the secret in the environment; one that anybody can make where there is none. */
export function ownSeal(env: NodeJS.ProcessEnv = process.env): Seal {
  const secret = env[secretVariable]?.trim() || undefined;
  if (secret !== undefined && secret.length < leastLength)
    throw new Problem(
      `${secretVariable}: a secret needs at least ${leastLength} characters; "openssl rand -hex 32" makes a good one.`,
    );
  return new Seal(secret);
}

/** The seal for a queue. Without a secret only a Redis of this machine is used. */
export function queueSeal(
  { host, shown }: { readonly host: string; readonly shown: string },
  note: (sentence: string) => void,
  env?: NodeJS.ProcessEnv,
): Seal {
  const seal = ownSeal(env);
  if (seal.secret !== undefined) return seal;
  if (!isLoopback(host))
    throw new Problem(
      `Redis at ${shown} is not on this machine, so feeder and workers need a secret that they share: put it into ${secretVariable} ("openssl rand -hex 32" makes one).`,
    );
  note(
    `there is no secret for the queue at ${shown}: every user of this machine can send that Redis's workers work. ${secretVariable} sets one.`,
  );
  return seal;
}
