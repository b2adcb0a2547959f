import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { Problem, parsedJson } from "@plotline/base";
import { z } from "zod";
import { replyOf } from "./completion.ts";
import { type ChatRequest, type Reply, requestBody } from "./request.ts";

/** A request as a line of OpenAI's batch input, which other services take too. */
export function batchLine(request: ChatRequest): string {
  const body = requestBody(request, "schema");
  return `${JSON.stringify({ custom_id: request.id, method: "POST", url: "/v1/chat/completions", body })}\n`;
}

/** Reads a batch's output, OpenAI's or Anthropic's: one answer per line, in any order. */
export async function readAnswers(file: string) {
  const replies = new Map<string, Reply>();
  let [failed, number] = [0, 0];
  for await (const line of createInterface({ input: createReadStream(file, "utf8"), crlfDelay: Infinity })) {
    number++;
    if (line.trim() === "") continue;
    const { custom_id: id, response, result } = parsedLine(line, `${file}, line ${number}`);
    const message = result?.message;
    const ended = { message, finish_reason: message?.stop_reason === "max_tokens" ? "length" : undefined };
    const reply = replyOf(response && response.status_code < 300 ? response.body : { choices: [ended] });
    if (reply === undefined) failed++;
    else replies.set(id, reply);
  }
  if (number === 0) throw new Problem(`${file} is empty: there are no answers in it.`);
  return { replies, failed };
}

const answerLine = z.looseObject({
  custom_id: z.string().min(1),
  response: z.looseObject({ status_code: z.int().default(200), body: z.unknown() }).nullish(),
  /** Anthropic's form. */
  result: z
    .looseObject({ message: z.looseObject({ stop_reason: z.string().nullish() }) })
    .nullish()
    .catch(undefined),
});

function parsedLine(line: string, where: string): z.infer<typeof answerLine> {
  const value = parsedJson(line);
  if (value === undefined) throw new Problem(`${where} is not JSON; each line must be one answer of a batch.`);
  const parsed = answerLine.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new Problem(`${where} is not an answer of a batch: { "custom_id": "…", "response": { "body": { … } } }.`);
}
