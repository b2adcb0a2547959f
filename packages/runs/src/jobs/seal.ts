import { createHmac, timingSafeEqual } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
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

/** Where the secret of a queue is. */
export interface SecretOptions {
  /** A file that holds the secret; otherwise it is in the environment. */
  readonly secretFile?: string;
  note(sentence: string): void;
}

/** The seal of whoever has the secret; one that anybody can make where there is none. */
export function ownSeal({ secretFile, note }: SecretOptions, env: NodeJS.ProcessEnv = process.env): Seal {
  const secret = secretFile === undefined ? env[secretVariable]?.trim() : secretIn(secretFile, note);
  return new Seal(secret ? longEnough(secret, secretFile ?? secretVariable) : undefined);
}

/** The seal for a queue. Without a secret only a Redis of this machine is used. */
export function queueSeal(
  { host, shown }: { readonly host: string; readonly shown: string },
  options: SecretOptions,
  env?: NodeJS.ProcessEnv,
): Seal {
  const seal = ownSeal(options, env);
  if (seal.secret !== undefined) return seal;
  if (!isLoopback(host))
    throw new Problem(
      `Redis at ${shown} is not on this machine, so feeder and workers need a secret that they share: put it into ${secretVariable}, or into a file that --queue-secret names ("openssl rand -hex 32" makes one).`,
    );
  options.note(
    `there is no secret for the queue at ${shown}: every user of this machine can send that Redis's workers work. ${secretVariable} or --queue-secret sets one.`,
  );
  return seal;
}

function secretIn(file: string, note: (sentence: string) => void): string {
  const { mode } = statSync(file);
  if (process.platform !== "win32" && (mode & 0o077) !== 0)
    note(`${file} can be read by other users of this machine; "chmod 600" keeps the secret to you.`);
  const secret = readFileSync(file, "utf8").trim();
  if (secret === "") throw new Problem(`${file} is empty: it must hold the secret that feeder and workers share.`);
  return secret;
}

function longEnough(secret: string, where: string): string {
  if (secret.length >= leastLength) return secret;
  throw new Problem(
    `${where}: a secret needs at least ${leastLength} characters; "openssl rand -hex 32" makes a good one.`,
  );
}
