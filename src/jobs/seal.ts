import { createHmac, timingSafeEqual } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { isLoopback } from "../../loopback.ts";
import { Problem } from "../../problem.ts";
import type { RedisAddress } from "./address.ts";

/** The secret that feeders and workers share. */
export const secretVariable = "PLOTLINE_QUEUE_SECRET";

/** What is signed: a seal on one thing is worth nothing on another. */
type Purpose = "message" | "result" | "file";
type Part = string | Uint8Array;

const leastLength = 16;
/** Without a secret seals still find what was damaged, but anybody can make them. */
const noSecret = "plotline without a secret";

/** Signs what goes through the queue, and checks what comes out of it: HMAC-SHA-256 under the shared secret. */
export class Seal {
  static readonly length = 32;
  readonly isSecret: boolean;
  private readonly key: string;

  constructor(secret?: string) {
    this.isSecret = secret !== undefined;
    this.key = secret ?? noSecret;
  }

  /** Each part is preceded by its length, so that no two lists of parts are the same bytes. */
  on(purpose: Purpose, ...parts: readonly Part[]): Buffer {
    const hmac = createHmac("sha256", this.key);
    for (const part of [purpose, ...parts]) {
      const length = Buffer.alloc(8);
      length.writeBigUInt64BE(BigInt(typeof part === "string" ? Buffer.byteLength(part) : part.length));
      hmac.update(length).update(part);
    }
    return hmac.digest();
  }

  fits(given: Uint8Array, purpose: Purpose, ...parts: readonly Part[]): boolean {
    return given.length === Seal.length && timingSafeEqual(given, this.on(purpose, ...parts));
  }
}

export interface SecretOptions {
  /** A file that holds the secret; otherwise it is in the environment. */
  readonly secretFile?: string;
  note(sentence: string): void;
}

/** The seal for a queue. Without a secret only a Redis of this machine is used. */
export function sealFor(
  { host, shown }: Pick<RedisAddress, "host" | "shown">,
  { secretFile, note }: SecretOptions,
  env: NodeJS.ProcessEnv = process.env,
): Seal {
  const secret = secretFile === undefined ? env[secretVariable]?.trim() : secretIn(secretFile, note);
  if (secret) return new Seal(longEnough(secret, secretFile ?? secretVariable));
  if (!isLoopback(host))
    throw new Problem(
      `Redis at ${shown} is not on this machine, so feeder and workers need a secret that they share: put it into ${secretVariable}, or into a file that --queue-secret names ("openssl rand -hex 32" makes one).`,
    );
  note(
    `there is no secret for the queue at ${shown}: every user of this machine can send that Redis's workers work, and its feeders results. ${secretVariable} or --queue-secret sets one.`,
  );
  return new Seal();
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
