import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** What a request said. */
export interface Heard {
  readonly body: Record<string, unknown>;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  readonly authorization: string | undefined;
}

/** How the server answers: as a real one, or with a fault. */
export type Behaviour = (heard: Heard, response: ServerResponse, count: number) => void | Promise<void>;

/** A model's server on this machine that answers like the real ones, and remembers what it heard. It ends with the test. */
export async function modelServer(
  behave: Behaviour,
): Promise<{ readonly url: string; readonly heard: readonly Heard[] }> {
  const heard: Heard[] = [];
  const server = createServer((request, response) => {
    void bodyOf(request).then(async (text) => {
      const body = JSON.parse(text) as Heard["body"];
      const one = {
        body,
        messages: body["messages"] as Heard["messages"],
        authorization: request.headers.authorization,
      };
      heard.push(one);
      await behave(one, response, heard.length);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/v1`, heard };
}

/** A completion in one piece. */
export function whole(text: string, extra: { finish?: string; refusal?: string } = {}): Behaviour {
  return (_, response) => {
    const message = { role: "assistant", content: text, refusal: extra.refusal ?? null };
    json(response, 200, {
      object: "chat.completion",
      choices: [{ index: 0, message, finish_reason: extra.finish ?? "stop" }],
      usage: { prompt_tokens: 11, completion_tokens: 7 },
    });
  };
}

/** The same as server-sent events, a few characters each. */
export function streamed(text: string, { isCut = false } = {}): Behaviour {
  return (heard, response) => {
    response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8" });
    const send = (event: unknown) => response.write(`data: ${JSON.stringify(event)}\n\n`);
    send({ choices: [{ index: 0, delta: { role: "assistant", content: "" }, finish_reason: null }] });
    for (const piece of (isCut ? text.slice(0, text.length / 2) : text).match(/[\s\S]{1,17}/g) ?? [])
      send({ choices: [{ index: 0, delta: { content: piece }, finish_reason: null }] });
    if (!isCut) {
      send({ choices: [{ index: 0, delta: {}, finish_reason: "stop" }] });
      if (heard.body["stream_options"] !== undefined)
        send({ choices: [], usage: { prompt_tokens: 11, completion_tokens: 7 } });
      response.write("data: [DONE]\n\n");
    }
    response.end();
  };
}

export function refused(status: number, message = "no", headers: Record<string, string> = {}): Behaviour {
  return (_, response) => json(response, status, { error: { message, type: "test" } }, headers);
}

/** First some behaviours, one for each request, and then the last for ever. */
export function inTurn(...behaviours: readonly Behaviour[]): Behaviour {
  return (heard, response, count) => behaviours[Math.min(count, behaviours.length) - 1]!(heard, response, count);
}

export function json(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(JSON.stringify(body));
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString("utf8");
}
