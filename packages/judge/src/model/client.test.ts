import { describe, expect, test } from "vitest";
import { alignmentForm } from "../prompt/prompt.ts";
import { type Behaviour, inTurn, json, modelServer, refused, streamed, whole } from "../testing/model-server.ts";
import { modelAddress } from "./address.ts";
import { ChatClient, type ClientOptions } from "./client.ts";
import { chatRequest } from "./request.ts";

const request = chatRequest(
  { model: "test-model", context: 740 },
  [{ role: "user", content: "What happens?" }],
  alignmentForm,
  7,
);
const key = "sk-very-secret-0123456789";

async function asking(behave: Behaviour, options: ClientOptions = {}) {
  const server = await modelServer(behave);
  const waits: number[] = [];
  const clock = { now: () => Date.parse("2026-01-01T00:00:00Z"), sleep: async (wait: number) => void waits.push(wait) };
  const client = new ChatClient(modelAddress(server.url), { clock, key, ...options });
  return { server, waits, ask: () => client.ask(request) };
}

describe("a model's server is understood", () => {
  test("when it answers in one piece", async () => {
    const { ask, server } = await asking(whole("hello"));
    expect(await ask()).toEqual({ text: "hello", tokens: { sent: 11, received: 7 } });
    const [heard] = server.heard;
    expect(heard?.authorization).toBe(`Bearer ${key}`);
    expect(heard?.body).toMatchObject({ model: "test-model", temperature: 0, stream: true, max_tokens: request.most });
    expect(JSON.stringify(heard?.body["response_format"])).toMatch(/"maxLength":\d+.*"maxItems":\d+/);
  });

  test("when it streams", async () => {
    const text = "A longer answer, in “pieces”, with an ü.";
    const { ask, server } = await asking(streamed(text));
    expect(await ask()).toEqual({ text, tokens: { sent: 11, received: 7 } });
    expect(server.heard[0]?.body["stream_options"]).toEqual({ include_usage: true });
  });

  test("when it calls the limit of an answer by another name, or takes no limits in a schema", async () => {
    const newer: Behaviour = (heard, response, count) =>
      ("max_tokens" in heard.body
        ? refused(400, "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.")
        : JSON.stringify(heard.body).includes("maxLength")
          ? refused(400, "Invalid schema: 'maxLength' is not permitted.")
          : whole("newer"))(heard, response, count);
    const { ask, server } = await asking(newer);
    expect((await ask()).text).toBe("newer");
    expect(server.heard.at(-1)?.body).toMatchObject({ max_completion_tokens: request.most });
    expect(server.heard.at(-1)?.body).toHaveProperty("response_format.type", "json_schema");
    expect(server.heard).toHaveLength(3);
  });

  test("when the request is too long: it is sent once, and the sentence says so", async () => {
    const small = refused(400, "request (4216 tokens) exceeds the available context size (4096 tokens)");
    const { ask, server } = await asking(small);
    await expect(ask()).rejects.toMatchObject({ name: "Problem", remedy: "smaller context" });
    expect(server.heard).toHaveLength(1);
  });

  test("when it takes neither a schema nor JSON mode nor a stream, and is not asked for them again", async () => {
    const picky: Behaviour = (heard, response, count) => {
      const { response_format: format, stream } = heard.body;
      if (format !== undefined || stream !== undefined) refused(400, "unknown field")(heard, response, count);
      else whole("plain")(heard, response, count);
    };
    const { ask, server } = await asking(picky);
    expect((await ask()).text).toBe("plain");
    expect(server.heard).toHaveLength(5);
    await ask();
    expect(server.heard).toHaveLength(6);
  });

  test("when it takes no temperature but its own", async () => {
    const own: Behaviour = (heard, response, count) =>
      ("temperature" in heard.body ? refused(400, "Unsupported value: 'temperature'") : whole("warm"))(
        heard,
        response,
        count,
      );
    const { ask, server } = await asking(own);
    expect((await ask()).text).toBe("warm");
    expect(server.heard[1]?.body).toHaveProperty("response_format.type", "json_schema");
  });

  test("when content is a list of pieces, when it refuses, and when it was cut off", async () => {
    const pieces: Behaviour = (_, response) =>
      json(response, 200, { choices: [{ message: { content: [{ type: "text", text: "a" }, { text: "b" }] } }] });
    expect((await (await asking(pieces)).ask()).text).toBe("ab");
    expect(await (await asking(whole("", { refusal: "No." }))).ask()).toMatchObject({ text: "", refusal: "No." });
    expect(await (await asking(whole("half", { finish: "length" }))).ask()).toMatchObject({ cutOff: true });
    expect(await (await asking(whole("", { finish: "content_filter" }))).ask()).toHaveProperty("refusal");
  });
});

describe("faults that pass are waited for", () => {
  test("as long as Retry-After says, in seconds or as a date", async () => {
    const busy = refused(429, "slow down", { "retry-after": "7" });
    const later = refused(503, "", { "retry-after": "Thu, 01 Jan 2026 00:00:30 GMT" });
    const { ask, waits } = await asking(inTurn(busy, later, refused(500), whole("at last")));
    expect((await ask()).text).toBe("at last");
    expect(waits).toEqual([7_000, 30_000, 4_000]);
  });

  test("when the line breaks, when half a stream comes, when the answer is not one", async () => {
    const breaks: Behaviour = (_, response) => void response.destroy();
    const halfBody: Behaviour = (_, response) => {
      response.writeHead(200, { "content-length": "1000" });
      response.write("{");
      response.destroy();
    };
    const wrong: Behaviour = (_, response) => json(response, 200, { choices: "none" });
    const { ask, waits } = await asking(
      inTurn(breaks, halfBody, streamed("never whole", { isCut: true }), wrong, whole("whole")),
    );
    expect((await ask()).text).toBe("whole");
    expect(waits).toHaveLength(4);
  });

  test("but not for ever: tries and patience end", async () => {
    const { ask, server } = await asking(refused(500), { tries: 3 });
    await expect(ask()).rejects.toThrow("the server answers 500, 3 times in a row. What was answered is saved");
    expect(server.heard).toHaveLength(3);
    const patient = await asking(refused(429, "", { "retry-after": "999999" }), { patience: 1000 });
    await expect(patient.ask()).rejects.toThrow("waiting any longer is not allowed");
    expect(patient.waits).toEqual([]);
  });

  test("a server that says nothing counts as gone", async () => {
    const { ask } = await asking(() => undefined, { tries: 1, limits: { silence: 50 } });
    await expect(ask()).rejects.toThrow("the server does not answer");
    const { ask: askSlow } = await asking(
      (_, response) => {
        response.writeHead(200, { "content-type": "text/event-stream" });
        const drip = setInterval(() => response.write(": still thinking\n\n"), 10);
        response.on("close", () => clearInterval(drip));
      },
      { tries: 1, limits: { silence: 5_000, longest: 200 } },
    );
    await expect(askSlow()).rejects.toThrow("the answer takes too long");
  });
});

describe("a hostile server", () => {
  test("cannot fill the memory", async () => {
    const endless: Behaviour = (_, response) => {
      response.writeHead(200, { "content-type": "application/json" });
      const more = () => {
        while (!response.destroyed && response.write("x".repeat(65_536)));
      };
      response.on("drain", more);
      more();
    };
    const { ask, server } = await asking(endless, { limits: { maxBytes: 1_000_000 } });
    await expect(ask()).rejects.toThrow("larger than 1 MB");
    expect(server.heard).toHaveLength(1);
  });

  test.each([301, 302, 307, 308])("cannot send us elsewhere with %i", async (status) => {
    const elsewhere = await modelServer(whole("stolen"));
    const { ask } = await asking((_, response) => {
      response.writeHead(status, { location: `${elsewhere.url}/chat/completions` });
      response.end();
    });
    await expect(ask()).rejects.toThrow("it redirects elsewhere, which is not followed");
    expect(elsewhere.heard).toEqual([]);
  });

  test("cannot make us print or keep the key", async () => {
    const { ask } = await asking(refused(401, `Incorrect API key provided: ${key}`));
    const error = await ask().then(
      () => "",
      (problem: unknown) => String(problem),
    );
    expect(error).toContain("PLOTLINE_JUDGE_KEY");
    expect(error).not.toContain(key);
    const echo: Behaviour = (heard, response, count) =>
      whole(`You sent ${heard.authorization}`)(heard, response, count);
    expect((await (await asking(echo)).ask()).text).toBe("You sent Bearer …");
  });

  test("cannot put control characters or long stories into our messages", async () => {
    const { ask } = await asking(refused(404, `\u001b[2J${"no such model ".repeat(500)}`));
    const error = await ask().then(
      () => "",
      (problem: unknown) => String(problem),
    );
    expect(error).not.toContain("\u001b");
    expect(error.length).toBeLessThan(500);
  });

  test.each(["[]", "null", '{"choices":[]}', '{"choices":[{"message":{"content":5}}]}', "<html>", ""])(
    "that sends %j is asked again and then given up",
    async (body) => {
      const { ask } = await asking(
        (_, response) => {
          response.writeHead(200, { "content-type": "application/json" });
          response.end(body);
        },
        { tries: 2 },
      );
      await expect(ask()).rejects.toThrow("half an answer, or something else, 2 times in a row");
    },
  );
});
