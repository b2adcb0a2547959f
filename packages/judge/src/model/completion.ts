import { parsedJson } from "@plotline/base";
import { z } from "zod";
import type { Reply } from "./request.ts";

const count = z.number().min(0).catch(0);
const usage = z.looseObject({ prompt_tokens: count, completion_tokens: count }).nullish().catch(undefined);
/** Text, or a list of pieces of text. */
const content = z
  .union([z.string(), z.array(z.looseObject({ text: z.string().optional() }))])
  .nullish()
  .transform((given) => (typeof given === "string" ? given : (given ?? []).map(({ text = "" }) => text).join("")));
const message = z.looseObject({ content, refusal: z.string().nullish() });
const choice = z.looseObject({ finish_reason: z.string().nullish() });

const whole = z.looseObject({ choices: z.array(choice.extend({ message })).min(1), usage });
const piece = z.looseObject({ choices: z.array(choice.extend({ delta: message.nullish() })).default([]), usage });

type Piece = z.infer<typeof piece>;

/** A chat completion in one piece; undefined where it is something else. */
export function replyOf(body: unknown): Reply | undefined {
  const { data } = whole.safeParse(body);
  return data && joined([{ ...data, choices: data.choices.map((each) => ({ ...each, delta: each.message })) }]);
}

/** A chat completion as server-sent events; undefined where its end is missing. */
export function streamedReply(text: string): Reply | undefined {
  const lines = text.split(/\r\n|\r|\n/).flatMap((line) => (line.startsWith("data:") ? [line.slice(5).trim()] : []));
  const pieces = lines.filter((data) => data !== "[DONE]").map((data) => piece.safeParse(parsedJson(data)).data);
  const read = pieces.filter((each) => each !== undefined);
  const isEnded = lines.includes("[DONE]") || finishOf(read) !== undefined;
  return isEnded && read.length === pieces.length ? joined(read) : undefined;
}

function joined(pieces: readonly Piece[]): Reply {
  const all = (of: "content" | "refusal") => pieces.map(({ choices }) => choices[0]?.delta?.[of] ?? "").join("");
  const finish = finishOf(pieces);
  const declined = all("refusal") || (finish === "content_filter" ? "the answer was filtered" : undefined);
  const counted = pieces.findLast(({ usage }) => usage)?.usage;
  return {
    text: all("content"),
    refusal: declined?.slice(0, 300),
    cutOff: finish === "length" ? true : undefined,
    tokens: counted ? { sent: counted.prompt_tokens, received: counted.completion_tokens } : undefined,
  };
}

function finishOf(pieces: readonly Piece[]): string | undefined {
  const last = pieces.findLast(({ choices }) => typeof choices[0]?.finish_reason === "string");
  return last?.choices[0]?.finish_reason ?? undefined;
}
