// A team at work: annotators who save once a second and readers who read, over HTTP from processes of their own, on one server;
// then the server is killed at random moments while they save. Prints how long saves took, what failed, how much memory
// was used, and compares every acknowledged edit with the files.
//   npm run bench -- team [CORPUS] [--annotators 50] [--readers 200] [--seconds 300] [--kills 100] [--seed 1]
// after `npm run build`, on Linux; exits with 1 when something does not hold.
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { meanOf } from "@plotline/align";
import { auditOf, Roster } from "@plotline/app/node";
import { random, sumOf } from "@plotline/base";
import { changeJsonFile, openCorpus } from "@plotline/corpus/node";
import { assignmentsFile } from "../packages/app/src/team/assignments.ts";
import { freePort, plotline, program, quantile, root, sample } from "./kit/kit.ts";
import type { Answers, Order, TeamMember } from "./kit/team-client.ts";

const options = { annotators: 50, readers: 200, seconds: 300, kills: 100, seed: 1 };
type Settings = Readonly<typeof options>;

program(import.meta.url, options, async ({ positionals: [source = sample], values }) => {
  const made = mkdtempSync(join(tmpdir(), "plotline-team-bench-"));
  const corpus = join(made, "corpus");
  cpSync(source, corpus, { recursive: true });
  for (const own of ["annotators", "people", "runs", "team"])
    rmSync(join(corpus, own), { recursive: true, force: true });
  console.log(`${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)} before; Node ${process.version}`);
  const team = new Team(corpus, values, await freePort());
  try {
    await team.begin();
    if (values.seconds > 0) await team.load();
    if (values.kills > 0) await team.killing();
    await team.finish();
  } finally {
    team.end();
    rmSync(made, { recursive: true, force: true });
  }
});

class Team {
  private server!: ChildProcess;
  private clients: readonly ChildProcess[] = [];

  constructor(
    private readonly corpus: string,
    private readonly settings: Settings,
    private readonly port: number,
  ) {}

  async begin(): Promise<void> {
    const people = await this.invited();
    await this.serve();
    const client = join(root, "bench", "kit", "team-client.ts");
    this.clients = [0, 1, 2, 3].map(() => fork(client, { stdio: ["ignore", "inherit", "inherit", "ipc"] }));
    for (const [k, process] of this.clients.entries()) {
      const own = people.filter((_, at) => at % this.clients.length === k);
      process.send({ port: this.port, seed: `${this.settings.seed} ${k}`, people: own } satisfies Order);
    }
    await this.heard("in");
  }

  /** Everyone with a link, and every annotator with a chapter: they are dealt out in turn. */
  private async invited(): Promise<TeamMember[]> {
    const roster = new Roster(this.corpus);
    await roster.invite("Owner", "owner", "bench");
    const { works } = await openCorpus(this.corpus);
    const chapters = works.flatMap(({ folder, summarised }) => summarised.map((number) => ({ folder, number })));
    const named = (count: number, role: TeamMember["role"]) =>
      Array.from({ length: count }, (_, k) => ({ name: `${role} ${k + 1}`, role }));
    const all = [...named(this.settings.annotators, "annotator"), ...named(this.settings.readers, "reader")];
    const people = await Promise.all(
      all.map(async ({ name, role }, k) => {
        const secret = await roster.invite(name, role, "bench");
        return { name, role, secret, chapter: chapters[k % chapters.length]! };
      }),
    );
    const at = new Date().toISOString();
    const assignments = people
      .filter(({ role }) => role === "annotator")
      .map(({ name, chapter }) => ({ name, ...chapter, at, by: "bench" }));
    await changeJsonFile(this.corpus, assignmentsFile, () => ({ assignments }));
    return people;
  }

  private async serve(): Promise<void> {
    const log = join(this.corpus, "..", "log.jsonl");
    this.server = plotline(["serve", this.corpus, "--team", "--port", String(this.port), "--quiet", "--log", log]);
    this.server.stderr?.pipe(process.stderr);
    for (let said = ""; !/^http\S+$/m.test(said); ) said += (await once(this.server.stdout!, "data"))[0];
  }

  async load(): Promise<void> {
    const { annotators, readers, seconds } = this.settings;
    this.tellAll("load");
    const memory: number[] = [];
    const pid = this.server.pid ?? 0;
    const [begun, busy] = [performance.now(), processorSeconds(pid)];
    while (performance.now() < begun + 1000 * seconds) {
      await sleep(Math.min(5_000, Math.max(500, 100 * seconds)));
      memory.push(memoryOf(pid));
    }
    const share = (processorSeconds(pid) - busy) / ((performance.now() - begun) / 1000);
    this.tellAll("report");
    const all = await this.heard("report");
    const [saves, reads] = [all.flatMap((each) => each.saves), all.flatMap((each) => each.reads)];
    const errors = all.flatMap((each) => each.errors);
    const third = Math.max(1, Math.floor(memory.length / 3));
    const [middle, last] = [meanOf(memory.slice(third, 2 * third)), meanOf(memory.slice(-third))];
    const [p50, p99, most] = [0.5, 0.99, 1].map((part) => quantile(saves, part).toFixed(0));
    report(
      `${annotators} annotators saving once a second, ${readers} readers, ${seconds} s: ${saves.length} saves, p50 ${p50} ms, p99 ${p99} ms, longest ${most} ms; ${reads.length} reads, p99 ${quantile(reads, 0.99).toFixed(0)} ms`,
      Number(p99) < 250,
    );
    report(
      `errors: ${errors.length}${errors.length > 0 ? ` (${errors.slice(0, 3).join("; ")})` : ""}`,
      errors.length === 0,
    );
    const grown = `memory: ${middle.toFixed(0)} MB in the middle third, ${last.toFixed(0)} MB in the last`;
    report(grown, last < 1.15 * middle + 10);
    const load = loadavg()[0]?.toFixed(1);
    console.log(`the server used ${share.toFixed(2)} of a core; load of the machine ${load} after, clients included`);
  }

  /** Everyone saves as fast as they are answered, and the server dies again and again. */
  async killing(): Promise<void> {
    this.tellAll("kills");
    const next = random("team", this.settings.seed);
    for (let k = 0; k < this.settings.kills; k++) {
      await sleep(50 + 700 * next());
      this.server.kill("SIGKILL");
      await once(this.server, "exit");
      await this.serve();
    }
    await sleep(1_000);
  }

  /** Everyone stops; the server ends as it should; then the files are compared with what was acknowledged. */
  async finish(): Promise<void> {
    this.tellAll("stop");
    const acknowledged = (await this.heard("acknowledged")).flat();
    this.server.kill("SIGTERM");
    const [code] = await once(this.server, "exit");
    report(`the server stopped when asked (exit code ${code})`, code === 0);
    const edits = sumOf(acknowledged, ({ changes }) => changes.length);
    const lost = sumOf(acknowledged, (each) => this.lostOf(each));
    const killed = this.settings.kills > 0 ? `, ${this.settings.kills} times the server was killed` : "";
    report(`${edits} edits were acknowledged${killed}; lost: ${lost}`, lost === 0 && edits > 0);
    const { lines, faults } = await auditOf(this.corpus);
    const noted = lines.filter((line) => JSON.parse(line).did === "change a sheet").length;
    report(`audit trail: ${noted} edits, ${faults.length} faults`, noted >= edits && faults.length === 0);
    const files = readdirSync(this.corpus, { recursive: true, encoding: "utf8" });
    const left = files.filter((name) => /\.partial$|\.changing/.test(name)).length;
    const check = plotline(["check", this.corpus]);
    const [said, [failed]] = await Promise.all([text(check.stdout!), once(check, "exit")]);
    report(`check: ${failed === 0 ? "no faults" : said}; half-written files left: ${left}`, failed === 0);
  }

  /** How many acknowledged changes are not among the steps of the sheet, in their order. */
  private lostOf({ person: { name, chapter }, changes }: Answers["acknowledged"][number]): number {
    if (changes.length === 0) return 0;
    const file = join(this.corpus, "annotators", name, chapter.folder, `${chapter.number}.json`);
    const steps: string[] = JSON.parse(readFileSync(file, "utf8")).steps.map((step: unknown) => JSON.stringify(step));
    let at = 0;
    return changes.filter((change) => {
      const found = steps.indexOf(JSON.stringify(change), at);
      if (found >= 0) at = found + 1;
      return found < 0;
    }).length;
  }

  private tellAll(order: Order): void {
    for (const client of this.clients) client.send(order);
  }

  /** What each of the client processes answers. */
  private heard<Kind extends keyof Answers>(kind: Kind): Promise<Answers[Kind][]> {
    const heardOf = (client: ChildProcess) =>
      new Promise<Answers[Kind]>((resolve, reject) => {
        client.once("exit", () => reject(new Error("a client process ended early")));
        client.on("message", (message: Partial<Answers>) => {
          const answer = message[kind];
          if (answer !== undefined) resolve(answer as Answers[Kind]);
        });
      });
    return Promise.all(this.clients.map(heardOf));
  }

  end(): void {
    for (const process of [this.server, ...this.clients]) process?.kill("SIGKILL");
  }
}

/** In megabytes, as the system counts it. */
function memoryOf(pid: number): number {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kilobytes) / 1024;
}

/** User and system time, in the hundredths of a second that Linux counts in. */
function processorSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

function report(line: string, isGood: boolean): void {
  if (!isGood) process.exitCode = 1;
  console.log(`${isGood ? "held" : "BROKEN"}: ${line}`);
}
