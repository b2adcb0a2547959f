import { score } from "@plotline/align";
import { sumOf } from "@plotline/base";
import { beforeAll, describe, expect, test } from "vitest";
import { judgeChapter, judgedAlignment, namedLinks } from "./align.ts";
import { modelAddress } from "./model/address.ts";
import { ChatClient } from "./model/client.ts";
import { chatRequest } from "./model/request.ts";
import { JudgeSession } from "./model/session.ts";
import { type OwnReader, ownReader } from "./own.ts";
import { planChapter } from "./prompt/plan.ts";
import { isQuoted } from "./quote.ts";
import { type Faulty, faulty } from "./testing/faulty.ts";
import { type Behaviour, modelServer, refused, streamed, whole } from "./testing/model-server.ts";
import { judgements, type Recorded, recordedChapters } from "./testing/recorded.ts";
import { calibrationsOf, mustHelp, triedOut, tryOutText } from "./try-out.ts";

let read: OwnReader;

beforeAll(async () => {
  const own = await ownReader();
  const known = new Map<string, ReturnType<OwnReader>>();
  read = (chapter) => {
    const key = `${chapter.work} ${chapter.number}`;
    known.set(key, known.get(key) ?? own(chapter));
    return known.get(key)!;
  };
});

/** A model's server that answers about the recorded chapters. */
function scripted(answer: Faulty, secondly?: Behaviour): Behaviour {
  const chapters = recordedChapters();
  return (heard, response, count) => {
    const isSecond = heard.messages.at(-1)?.content.startsWith("There are faults") ?? false;
    if (isSecond && secondly) return secondly(heard, response, count);
    const asked = chapters.find(({ chapter }) =>
      heard.messages.some(({ content }) => content.includes(chapter.summary[0]!)),
    );
    const text = answer(asked!, isSecond);
    const most = 4 * Number(heard.body["max_tokens"]);
    const given = text.length > most ? whole(text.slice(0, most), { finish: "length" }) : streamed(text);
    return given(heard, response, count);
  };
}

/** What plotline makes of a model: tried out on the three chapters of the sample, then used on all nine. */
async function used(behave: Behaviour, { anyway = false } = {}) {
  const server = await modelServer(behave);
  const client = new ChatClient(modelAddress(server.url), { tries: 1 });
  const judged = await judgements(() => (request) => client.ask(request), { read });
  const tried = triedOut(judged.slice(0, 3));
  const calibration = calibrationsOf(tried.outcomes);
  const f = judged.map(({ judgement, gold }) => {
    const chapter = { ...judgement.plan.chapter, gold };
    const links = tried.helps || anyway ? judgedAlignment(judgement, calibration(chapter)) : judgement.plan.own.links;
    return score(links, gold).f;
  });
  const own = judged.map(({ judgement, gold }) => score(judgement.plan.own.links, gold).f);
  const named = judged.map(({ judgement, gold }) => score(namedLinks(judgement), gold).f);
  const refusals = sumOf(judged, ({ judgement }) => judgement.refused.size);
  return {
    tried,
    heard: server.heard,
    f: mean(f),
    own: mean(own),
    named: mean(named),
    each: f,
    ownEach: own,
    refusals,
  };
}

const mean = (values: readonly number[]) => sumOf(values) / values.length;
const careful: Faulty = ({ answer }: Recorded) => answer;

describe("a careful reader's recorded answers", () => {
  test("hold, help, and lose no more than .01 beside plotline's own odds", async () => {
    const { tried, f, own, named, refusals } = await used(scripted(careful));
    expect(tried.helps).toBe(true);
    expect(() => mustHelp(tried, false)).not.toThrow();
    expect(refusals).toBe(0);
    expect(f).toBeGreaterThan(named - 0.01);
    expect(f).toBeGreaterThan(own + 0.1);
  });

  test("have their quotes in their paragraphs", async () => {
    for (const { judgement } of await judgements(careful, { read }))
      for (const [, { links }] of judgement.accepted)
        for (const { story, quote } of links) expect(isQuoted(quote, judgement.plan.chapter.story[story]!)).toBe(true);
  });
});

describe("a weak model does no harm", () => {
  test.each(Object.entries(faulty))("%s", async (name, answer) => {
    const { tried, f, own, each, ownEach, heard } = await used(scripted(answer));
    expect(f).toBeGreaterThanOrEqual(own - 0.01);
    // Half an answer of a careful reader is worth its half; all others are found out.
    expect(tried.helps).toBe(name === "cut");
    if (!tried.helps) expect(each).toEqual(ownEach);
    for (const { body } of heard) expect(body["max_tokens"]).toBeGreaterThan(0);
  });

  test.each(Object.entries(faulty))(
    "%s, used anyway, costs little: its word is worth what it was in the try-out",
    async (_, answer) => {
      const { f, own } = await used(scripted(answer), { anyway: true });
      expect(f).toBeGreaterThan(own - 0.02);
    },
  );

  test("and this is said", async () => {
    const { tried } = await used(scripted(faulty.oneForAll));
    expect(tryOutText(tried)).toBe("On 3 chapters with gold this model has F .00, plotline .83, both together .83");
    expect(() => mustHelp(tried, false)).toThrow("plotline .83, both together .83: the model is not used");
    expect(() => mustHelp(tried, true)).not.toThrow();
  });

  test.each([
    [400, "request (4216 tokens) exceeds the available context size (4096 tokens)", 18],
    [400, "The input token count (35000) exceeds the maximum number of tokens allowed (32768).", 18],
    [413, "Request too large for model", 18],
    // Each form of request is tried, at every second question.
    [400, "Bad request", 9 + 9 * 5],
  ])(
    "a second question that is refused (%i, %s) refuses its points, and nothing ends",
    async (...[status, why, sent]) => {
      const { f, own, refusals, heard } = await used(scripted(faulty.wrongNumbers, refused(status, why)));
      expect(refusals).toBeGreaterThan(50);
      expect(f).toBeGreaterThanOrEqual(own - 0.01);
      expect(heard).toHaveLength(sent);
    },
  );

  test("a second question that is known not to fit is not sent", async () => {
    const { chapter } = recordedChapters()[0]!;
    const settings = { model: "m", style: "evidence", context: 32_000 } as const;
    const plan = await planChapter(chapter, read, settings);
    const { sent: tokens } = plan.asks[0]!.request;
    const tight = { ...plan, settings: { ...settings, context: tokens + 100 } };
    let sent = 0;
    const judgement = await judgeChapter(tight, async () => {
      sent++;
      return { text: "{}" };
    });
    expect(judgement?.refused.size).toBe(chapter.summary.length);
    expect(sent).toBe(1);
  });
});

test("nothing is sent where no address was named", async () => {
  const session = await JudgeSession.open({});
  const request = chatRequest({ model: "m", context: 99 }, [], { name: "f", schema: {} }, 10);
  expect(await session.ask(request)).toBeUndefined();
  expect(session.usage.requests).toBe(0);
});
