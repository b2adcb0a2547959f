// Some of the people of bench/team.mjs, in a process of their own: each has a cookie, a connection and a stream of its own.
import { Agent, get, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { random } from "../packages/base/dist/random.js";

const state = { phase: "wait", saves: [], reads: [], errors: [] };
let everyone = [];

process.on("message", async (message) => {
  if ("people" in message) {
    everyone = message.people.map((person) => new Client(person, message.port, message.seed));
    for (const client of everyone) await client.enter();
    process.send({ in: true });
    for (const client of everyone) void client.work();
    return;
  }
  const { phase } = message;
  if (phase === "report") {
    const { saves, reads, errors } = state;
    process.send({ report: { saves, reads, errors } });
    return;
  }
  state.phase = phase;
  if (phase !== "stop") return;
  while (everyone.some(({ isWorking }) => isWorking)) await sleep(20);
  for (const client of everyone) client.leave();
  process.send({
    acknowledged: everyone
      .filter(({ person }) => person.role === "annotator")
      .map(({ person, changes }) => ({ name: person.name, chapter: person.chapter, changes })),
  });
  setTimeout(() => process.exit(0), 5_000);
});
process.on("disconnect", () => process.exit(0));

class Client {
  changes = [];
  isWorking = false;
  revision = 0;

  constructor(person, port, seed) {
    this.person = person;
    this.port = port;
    this.next = random(seed, person.name);
    this.agent = new Agent({ keepAlive: true, maxSockets: 1 });
    this.place = `${encodeURIComponent(person.chapter.folder)}/${person.chapter.number}`;
  }

  async enter() {
    const { status, headers } = await this.send("POST", "/api/session", { secret: this.person.secret });
    if (status !== 200) throw new Error(`${this.person.name} did not get in: ${status}`);
    this.cookie = headers["set-cookie"][0].split(";")[0];
    const { body } = await this.send("GET", `/api/works/${this.place}`);
    this.shape = { bullets: body.summary.length, paragraphs: body.story.length };
    this.listen();
  }

  /** The stream of what happens, opened again whenever it ends, as a browser does. */
  listen() {
    const options = {
      port: this.port,
      path: `/api/team/live?folder=${encodeURIComponent(this.person.chapter.folder)}&number=${this.person.chapter.number}`,
      headers: { cookie: this.cookie },
    };
    const again = () => this.isLeft || setTimeout(() => this.listen(), 1_000 + 1_000 * this.next());
    this.stream = get(options, (response) => response.resume().on("close", again)).on("error", again);
  }

  leave() {
    this.isLeft = true;
    this.stream.destroy();
    this.agent.destroy();
  }

  async work() {
    await sleep(1_000 * this.next());
    while (state.phase !== "stop") {
      this.isWorking = true;
      if (state.phase === "wait") await sleep(50);
      else if (this.person.role === "reader") await this.read();
      else await this.annotate();
    }
    this.isWorking = false;
  }

  /** A page, how far it was read, now and then the library; a few seconds between. */
  async read() {
    const begun = performance.now();
    const asked =
      this.next() < 0.1 ? await this.send("GET", "/api/library") : await this.send("GET", `/api/works/${this.place}`);
    this.note(asked, state.reads, begun);
    const place = { ...this.person.chapter, paragraph: Math.floor(this.shape.paragraphs * this.next()) };
    const kept = await this.send("POST", `/api/people/${encodeURIComponent(this.person.name)}/places`, place);
    this.note(kept, undefined, begun);
    await sleep(3_000 + 4_000 * this.next());
  }

  async annotate() {
    const begun = performance.now();
    const [summary, story] = [this.shape.bullets, this.shape.paragraphs].map((count) =>
      Math.floor(count * this.next()),
    );
    const change =
      this.next() < 0.2
        ? { act: "done", summary, is: this.next() < 0.8 }
        : { act: "link", cells: [{ summary, story }] };
    for (;;) {
      const path = `/api/sheets/${encodeURIComponent(this.person.name)}/${this.place}`;
      const answer = await this.send("POST", path, { revision: this.revision, change });
      if (state.phase === "load") this.note(answer, state.saves, begun);
      const history = answer.status === 200 ? answer.body : answer.body?.current;
      if (history !== undefined) this.revision = history.revision;
      const isThere = answer.status === 409 && JSON.stringify(history.steps.at(-1)) === JSON.stringify(change);
      if (answer.status === 200 || isThere) {
        this.changes.push(change);
        break;
      }
      if (state.phase === "stop") return;
      await sleep(20 + 50 * this.next());
    }
    if (state.phase === "load") await sleep(Math.max(0, 1_000 - (performance.now() - begun)));
  }

  note({ status }, times, begun) {
    if (state.phase !== "load") return;
    if (status === 200) times?.push(performance.now() - begun);
    else state.errors.push(`answered ${status}`);
  }

  send(method, path, content) {
    return new Promise((resolve) => {
      const body = content === undefined ? undefined : JSON.stringify(content);
      const headers = {
        ...(this.cookie !== undefined && { cookie: this.cookie }),
        ...(body !== undefined && {
          "content-type": "application/json",
          "content-length": Buffer.byteLength(body),
          origin: `http://127.0.0.1:${this.port}`,
        }),
      };
      const fail = () => resolve({ status: 0 });
      const asked = request(
        { host: "127.0.0.1", port: this.port, method, path, headers, agent: this.agent },
        (response) => {
          const parts = [];
          response.on("data", (part) => parts.push(part));
          response.on("error", fail);
          response.on("close", fail);
          response.on("end", () => {
            const text = Buffer.concat(parts).toString("utf8");
            resolve({ status: response.statusCode, headers: response.headers, body: parsed(text) });
          });
        },
      );
      asked.on("error", fail);
      asked.end(body);
    });
  }
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
