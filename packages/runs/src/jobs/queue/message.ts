import { join } from "node:path";
import { version } from "@plotline/base";
import { faultIn, jsonIn, parsedJson, writeAtomically } from "@plotline/base/node";
import { z } from "zod";
import { type Seal, secretVariable } from "../seal.ts";

/** Feeder and worker must have the same version: their results must be equal to the byte. */
const messages = 7;
const messageVersion = `${messages}/${version}` as const;

/** A shard of a known command over folders that feeder and worker both see: names and settings, no code and no texts. */
const messageShape = z.strictObject({
  command: z.string().max(100),
  setup: z.unknown(),
  /** All items of the run, in words; and those of this shard. */
  items: z.string().max(100),
  tasks: z.array(z.unknown()).max(100_000),
  shard: z.strictObject({ index: z.int().positive(), count: z.int().positive() }),
  parts: z.string(),
  signature: z.string(),
});
export type QueueMessage = z.infer<typeof messageShape>;

/** A message as it is in the queue: its text to the byte, and the seal on it. */
const envelopeShape = z.strictObject({ version: z.literal(messageVersion), body: z.string(), seal: z.string() });
export type Envelope = z.infer<typeof envelopeShape>;

/** The seal holds for this job only: under another id the same message is worth nothing. */
export function sealed(seal: Seal, id: string, message: QueueMessage): Envelope {
  const body = JSON.stringify(message);
  return { version: messageVersion, body, seal: seal.on("message", messageVersion, id, body) };
}

/** The message, or the sentence with which a worker refuses it. Its seal is checked before anything else. */
export function openMessage(seal: Seal, id: string, data: unknown): QueueMessage | { readonly refused: string } {
  const sender = z.looseObject({ version: senderShape }).safeParse(data).data?.version;
  if (sender !== messageVersion) return { refused: otherVersion(sender) };
  const envelope = envelopeShape.safeParse(data).data;
  if (envelope === undefined) return { refused: "This message is not one that plotline writes." };
  if (!seal.fits(envelope.seal, "message", messageVersion, id, envelope.body)) return { refused: notSigned };
  const read = messageShape.safeParse(parsedJson(envelope.body));
  return read.success ? read.data : { refused: `This message cannot be understood: ${faultIn(read.error, "it")}.` };
}

const senderShape = z.string().regex(/^\d{1,4}\/[\w.+-]{1,40}$/);
const notSigned = `This message is not signed with this worker's secret, or was meant for another shard: feeder and worker need the same ${secretVariable}.`;

function otherVersion(sender: string | undefined): string {
  const [number = "unknown", name = "an unknown version"] = sender?.split("/") ?? [];
  return `This work is of plotline ${name} (messages ${number}), and the worker is plotline ${version} (messages ${messages}): install the same version on both.`;
}

/** Why a worker did not do a shard, as the queue holds it. */
export function refusal(worker: string, why: string): string {
  return `${refusedBy}${worker}: ${why}`;
}

/** The worker's sentence, where a refusal is why a shard failed; anybody may have written it. */
export function refusalIn(reason: string): string | undefined {
  return reason.startsWith(refusedBy) ? reason.slice(reason.indexOf(": ") + 2) : undefined;
}

const refusedBy = "refused by ";

/** Says which run a folder of parts is for: a worker writes into no other. */
export const runName = "run.json";

export function runIn(parts: string): string | undefined {
  return z.object({ signature: z.string() }).safeParse(jsonIn(join(parts, runName))).data?.signature;
}

export function writeRun(parts: string, signature: string): void {
  writeAtomically(join(parts, runName), `${JSON.stringify({ signature })}\n`);
}
