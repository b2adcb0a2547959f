import { cpSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { Socket } from "node:net";
import { join } from "node:path";
import { type ReaderResult, readerResultSchema } from "@plotline/align";
import { writeTinyBert } from "@plotline/align/testing";
import { needs } from "@plotline/base/testing";
import { openCorpus, savedRuns } from "@plotline/corpus/node";
import { temporaryFolder } from "@plotline/corpus/testing";
import { questionAsks } from "@plotline/judge/node";
import {
  type AskedPoint,
  answering,
  type Behaviour,
  inTurn,
  knowing,
  likeWords,
  modelServer,
  refused,
  whole,
} from "@plotline/judge/testing";
import { defaultSet, maskedText } from "@plotline/questions";
import { askedWorks, contextSource } from "@plotline/runs/node";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { manyCommands, plotline, refusal, sample } from "../testing/plotline.ts";

const withRuntime = needs("onnxruntime");

manyCommands();
const title = "The Sea's Tithe";
let corpus = "";

beforeEach(() => {
  corpus = join(temporaryFolder(), "corpus");
  for (const [work, chapters] of Object.entries(chosen))
    for (const number of chapters)
      for (const file of [`stories/${work}/${number}.txt.utf8`, `summaries/${work}/${number}.txt.utf8`])
        cpSync(join(sample, file), join(corpus, file));
  const gold = join("manual_alignments", "Forty Guineas", "1.txt");
  cpSync(join(sample, gold), join(corpus, gold));
  const manifest = JSON.parse(readFileSync(join(sample, "corpus.json"), "utf8"));
  manifest.works = manifest.works.filter((work: { title: string }) => work.title in chosen);
  writeFileSync(join(corpus, "corpus.json"), JSON.stringify(manifest));
});

/** A model that helps: it knows the sample's gold. */
const helpful = async () => answering(await knowing(await openCorpus(sample)));

/** What the tests need of the sample corpus, with one chapter that can serve as an example. */
const chosen: Readonly<Record<string, readonly number[]>> = { [title]: [0, 1, 2, 3], "Forty Guineas": [0, 1] };

afterEach(() => {
  delete process.env["PLOTLINE_JUDGE_KEY"];
});

const three = ["--work", title, "--chapters", "1-3", "--model", "test:7b", "--parallel", "2"];
const stored = (chapter: number) =>
  JSON.parse(readFileSync(join(corpus, "alignments", "judge-test-7b", title, `${chapter}.json`), "utf8"));

describe("align --judge", () => {
  test("says what it costs, asks, writes links with quotes, and asks nothing the second time", async () => {
    const server = await modelServer(await helpful());
    process.env["PLOTLINE_JUDGE_KEY"] = "sk-secret-of-the-test";
    const line = ["align", corpus, "--judge", server.url, ...three, "--price", "1,2"];
    const { code, out, err } = await plotline(...line);
    expect(code, err).toBe(0);
    expect(err).toMatch(/points of 3 chapters, 1 request more to try the model out: 4 requests: at most [\d,]+ tokens/);
    expect(err).toMatch(/that is about 0\.\d+/);
    expect(err).toMatch(/On 1 chapter with gold this model has F 1\.00, plotline \.\d\d, both together (1\.00|\.9\d)/);
    expect(out).toMatch(/^judge-test-7b: \d+ links in 3 chapters/);
    expect(server.heard).toHaveLength(4);
    expect(stored(0).links[0]).toMatchObject({ summary: 0, story: 0, quote: expect.any(String) });
    expect(stored(0).links[0].confidence).toBeGreaterThan(0);
    expect(stored(0).judge.tryOut).toMatchObject({ chapters: 1, model: 1 });
    const again = await plotline(...line);
    expect(again.code, again.err).toBe(0);
    expect(again.err).toContain("0 requests (4 more are answered already)");
    expect(server.heard).toHaveLength(4);
  });

  test("a model that does not help is found out before the corpus is sent, and used only with --anyway", async () => {
    const same = (asked: AskedPoint) => likeWords({ ...asked, text: "Tell me about any of them, will you?" });
    const server = await modelServer(answering(same));
    const line = ["align", corpus, "--judge", server.url, ...three];
    const { code, err } = await plotline(...line);
    expect(code).toBe(2);
    expect(err).toMatch(/this model has F \.\d\d, plotline \.\d\d, both together \.\d\d: the model is not used/);
    expect(err).toContain("--anyway asks it all the same.");
    const asked = server.heard.length;
    expect(asked).toBeLessThanOrEqual(2);
    expect(existsSync(join(corpus, "alignments"))).toBe(false);
    const anyway = await plotline(...line, "--anyway");
    expect(anyway.code, anyway.err).toBe(0);
    expect(server.heard.length).toBeGreaterThan(asked);
  });

  withRuntime.test("plotline's own odds are those of the encoder that is named", async () => {
    const encoder = join(temporaryFolder(), "encoder");
    writeTinyBert(encoder);
    const server = await modelServer(whole("As a language model, I like rain."));
    const links = async (...more: string[]) => {
      const line = ["align", corpus, ...three, "--judge", server.url, "--anyway", ...more];
      expect((await plotline(...line)).code).toBe(0);
      return stored(0).links;
    };
    expect(await links("--encoder", encoder)).not.toEqual(await links());
  });

  test("its saved links are a method like any other", async () => {
    const server = await modelServer(await helpful());
    const line = ["--judge", server.url, "--work", "Forty Guineas", "--model", "test:7b"];
    expect((await plotline("align", corpus, ...line)).code).toBe(0);
    const evaluated = await plotline("evaluate", corpus, "--method", "judge-test-7b", "plotline", "--json");
    expect(evaluated.code, evaluated.err).toBe(0);
    const rows = JSON.parse(evaluated.out).methods as { method: string; f: number }[];
    expect(rows.map(({ method }) => method).sort()).toEqual(["judge-test-7b", "plotline"]);
    const f = (name: string) => rows.find(({ method }) => method === name)!.f;
    expect(f("judge-test-7b")).toBeGreaterThan(f("plotline"));
    const out = join(corpus, "..", "links.jsonl");
    const exported = await plotline("export", corpus, "--alignment", "judge-test-7b", "--out", out);
    expect(exported.code, exported.err).toBe(0);
  });

  test("never writes or prints the key, and records whom texts went to", async () => {
    const server = await modelServer(await helpful());
    process.env["PLOTLINE_JUDGE_KEY"] = "sk-secret-of-the-test";
    const { out, err } = await plotline("align", corpus, "--judge", server.url, ...three);
    expect(server.heard[0]?.authorization).toBe("Bearer sk-secret-of-the-test");
    const { readdirSync } = await import("node:fs");
    const files = readdirSync(corpus, { recursive: true, encoding: "utf8", withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
    const texts = files.filter((file) => /\.json$/.test(file)).map((file) => readFileSync(file, "utf8"));
    for (const text of [out, err, ...texts]) expect(text).not.toContain("sk-secret");
    const run = texts.find((text) => text.includes('"kind": "judge"')) ?? "";
    expect(JSON.parse(run).result).toMatchObject({ address: server.url, model: "test:7b", restricted: [] });
  });

  test("a point whose quote is invented is asked about once more, and then keeps plotline's own odds", async () => {
    const knows = await knowing(await openCorpus(sample));
    const liar = (asked: AskedPoint) =>
      asked.point === 2 ? [{ paragraph: 1, quote: "words that nobody ever wrote", sure: "certain" }] : knows(asked);
    const server = await modelServer(answering(liar));
    const { code, err } = await plotline("align", corpus, "--judge", server.url, ...three, "--chapters", "1");
    expect(code, err).toBe(0);
    expect(server.heard).toHaveLength(4);
    const question = server.heard[3]?.messages.at(-1)?.content;
    expect(question).toContain('Point 2: "words that nobody ever wrote" is not in paragraph 1');
    expect(err).toContain("Of 1 of 18 points the model's answer failed the checks");
    expect(stored(0).judge.own).toEqual([{ point: 1, why: expect.stringContaining("nobody ever wrote") }]);
    expect(stored(0).links.filter((link: { summary: number }) => link.summary === 1)).not.toContainEqual(
      expect.objectContaining({ quote: expect.any(String) }),
    );
    const where = ["explain", corpus, "--work", title, "--chapter", "1", "--alignment", "judge-test-7b"];
    expect((await plotline(...where, "--point", "2")).out).toContain("plotline's own odds decide");
    expect((await plotline(...where, "--point", "1")).out).toMatch(/the model quotes: “[^”]+”/);
  });

  test("resumes where a server gave up, without asking twice", async () => {
    const knows = await helpful();
    const server = await modelServer(inTurn(knows, refused(401, "no more"), knows));
    const line = ["align", corpus, "--judge", server.url, ...three, "--parallel", "1"];
    const first = await plotline(...line);
    expect(first.code).toBe(2);
    expect(first.err).toContain("What was answered is saved; the same command resumes.");
    expect(existsSync(join(corpus, "alignments"))).toBe(false);
    const second = await plotline(...line);
    expect(second.code, second.err).toBe(0);
    expect(server.heard).toHaveLength(5);
  });

  test("stops before its budget is spent, and writes no batch that exceeds it", async () => {
    const server = await modelServer(answering());
    const refused = await refusal("align", corpus, "--judge", server.url, ...three, "--budget", "10");
    expect(refused).toContain("more might exceed the budget of 10 tokens");
    expect(server.heard).toHaveLength(0);
    const batch = join(corpus, "..", "requests.jsonl");
    const written = await refusal("align", corpus, "--batch", batch, ...three, "--budget", "5000");
    expect(written).toContain("Nothing was written: the requests exceed the budget of 5000 tokens.");
    expect(existsSync(batch)).toBe(false);
  });

  test("a file that a batch takes the place of is set aside, and named", async () => {
    const mine = join(corpus, "..", "mine.txt");
    writeFileSync(mine, "Years of work.");
    const { code, err } = await plotline("align", corpus, "--batch", mine, ...three);
    expect([code, err]).toEqual([0, expect.stringMatching(/what was there before is in .*mine\.txt\.replaced-/)]);
    expect(readFileSync(/is in (\S+) now/.exec(err)?.[1] ?? "", "utf8")).toBe("Years of work.");
  });

  test("restricted texts stay here until the user says otherwise, and the run says so then", async () => {
    const file = join(corpus, "corpus.json");
    const manifest = JSON.parse(readFileSync(file, "utf8"));
    for (const work of manifest.works) if (work.title === title) work.summary = { licence: "all rights reserved" };
    writeFileSync(file, JSON.stringify(manifest));
    const server = await modelServer(await helpful());
    const line = ["align", corpus, "--judge", server.url, ...three, "--chapters", "1"];
    const first = await plotline(...line);
    expect(first).toMatchObject({ code: 2, err: expect.stringContaining("--send-restricted sends it all the same") });
    expect(server.heard).toHaveLength(0);
    const batch = join(corpus, "..", "requests.jsonl");
    const written = await plotline("align", corpus, "--batch", batch, ...three);
    expect(written.err).toContain(`has texts that may not be passed on: ${title}.`);
    expect([written.code, existsSync(batch)]).toEqual([0, true]);
    const second = await plotline(...line, "--send-restricted", "--json");
    expect(second.code, second.err).toBe(0);
    const { savedRuns } = await import("@plotline/corpus/node");
    const [kept] = await savedRuns(corpus);
    expect(kept?.run?.notes).toContain(`Restricted texts among them: ${title}.`);
    expect(kept?.run?.result).toMatchObject({ restricted: [title], address: server.url });
  });

  test.each([
    [["--judge", "localhost"], "is not the address of a model"],
    [["--judge", "http://localhost:1/v1", "--batch", "x.jsonl"], "choose one"],
    [["--answers", "nowhere.jsonl"], "there is no such file or folder"],
    [["--judge", "http://localhost:1/v1", "--chapters", "0"], "counted from 1"],
    [["--judge", "http://localhost:1/v1", "--chapters", "99"], "no summarised chapter"],
    [["--judge", "http://localhost:1/v1", "--price", "1"], "Must be two prices"],
  ])("%j gets a sentence", async (options, sentence) => {
    expect(await refusal("align", corpus, "--model", "test:7b", ...options)).toContain(sentence);
  });

  test("needs a model's name", async () => {
    expect(await refusal("align", corpus, "--judge", "http://localhost:1/v1")).toContain("--model");
  });
});

describe("without --judge", () => {
  test.each([
    ["align", () => ["align", corpus, "--threads", "1"]],
    ["a batch", () => ["align", corpus, "--batch", join(corpus, "..", "requests.jsonl"), ...three]],
    ["a dry run", () => ["align", corpus, "--dry-run", ...three]],
    ["explain", () => ["explain", corpus, "--work", title, "--chapter", "1", "--point", "1"]],
  ])("%s connects to nobody", async (_, line) => {
    const connects = vi.spyOn(Socket.prototype, "connect");
    process.env["PLOTLINE_JUDGE_KEY"] = "sk-secret-of-the-test";
    const { code, err } = await plotline(...line());
    expect(code, err).toBe(0);
    expect(connects).not.toHaveBeenCalled();
    connects.mockRestore();
  });

  test("an address in a corpus is not an address that the user named", async () => {
    const server = await modelServer(await helpful());
    await plotline("align", corpus, "--judge", server.url, ...three);
    const asked = server.heard.length;
    await plotline("align", corpus, "--threads", "1");
    await plotline("align", corpus, "--dry-run", ...three, "--chapters", "4");
    expect(server.heard).toHaveLength(asked);
  });
});

describe("batch files", () => {
  const rowsIn = (file: string) =>
    readFileSync(file, "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));

  /** Answers requests as a service would, OpenAI's in its form and Anthropic's in its own. */
  async function answered(batch: string, url: string, answers: string, service = "OpenAI"): Promise<void> {
    const lines: string[] = [];
    for (const { custom_id, body } of rowsIn(batch).reverse()) {
      const response = await fetch(`${url}/chat/completions`, { method: "POST", body: JSON.stringify(body) });
      const made = (await response.json()) as { choices: [{ message: { content: string } }] };
      const message = { content: [{ type: "text", text: made.choices[0].message.content }], stop_reason: "end_turn" };
      const given =
        service === "OpenAI"
          ? { response: { status_code: 200, body: made }, error: null }
          : { result: { type: "succeeded", message } };
      lines.push(JSON.stringify({ custom_id, ...given }));
    }
    writeFileSync(answers, `${lines.join("\n")}\n`);
  }

  test("the try-out comes first; then the same requests as the live way, and answers that are kept", async () => {
    const folder = temporaryFolder();
    const [batch, answers] = [join(folder, "requests.jsonl"), join(folder, "answers.jsonl")];
    const tried = await plotline("align", corpus, "--batch", batch, ...three);
    expect(tried.out).toContain("1 request. Nothing was sent");
    const [request] = rowsIn(batch);
    expect(request).toMatchObject({ method: "POST", url: "/v1/chat/completions", body: { model: "test:7b" } });
    expect(JSON.stringify(request)).not.toContain("maxLength");
    const server = await modelServer(await helpful());
    await answered(batch, server.url, answers, "Anthropic");
    const written = await plotline("align", corpus, "--batch", batch, "--answers", answers, ...three);
    expect(written.out, written.err).toContain("3 requests. Nothing was sent");
    await answered(batch, server.url, answers);
    const read = await plotline("align", corpus, "--answers", answers, ...three);
    expect(read.code, read.err).toBe(0);
    const fromBatch = stored(1);
    const asked = server.heard.length;
    const live = await plotline("align", corpus, "--judge", server.url, ...three);
    expect(live.err).toContain("0 requests (4 more are answered already)");
    expect(server.heard).toHaveLength(asked);
    expect(stored(1).links).toEqual(fromBatch.links);
  });

  test("answers that fit no request are said to", async () => {
    const folder = temporaryFolder();
    const [batch, answers] = [join(folder, "requests.jsonl"), join(folder, "answers.jsonl")];
    await plotline("align", corpus, "--batch", batch, ...three);
    await answered(batch, (await modelServer(await helpful())).url, answers);
    const other = await refusal("align", corpus, "--answers", answers, ...three, "--model", "other");
    expect(other).toContain("1 answer of the file fit none of them: were they to another model, example or text?");
  });

  test("what has no answer yet goes into the next batch, a second question included", async () => {
    const folder = temporaryFolder();
    const [batch, answers, next] = ["a", "b", "c"].map((name) => join(folder, `${name}.jsonl`)) as [
      string,
      string,
      string,
    ];
    await plotline("align", corpus, "--batch", batch, ...three, "--anyway");
    const ids = rowsIn(batch).map(({ custom_id }) => custom_id);
    const body = { choices: [{ message: { content: "{}" }, finish_reason: "stop" }] };
    const failed = { custom_id: ids[1], response: null, error: { code: "server_error" } };
    writeFileSync(
      answers,
      `${JSON.stringify({ custom_id: ids[0], response: { status_code: 200, body } })}\n${JSON.stringify(failed)}\n`,
    );
    const line = ["align", corpus, "--answers", answers, "--batch", next, ...three, "--anyway"];
    const { err, out } = await plotline(...line);
    expect(err).toContain("1 of the answers report a failed request");
    expect(out).toContain("4 requests");
    const [again, ...others] = rowsIn(next);
    expect(again.body.messages.at(-1).content).toContain("There are faults in this answer");
    expect(others.map(({ custom_id }) => custom_id)).toEqual(ids.slice(1));
  });

  test.each(["", "hello\n", '{"custom_id":7}\n'])("answers that are none get a sentence: %j", async (text) => {
    const file = join(temporaryFolder(), "answers.jsonl");
    writeFileSync(file, text);
    expect(await refusal("align", corpus, "--answers", file, ...three)).toContain("answers.jsonl");
  });
});

describe("score --judge", () => {
  /** Always takes the first option, and forgets the last question until it is asked again. */
  const first: Behaviour = (heard, response, count) => {
    const asked = heard.messages[1]?.content.match(/^\[\d+\] .*(?=\n {4})/gm)?.length ?? 0;
    const again = /only for these questions: (\d+)/.exec(heard.messages.at(-1)?.content ?? "")?.[1];
    const numbers = again === undefined ? Array.from({ length: asked }, (_, k) => k + 1) : [Number(again)];
    const given = again === undefined && asked > 1 ? numbers.slice(0, -1) : numbers;
    const answers = given.map((question) => ({ question, option: 1 }));
    return whole(JSON.stringify({ answers }))(heard, response, count);
  };

  test("asks cloze and completion under both protocols, and leaves a row for tables", async () => {
    const server = await modelServer(first);
    const line = ["--work", "Forty Guineas", "--model", "test:7b", "--parallel", "8", "--json"];
    const { code, out, err } = await plotline("paper", "score", corpus, "--judge", server.url, ...line);
    expect(code, err).toBe(0);
    const { scores } = JSON.parse(out);
    expect(scores.map((each: Record<string, string>) => [each["task"], each["protocol"]])).toEqual([
      ["cloze", "paper"],
      ["cloze", "blind"],
      ["completion", "paper"],
      ["completion", "blind"],
    ]);
    for (const { right, questions } of scores) {
      expect(questions).toBeGreaterThan(10);
      expect(right).toBeLessThan(0.5);
    }
    const rows = await judgedResults(corpus);
    expect(rows.map(({ alignment, task, protocol }) => [alignment, task, protocol]).sort()).toEqual([
      ["judge-test-7b", "cloze", "blind"],
      ["judge-test-7b", "cloze", "paper"],
      ["judge-test-7b", "completion", "blind"],
      ["judge-test-7b", "completion", "paper"],
    ]);
    const cloze = rows.find(({ task, protocol }) => task === "cloze" && protocol === "paper");
    expect(cloze?.right["Forty Guineas"]).toHaveLength(cloze?.questions ?? 0);
    const blind = server.heard.filter(({ messages }) => messages[0]?.content.includes("one name is missing"));
    expect(blind.length).toBeGreaterThan(0);
    for (const { messages } of blind) expect(messages[1]?.content).toContain("_____");
    const asked = server.heard.length;
    await plotline("paper", "score", corpus, "--judge", server.url, ...line);
    expect(server.heard).toHaveLength(asked);
  });

  test("asks no cloze question beside a sentence that has its answer", async () => {
    const opened = await openCorpus(corpus);
    const asked = { set: defaultSet, sources: [await contextSource(opened, "plotline", 1)] };
    let questions = 0;
    for await (const { sittings } of askedWorks(opened, opened.works, asked))
      for (const sitting of sittings) {
        if (sitting.task !== "cloze") continue;
        for (const { places } of questionAsks(sitting, { model: "m", context: 32_000 })) {
          const together = places.map((place) => sitting.questions[place]!);
          questions += together.length;
          for (const one of together)
            for (const { options } of together.filter((other) => other !== one))
              expect(maskedText(one, "_____")).not.toContain(options.names[options.answer]);
        }
      }
    expect(questions).toBeGreaterThan(50);
  });

  test("asks some questions where not all are wanted, and saves no row", async () => {
    const server = await modelServer(first);
    const line = ["--work", "Forty Guineas", "--model", "test:7b", "--parallel", "8", "--json", "--limit", "8"];
    const { code, out, err } = await plotline("paper", "score", corpus, "--judge", server.url, ...line);
    expect(code, err).toBe(0);
    const { scores } = JSON.parse(out);
    expect(scores.map((each: { questions: number }) => each.questions)).toEqual([8, 8, 8, 8]);
    const informed = await plotline("paper", "score", corpus, "--judge", server.url, ...line, "--alignment", "gold");
    expect(informed.err).toContain("The contexts of gold are the gold links themselves.");
    expect(await judgedResults(corpus)).toEqual([]);
  });

  test("counts what cannot be read, and scores none of it as wrong", async () => {
    const line = ["--work", "Forty Guineas", "--model", "test:7b", "--parallel", "8"];
    const sorry = await modelServer(whole("I am sorry, the options are unclear."));
    expect(await refusal("paper", "score", corpus, "--judge", sorry.url, ...line, "--limit", "5")).toContain(
      "None of 20 answers could be read",
    );
    const often = await modelServer((heard, response, count) =>
      (count % 2 === 0 ? whole('{"answers":[{"question":1,"option":77}]}') : first)(heard, response, count),
    );
    const made = await plotline(
      "paper",
      "score",
      corpus,
      "--judge",
      often.url,
      ...line,
      "--model",
      "often",
      "--parallel",
      "1",
    );
    expect(made.code, made.err).toBe(0);
    expect(made.out).toMatch(/task +protocol +n +unreadable +right/);
    expect(made.err).toMatch(/\d+ answers? could not be read, asked twice/);
    const { savedRuns } = await import("@plotline/corpus/node");
    const saved = (await savedRuns(corpus)).map(({ run }) => run?.result as { unreadable: number; questions: number });
    expect(saved.some(({ unreadable }) => unreadable > 0)).toBe(true);
  });

  test("names the corpus alone", async () => {
    const judge = ["--judge", "http://localhost:1/v1", "--model", "x"];
    expect(await refusal("paper", "score", corpus, "runs/reader", ...judge)).toContain("give only the corpus");
    expect(await refusal("paper", "score", "reader")).toContain("no such corpus folder");
  });
});

/** What was saved in the corpus of a model that was scored. */
async function judgedResults(folder: string): Promise<ReaderResult[]> {
  const judged = (await savedRuns(folder)).filter(({ run }) => /^judge (cloze|completion)$/.test(run?.kind ?? ""));
  return judged.map(({ run }) => readerResultSchema.parse(run?.result));
}
