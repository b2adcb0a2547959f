// Some of the people of bench/team.ts, in a process of their own: each has a cookie of their own.
import { setTimeout as sleep } from "node:timers/promises";
import { type Random, random } from "@plotline/base";

export interface TeamMember {
  readonly name: string;
  readonly role: "annotator" | "reader";
  readonly secret: string;
  readonly chapter: { readonly folder: string; readonly number: number };
}

type Change =
  | { act: "done"; summary: number; is: boolean }
  | { act: "link"; cells: { summary: number; story: number }[] };

/** What the bench says: who they are, then what to do. */
export type Order = { readonly people: readonly TeamMember[]; readonly port: number; readonly seed: string } | Phase;
export type Phase = "load" | "kills" | "report" | "stop";

/** What is answered: that all are in; how it went so far; and at the end the changes that the server acknowledged. */
export interface Answers {
  readonly in: true;
  readonly report: { readonly saves: number[]; readonly reads: number[]; readonly errors: string[] };
  readonly acknowledged: readonly { readonly person: TeamMember; readonly changes: readonly Change[] }[];
}

const report: Answers["report"] = { saves: [], reads: [], errors: [] };
let phase: Phase | "wait" = "wait";
let everyone: readonly Client[] = [];

process.on("message", async (order: Order) => {
  if (typeof order === "object") {
    everyone = order.people.map((person) => new Client(person, order.port, random(order.seed, person.name)));
    for (const client of everyone) await client.enter();
    answer({ in: true });
    for (const client of everyone) void client.work();
  } else if (order === "report") answer({ report });
  else phase = order;
  if (order !== "stop") return;
  while (everyone.some(({ isWorking }) => isWorking)) await sleep(20);
  const annotators = everyone.filter(({ person }) => person.role === "annotator");
  answer({ acknowledged: annotators.map(({ person, changes }) => ({ person, changes })) });
  setTimeout(() => process.exit(0), 1_000);
});
process.on("disconnect", () => process.exit(0));

function answer(said: Partial<Answers>): void {
  process.send?.(said);
}

class Client {
  readonly changes: Change[] = [];
  isWorking = true;
  private cookie = "";
  private revision = 0;
  private shape = { points: 0, paragraphs: 0 };
  private readonly origin: string;
  private readonly place: string;

  constructor(
    readonly person: TeamMember,
    port: number,
    private readonly next: Random,
  ) {
    this.origin = `http://127.0.0.1:${port}`;
    this.place = `${encodeURIComponent(person.chapter.folder)}/${person.chapter.number}`;
  }

  async enter(): Promise<void> {
    const { status, headers } = await this.send("/api/session", { secret: this.person.secret });
    if (status !== 200) throw new Error(`${this.person.name} did not get in: ${status}`);
    this.cookie = headers?.getSetCookie()[0]?.split(";")[0] ?? "";
    const { body } = await this.send(`/api/works/${this.place}`);
    this.shape = { points: body.summary.length, paragraphs: body.story.length };
  }

  async work(): Promise<void> {
    await sleep(1_000 * this.next());
    while (phase !== "stop") {
      if (phase === "wait") await sleep(50);
      else if (this.person.role === "reader") await this.read();
      else await this.annotate();
    }
    this.isWorking = false;
  }

  /** A page, how far it was read, now and then the library; a few seconds between. */
  private async read(): Promise<void> {
    const begun = performance.now();
    const asked = await this.send(this.next() < 0.1 ? "/api/library" : `/api/works/${this.place}`);
    this.note(asked, report.reads, begun);
    const paragraph = Math.floor(this.shape.paragraphs * this.next());
    const path = `/api/people/${encodeURIComponent(this.person.name)}/places`;
    this.note(await this.send(path, { ...this.person.chapter, paragraph }), [], begun);
    await sleep(3_000 + 4_000 * this.next());
  }

  /** Sends a change until it is acknowledged: it is also where the last step of the sheet is this one. */
  private async annotate(): Promise<void> {
    const begun = performance.now();
    const change = this.draw();
    for (;;) {
      const path = `/api/sheets/${encodeURIComponent(this.person.name)}/${this.place}`;
      const { status, body, headers } = await this.send(path, { revision: this.revision, change });
      if (phase === "load") this.note({ status, headers, body }, report.saves, begun);
      const history = status === 200 ? body : body?.current;
      if (history !== undefined) this.revision = history.revision;
      const isThere = status === 409 && JSON.stringify(history.steps.at(-1)) === JSON.stringify(change);
      if (status === 200 || isThere) break;
      if (phase === "stop") return;
      await sleep(20 + 50 * this.next());
    }
    this.changes.push(change);
    if (phase === "load") await sleep(Math.max(0, 1_000 - (performance.now() - begun)));
  }

  private draw(): Change {
    const [summary, story] = [
      Math.floor(this.shape.points * this.next()),
      Math.floor(this.shape.paragraphs * this.next()),
    ];
    if (this.next() < 0.2) return { act: "done", summary, is: this.next() < 0.8 };
    return { act: "link", cells: [{ summary, story }] };
  }

  private note({ status }: Answered, times: number[], begun: number): void {
    if (phase !== "load") return;
    if (status === 200) times.push(performance.now() - begun);
    else report.errors.push(`answered ${status}`);
  }

  /** Posts where there is content; status 0 where the server is not there. */
  private async send(path: string, content?: object): Promise<Answered> {
    const posted = content && { method: "POST", body: JSON.stringify(content) };
    const headers = { cookie: this.cookie, ...(posted && { "content-type": "application/json", origin: this.origin }) };
    try {
      const response = await fetch(this.origin + path, { ...posted, headers });
      return { status: response.status, headers: response.headers, body: await response.json().catch(() => undefined) };
    } catch {
      return { status: 0 };
    }
  }
}

interface Answered {
  readonly status: number;
  readonly headers?: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: the answers of several routes, of which a few fields are looked at
  readonly body?: any;
}
