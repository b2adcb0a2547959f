import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import { PassingFault } from "@plotline/base";

export interface PostLimits {
  readonly maxBytes: number;
  /** Milliseconds without a byte after which the server counts as unreachable. */
  readonly silence: number;
  /** Milliseconds that one answer may take, however steadily it arrives. */
  readonly longest: number;
}

export interface Posted {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/**
 * Sends JSON and reads the whole answer, which may come as a stream. Follows no redirect. Not by `fetch`, which gives up
 * after five minutes without a byte: a model on somebody's own machine may think for longer.
 */
export async function post(
  url: URL,
  body: unknown,
  headers: Readonly<Record<string, string>>,
  { maxBytes, silence, longest }: PostLimits,
): Promise<Posted> {
  const control = new AbortController();
  const giveUp = (why: string) => control.abort(new PassingFault(why));
  const silent = setTimeout(() => giveUp("the server does not answer"), silence);
  const slow = setTimeout(() => giveUp("the answer takes too long"), longest);
  let message: IncomingMessage | undefined;
  try {
    message = await answered(url, Buffer.from(JSON.stringify(body), "utf8"), headers, control.signal);
    const pieces: Buffer[] = [];
    let length = 0;
    for await (const piece of message as AsyncIterable<Buffer>) {
      silent.refresh();
      length += piece.length;
      if (length > maxBytes) throw new TooLarge();
      pieces.push(piece);
    }
    return { status: message.statusCode ?? 0, headers: message.headers, text: Buffer.concat(pieces).toString("utf8") };
  } catch (error) {
    if (error instanceof TooLarge) throw error;
    if (control.signal.aborted) throw control.signal.reason;
    throw new PassingFault(message === undefined ? connectionFault(error) : "the answer broke off half-way");
  } finally {
    clearTimeout(slow);
    clearTimeout(silent);
    message?.destroy();
  }
}

/** The head of the answer; its body is still to come. */
function answered(
  url: URL,
  sent: Buffer,
  own: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const headers = {
    ...own,
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    "accept-encoding": "identity",
    "content-length": String(sent.length),
  };
  const start = url.protocol === "https:" ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    start(url, { method: "POST", headers, agent: false, signal }, resolve).on("error", reject).end(sent);
  });
}

/** More than any honest answer: asking again would bring the same. */
export class TooLarge extends Error {
  override readonly name = "TooLarge";
}

function connectionFault(error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") return "the host is not known";
  if (code === "ECONNREFUSED") return "the connection is refused: is the model's server running";
  return `the connection failed${code === "" ? "" : ` (${code})`}`;
}
