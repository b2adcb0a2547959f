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

/** A chat completion in one piece; undefined where it is something else. */
export function replyOf(body: unknown): Reply | undefined {
  const parsed = whole.safeParse(body);
  if (!parsed.success) return undefined;
  const [first] = parsed.data.choices;
  return replied(first!.message.content, first!.finish_reason, first!.message.refusal, parsed.data.usage);
}

/** A chat completion as server-sent events; undefined where its end is missing. */
export function streamedReply(text: string): Reply | undefined {
  let [answer, refusal, ended] = ["", "", false];
  let finish: string | null | undefined;
  let counted: z.infer<typeof usage>;
  for (const line of text.split(/\r\n|\r|\n/)) {
    if (!line.startsWith("data:")) continue;
    const data = line.slice(5).trim();
    if (data === "[DONE]") {
      ended = true;
      continue;
    }
    const event = piece.safeParse(parsedJson(data));
    if (!event.success) return undefined;
    const [first] = event.data.choices;
    answer += first?.delta?.content ?? "";
    refusal += first?.delta?.refusal ?? "";
    finish = first?.finish_reason ?? finish;
    counted = event.data.usage ?? counted;
  }
  return ended || typeof finish === "string" ? replied(answer, finish, refusal || undefined, counted) : undefined;
}

function replied(
  text: string,
  finish: string | null | undefined,
  refusal: string | null | undefined,
  counted: z.infer<typeof usage>,
): Reply {
  const declined = refusal ?? (finish === "content_filter" ? "the answer was filtered" : undefined);
  return {
    text,
    refusal: declined?.slice(0, 300),
    cutOff: finish === "length" ? true : undefined,
    tokens: counted ? { sent: counted.prompt_tokens, received: counted.completion_tokens } : undefined,
  };
}
