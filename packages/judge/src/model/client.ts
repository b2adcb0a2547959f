import { PassingFault, Problem, parsedJson, version } from "@plotline/base";
import { oneLine } from "../plain.ts";
import { keyVariable } from "../settings.ts";
import type { Address } from "./address.ts";
import { replyOf, streamedReply } from "./completion.ts";
import { type Posted, type PostLimits, post, TooLarge } from "./post.ts";
import { type ChatRequest, type Reply, requestBody, responseFormats } from "./request.ts";

/** Time, handed in so that tests need not wait for it. */
const systemClock = {
  now: () => Date.now(),
  sleep: (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds)),
};

export interface ClientOptions {
  /** From the environment; it is put into one header and nowhere else. */
  readonly key?: string;
  /** The most times that one request is sent. */
  readonly tries?: number;
  /** Milliseconds that may be spent waiting between tries, all requests together. */
  readonly patience?: number;
  readonly limits?: Partial<PostLimits>;
  readonly clock?: typeof systemClock;
}

const usualLimits: PostLimits = { maxBytes: 4 * 2 ** 20, silence: 10 * 60_000, longest: 60 * 60_000 };

/** Asks a model whose server speaks the protocol of OpenAI's chat completions. */
export class ChatClient {
  /** The first form of request that this server accepts: schema and stream, then less and less. */
  private variant = 0;
  /** Fields that this server does not take: a temperature, a limit under this name, the count of a stream. */
  private readonly untaken = new Set<string>();
  private waited = 0;
  private readonly limits: PostLimits;
  private readonly headers: Readonly<Record<string, string>>;
  private readonly clock: typeof systemClock;

  constructor(
    private readonly address: Address,
    private readonly options: ClientOptions = {},
  ) {
    const { key, limits, clock = systemClock } = options;
    this.limits = { ...usualLimits, ...limits };
    this.headers = {
      "user-agent": `plotline/${version}`,
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
    };
    this.clock = clock;
  }

  /** One answer, after as many tries as it takes; a Problem where there will be none. */
  async ask(request: ChatRequest): Promise<Reply> {
    const { tries = 6 } = this.options;
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.askOnce(request);
      } catch (error) {
        if (error instanceof TooLarge)
          throw this.problem(`its answer is larger than ${Math.round(this.limits.maxBytes / 2 ** 20)} MB`);
        if (!(error instanceof PassingFault)) throw error;
        if (attempt >= tries) throw this.problem(`${error.message}, ${tries} times in a row`);
        await this.wait(error, attempt);
      }
    }
  }

  private async wait(fault: PassingFault, attempt: number): Promise<void> {
    const { patience = 15 * 60_000 } = this.options;
    const wait = fault.wait ?? Math.min(60_000, 1000 * 2 ** (attempt - 1));
    this.waited += wait;
    if (this.waited > patience) throw this.problem(`${fault.message}, and waiting any longer is not allowed`);
    await this.clock.sleep(wait);
  }

  private async askOnce(request: ChatRequest): Promise<Reply> {
    for (;;) {
      const { variant } = this;
      const body = this.bodyOf(request);
      const posted = await post(this.address.url, body, this.headers, this.limits);
      if (![400, 413, 422].includes(posted.status)) return this.replyTo(posted);
      if (posted.status === 413 || overflow.test(posted.text))
        throw new NotTaken(this.sentence(`the request is too long${this.said(posted)}`), "smaller context");
      // Other requests of the same run may have found out in the meantime.
      const untaken = optional.find((field) => field in body && posted.text.includes(field));
      if (untaken !== undefined) this.untaken.add(untaken);
      else this.variant = Math.max(this.variant, variant + 1);
      if (this.variant >= variants.length) {
        this.variant = 0;
        throw new NotTaken(this.sentence(`it answers ${posted.status}${this.said(posted)}`));
      }
    }
  }

  private bodyOf(request: ChatRequest): Record<string, unknown> {
    const { format, stream } = variants[this.variant]!;
    const streaming = stream && { stream, stream_options: { include_usage: true } };
    const body: Record<string, unknown> = { ...requestBody(request, format), ...streaming };
    if (this.untaken.has("max_tokens")) body["max_completion_tokens"] = request.most;
    return Object.fromEntries(Object.entries(body).filter(([field]) => !this.untaken.has(field)));
  }

  private replyTo(posted: Posted): Reply {
    const { status, headers, text } = posted;
    if (status >= 300 && status < 400)
      throw this.problem("it redirects elsewhere, which is not followed; name the address itself");
    if (status === 401 || status === 403)
      throw this.problem(`it answers ${status}: set ${keyVariable} to a key that it accepts${this.said(posted)}`);
    if (status === 408 || status === 429 || status >= 500)
      throw new PassingFault(`the server answers ${status}`, retryAfter(headers["retry-after"], this.clock.now()));
    if (status !== 200) throw this.problem(`it answers ${status}${this.said(posted)}`);
    const clean = this.withoutKey(text);
    const isStream = (headers["content-type"] ?? "").includes("event-stream") || clean.startsWith("data:");
    const reply = isStream ? streamedReply(clean) : replyOf(parsedJson(clean));
    if (reply === undefined) throw new PassingFault("the server sends half an answer, or something else");
    return reply;
  }

  private problem(what: string): Problem {
    return new Problem(this.sentence(what));
  }

  private sentence(what: string): string {
    return `${this.address.name}: ${this.withoutKey(what)}. What was answered is saved; the same command resumes.`;
  }

  /** The server's reason for its refusal, as the end of a sentence. */
  private said({ text }: Posted): string {
    const error = (parsedJson(text) as { error?: { message?: unknown } } | undefined)?.error;
    const message = typeof error === "string" ? error : error?.message;
    if (typeof message !== "string" || message.trim() === "") return "";
    return ` ("${oneLine(this.withoutKey(message)).slice(0, 200)}")`;
  }

  /** A server may repeat what it was sent: the key goes no further. */
  private withoutKey(text: string): string {
    const { key } = this.options;
    return key === undefined || key === "" ? text : text.replaceAll(key, "…");
  }
}

/** The server takes this request in no form: it is too long for the model, or has another fault in the server's eyes. */
class NotTaken extends Problem {}

/** A request that is not taken has no answer; any other failure is one. */
export function unlessNotTaken(error: unknown): undefined {
  if (!(error instanceof NotTaken)) throw error;
}

/** How llama.cpp, Ollama, vLLM, OpenAI and Google say that a request is too long. */
const overflow =
  /context[_ ](size|length|window)|maximum context|(prompt|input) is too long|too many tokens|number of tokens allowed/i;

const optional = ["temperature", "stream_options", "max_tokens", "max_completion_tokens"];

const variants = [
  ...responseFormats.map((format) => ({ format, stream: true })),
  { format: "none" as const, stream: false },
];

/** Retry-After is a number of seconds or a date. */
function retryAfter(text: string | undefined, now: number): number | undefined {
  if (/^\d{1,9}(\.\d{1,6})?$/.test(text?.trim() ?? "")) return Number(text) * 1000;
  const date = Date.parse(text ?? "");
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
