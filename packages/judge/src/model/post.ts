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
  limits: PostLimits,
): Promise<Posted> {
  const sent = Buffer.from(JSON.stringify(body), "utf8");
  const message = await answered(url, sent, headers, limits);
  const { statusCode: status = 0 } = message;
  return { status, headers: message.headers, text: await textOf(message, limits) };
}

/** The head of the answer; its body is still to come. */
function answered(
  url: URL,
  sent: Buffer,
  headers: Readonly<Record<string, string>>,
  { silence, longest }: PostLimits,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const start = url.protocol === "https:" ? httpsRequest : httpRequest;
    const own = {
      ...headers,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "accept-encoding": "identity",
      "content-length": String(sent.length),
    };
    const request = start(url, { method: "POST", headers: own, agent: false }, (message) => {
      clearTimeout(timer);
      resolve(message);
    });
    const silent = new PassingFault("the server does not answer");
    const timer = setTimeout(() => request.destroy(silent), Math.min(silence, longest));
    request.on("error", (error) => {
      clearTimeout(timer);
      reject(error instanceof PassingFault ? error : new PassingFault(connectionFault(error)));
    });
    request.end(sent);
  });
}

async function textOf(message: IncomingMessage, { maxBytes, silence, longest }: PostLimits): Promise<string> {
  const slow = setTimeout(() => message.destroy(new PassingFault("the answer takes too long")), longest);
  const silent = setTimeout(() => message.destroy(new PassingFault("the server went silent")), silence);
  const pieces: Buffer[] = [];
  let length = 0;
  try {
    for await (const piece of message as AsyncIterable<Buffer>) {
      silent.refresh();
      length += piece.length;
      if (length > maxBytes) throw new TooLarge();
      pieces.push(piece);
    }
  } catch (error) {
    if (error instanceof PassingFault || error instanceof TooLarge) throw error;
    throw new PassingFault("the answer broke off half-way");
  } finally {
    clearTimeout(slow);
    clearTimeout(silent);
    message.destroy();
  }
  return Buffer.concat(pieces).toString("utf8");
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
