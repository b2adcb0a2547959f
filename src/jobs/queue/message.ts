import { deflateSync, inflateSync } from "node:zlib";
import { z } from "zod";
import { digest, digestOf } from "../../digest.ts";
import { faultIn } from "../../json.ts";
import { version } from "../../version.ts";
import { bundleShape } from "./bundle.ts";
import { plain } from "./plain.ts";
import { Seal, secretVariable } from "./seal.ts";

/** Feeder and worker must have the same version: their results must be equal to the byte. */
const messages = 5;
export const messageVersion = `${messages}/${version}` as const;

/** One batch of work. Texts are sent packed; models and datasets are named by what is in them. */
const messageShape = z.strictObject({
  kind: z.string().max(100),
  run: z.string().max(100),
  setup: z.unknown(),
  folders: z.record(z.string(), bundleShape).refine((folders) => Object.keys(folders).length <= 8),
  /** Where the files of folders can be fetched. */
  at: z.array(z.url({ protocol: /^https?$/ })).max(4),
  tasks: z.string(),
});
export type QueueMessage = z.infer<typeof messageShape>;

/** A message as it is in the queue: its text to the byte, and the seal on it. */
const envelopeShape = z.strictObject({
  version: z.literal(messageVersion),
  body: z.string(),
  seal: z.string().regex(/^[0-9a-f]{64}$/),
});
export type Envelope = z.infer<typeof envelopeShape>;

/** The seal holds for this batch only: under another id the same message is worth nothing. */
export function sealed(seal: Seal, id: string, message: QueueMessage): Envelope {
  const body = JSON.stringify(message);
  return { version: messageVersion, body, seal: seal.on("message", messageVersion, id, body).toString("hex") };
}

/** The message, or the sentence with which a worker refuses it. Its seal is checked before anything else. */
export function openMessage(seal: Seal, id: string, data: unknown): QueueMessage | { readonly refused: string } {
  const sender = z.looseObject({ version: senderShape }).safeParse(data).data?.version;
  if (sender !== messageVersion) return { refused: otherVersion(sender) };
  const envelope = envelopeShape.safeParse(data).data;
  if (envelope === undefined) return { refused: "This message is not one that plotline writes." };
  if (!seal.fits(Buffer.from(envelope.seal, "hex"), "message", messageVersion, id, envelope.body))
    return { refused: notSigned };
  const read = messageShape.safeParse(JSON.parse(envelope.body));
  return read.success ? read.data : { refused: `This message cannot be understood: ${faultIn(read.error, "it")}.` };
}

const senderShape = z.string().regex(/^\d{1,4}\/[\w.+-]{1,40}$/);
const notSigned = `This message is not signed with this worker's secret, or was meant for another batch: feeder and worker need the same ${secretVariable}.`;

function otherVersion(sender: string | undefined): string {
  const [number = "unknown", name = "an unknown version"] = sender?.split("/") ?? [];
  return `This work is of plotline ${name} (messages ${number}), and the worker is plotline ${version} (messages ${messages}): install the same version on both.`;
}

/** A result as it is in Redis: the seal, and then the outcomes. */
export function sealedResult(seal: Seal, id: string, { kind, run }: BatchOf, outcomes: Uint8Array): Buffer {
  return Buffer.concat([seal.on("result", messageVersion, id, kind, run, outcomes), outcomes]);
}

/** The outcomes; nothing where they were not made for this batch by someone who knows the secret. */
export function openResult(seal: Seal, id: string, { kind, run }: BatchOf, bytes: Buffer): Buffer | undefined {
  const outcomes = bytes.subarray(Seal.length);
  const given = bytes.subarray(0, Seal.length);
  return seal.fits(given, "result", messageVersion, id, kind, run, outcomes) ? outcomes : undefined;
}

type BatchOf = Pick<QueueMessage, "kind" | "run">;

/** Tasks as they are sent; each is given as JSON already. */
export function packTasks(tasks: readonly string[]): string {
  return packed(`[${tasks.join(",")}]`).toString("base64");
}

export function unpackTasks(tasks: string): unknown[] {
  return z.array(z.unknown()).parse(unpacked(Buffer.from(tasks, "base64")));
}

/** A short key for everything that determines a result. */
export function contentKey(...parts: readonly unknown[]): string {
  return digestOf(parts, 32);
}

/** The same for a task, whose text may be long, on the ground of all that it shares with the others. */
export function taskKey(ground: string, text: string): string {
  return digest(`${ground}${text}`, 32);
}

/** No batch is larger than this when it is unpacked, whatever it claims. */
const mostBytes = 1 << 29;

export function packed(json: string): Buffer {
  return deflateSync(json, { level: 1 });
}

export function unpacked(bytes: Uint8Array): unknown {
  return JSON.parse(inflateSync(bytes, { maxOutputLength: mostBytes }).toString("utf8"));
}

/** Why a worker did not do a batch, as the queue holds it. */
export function refusal(worker: string, why: string): string {
  return `${mark}${worker}: ${why}`;
}

export interface Refusal {
  readonly worker: string;
  readonly sentence: string;
}

/** Who refused a batch and why, where that is why it failed; anybody may have written it. */
export function refusalIn(reason: string): Refusal | undefined {
  if (!reason.startsWith(mark)) return undefined;
  const said = plain(reason.slice(mark.length));
  return { worker: said.split(": ", 1)[0] ?? "", sentence: `worker ${said}` };
}

const mark = "refused by ";
