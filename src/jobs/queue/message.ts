import { createHash } from "node:crypto";
import { deflateSync, inflateSync } from "node:zlib";
import { z } from "zod";
import { version } from "../../version.ts";
import { bundleShape } from "./bundle.ts";

/** Feeder and worker must be of one version: what they make is to be equal to the byte. */
const messages = 2;
export const messageVersion = `${messages}/${version}` as const;

/** One batch of work. Texts travel packed; models and datasets are named by what is in them. */
const messageShape = z.strictObject({
  version: z.literal(messageVersion),
  kind: z.string(),
  setup: z.unknown(),
  folders: z.record(z.string(), bundleShape),
  /** Where files of folders can be had. */
  at: z.array(z.url({ protocol: /^https?$/ })).max(4),
  tasks: z.string(),
});
export type Message = z.infer<typeof messageShape>;

/** The message, or the sentence with which a worker refuses it. */
export function readMessage(data: unknown): Message | { readonly refused: string } {
  const sender = z.looseObject({ version: z.string() }).safeParse(data).data?.version;
  if (sender !== messageVersion)
    return {
      refused: `This work is of plotline ${sender?.split("/")[1] ?? "of another kind"} (messages ${sender?.split("/")[0] ?? "unknown"}), and the worker is plotline ${version} (messages ${messages}): install the same version on both.`,
    };
  const read = messageShape.safeParse(data);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  return { refused: `This message cannot be understood: ${issue?.path.join(".")}: ${issue?.message}.` };
}

/** Tasks as they travel; each is given as JSON already. */
export function packTasks(tasks: readonly string[]): string {
  return packed(`[${tasks.join(",")}]`).toString("base64");
}

export function unpackTasks(tasks: string): unknown[] {
  return z.array(z.unknown()).parse(unpacked(Buffer.from(tasks, "base64")));
}

/** A short name for everything that decides a result. */
export function contentKey(...parts: readonly unknown[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 32);
}

/** The same for a task, whose text may be long, on the ground of all that it shares with the others. */
export function taskKey(ground: string, text: string): string {
  return createHash("sha256").update(ground).update(text).digest("hex").slice(0, 32);
}

/** No batch is larger than this when it is unpacked, whatever it claims. */
const mostBytes = 1 << 29;

export function packed(json: string): Buffer {
  return deflateSync(json, { level: 1 });
}

export function unpacked(bytes: Uint8Array): unknown {
  return JSON.parse(inflateSync(bytes, { maxOutputLength: mostBytes }).toString("utf8"));
}
