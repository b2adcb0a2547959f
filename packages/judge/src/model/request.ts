import { sumOf } from "@plotline/base";
import { digestOf } from "@plotline/base/node";
import { tokensOf } from "./cost.ts";

export interface ChatMessage {
  readonly role: "system" | "user" | "assistant";
  readonly content: string;
}

/** The form that an answer must have, as JSON Schema. */
export interface AnswerForm {
  readonly name: string;
  readonly schema: object;
}

export interface ChatRequest {
  /** A hash of everything that determines the answer: the same question has the same id. */
  readonly id: string;
  readonly model: string;
  readonly messages: readonly ChatMessage[];
  readonly form: AnswerForm;
  /** Tokens: at most in the messages, expected in the answer, and where an answer ends, thoughts included. */
  readonly sent: number;
  readonly expected: number;
  readonly most: number;
}

export interface ModelSettings {
  readonly model: string;
  /** Tokens that the model can read and write for one request. */
  readonly context: number;
}

/** An answer ends at several times what is expected, with room for thoughts; a message costs 8 tokens beyond its words. */
export function chatRequest(
  { model, context }: ModelSettings,
  messages: readonly ChatMessage[],
  form: AnswerForm,
  expected: number,
): ChatRequest {
  const sent = sumOf(messages, ({ content }) => 8 + tokensOf(content));
  const most = Math.max(expected, Math.min(2_000 + 4 * expected, context - sent));
  return { id: digestOf([model, messages, form], 40), model, messages, form, sent, expected, most };
}

export function fits({ sent, expected }: ChatRequest, { context }: ModelSettings): boolean {
  return sent + expected <= context;
}

/** The model's reply. A refusal or a truncated answer is one too: the checks find what is missing. */
export interface Reply {
  readonly text: string;
  /** The model declined, in its own words. */
  readonly refusal?: string;
  /** The answer ended because it became too long. */
  readonly cutOff?: boolean;
  readonly tokens?: { readonly sent: number; readonly received: number };
}

/** Asks the model, a cache or a file of answers; undefined where nobody has answered yet. */
export type Ask = (request: ChatRequest) => Promise<Reply | undefined>;

/** The body of the request, in the form of OpenAI's chat completions. */
export function requestBody(request: ChatRequest, format: ResponseFormat): Record<string, unknown> {
  const { model, messages, form, most } = request;
  return { model, messages, temperature: 0, max_tokens: most, ...formats[format](form) };
}

/** How strictly the server is asked for JSON; not every server accepts every form. */
export const responseFormats = ["limits", "schema", "object", "none"] as const;
type ResponseFormat = (typeof responseFormats)[number];

const limits = new Set(["maxLength", "maxItems"]);

const formats: Record<ResponseFormat, (form: AnswerForm) => Record<string, unknown>> = {
  limits: (form) => ({ response_format: { type: "json_schema", json_schema: { ...form, strict: true } } }),
  schema: (form) =>
    formats.limits(JSON.parse(JSON.stringify(form, (key, value) => (limits.has(key) ? undefined : value)))),
  object: () => ({ response_format: { type: "json_object" } }),
  none: () => ({}),
};

/** The name of a model's alignments: the folder in alignments/, and the row of a table. */
export function judgeName(model: string): string {
  const plain = model
    .normalize("NFC")
    .replace(/[^\p{L}\p{N}._-]+/gu, "-")
    .replace(/^[.-]+|[.-]+$/g, "")
    .slice(0, 80);
  return `judge-${plain === "" ? "model" : plain}`;
}
