// A team at work: annotators who save once a second and readers who read, over HTTP from processes of their own, on one
// server; then the server is killed at random moments while they save. Prints how long saves took, what failed, how much
// memory was used, and compares every acknowledged edit with the files.
// usage: node bench/team.mjs [--annotators 50] [--readers 200] [--seconds 300] [--kills 100] [--seed 1] [--corpus FOLDER]
//        after `npm run build`; exits with 1 when something does not hold
import { fork, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { assignmentsFile } from "../packages/app/dist/team/assignments.js";
import { auditOf } from "../packages/app/dist/team/audit.js";
import { Roster } from "../packages/app/dist/team/roster.js";
import { random } from "../packages/base/dist/random.js";
import { changeJsonFile } from "../packages/corpus/dist/files/json-file.js";
import { openCorpus } from "../packages/corpus/dist/open.js";
import { commandLine, freePort, mean, quantile, root, sample, sum } from "./kit.mjs";

const { values } = commandLine({ annotators: 50, readers: 200, seconds: 300, kills: 100, seed: 1, corpus: sample });
const { annotators, readers, seconds, kills } = values;
const next = random("team", values.seed);
const made = mkdtempSync(join(tmpdir(), "plotline-team-bench-"));
const corpus = join(made, "corpus");
cpSync(values.corpus, corpus, { recursive: true });
for (const own of ["annotators", "people", "runs", "team"]) rmSync(join(corpus, own), { recursive: true, force: true });

let failures = 0;
let server;
const clients = [];
try {
  console.log(`${cpus().length} cores, load ${loadavg()[0].toFixed(1)} before; Node ${process.version}`);
  const people = await invitedPeople();
  const port = await freePort();
  server = await served(port);
  clients.push(...(await startedClients(people, port)));
  if (seconds > 0) await load();
  if (kills > 0) await killing(port);
  await finish();
} finally {
  server?.process.kill("SIGKILL");
  for (const client of clients) client.kill("SIGKILL");
  rmSync(made, { recursive: true, force: true });
}
process.exitCode = failures === 0 ? 0 : 1;

/** Everyone with a link, and every annotator with a chapter: they are dealt out in turn. */
async function invitedPeople() {
  const roster = new Roster(corpus);
  await roster.invite("Owner", "owner", "bench");
  const invite = async (name, role) => ({ name, role, secret: await roster.invite(name, role, "bench") });
  const names = (count, role) => Array.from({ length: count }, (_, k) => [`${role} ${k + 1}`, role]);
  const people = await Promise.all(
    [...names(annotators, "annotator"), ...names(readers, "reader")].map(([name, role]) => invite(name, role)),
  );
  const { works } = await openCorpus(corpus);
  const chapters = works.flatMap((work) => work.summarised.map((number) => ({ folder: work.folder, number })));
  const at = new Date().toISOString();
  for (const [k, person] of people.entries()) person.chapter = chapters[k % chapters.length];
  const assignments = people
    .filter(({ role }) => role === "annotator")
    .map(({ name, chapter }) => ({ name, ...chapter, at, by: "bench" }));
  await changeJsonFile(corpus, assignmentsFile, () => ({ assignments }));
  return people;
}

async function startedClients(people, port) {
  const count = 4;
  const started = Array.from({ length: count }, () =>
    fork(join(root, "bench", "team-clients.mjs"), { stdio: ["ignore", "inherit", "inherit", "ipc"] }),
  );
  for (const [k, client] of started.entries())
    client.send({ port, seed: `${values.seed} ${k}`, people: people.filter((_, at) => at % count === k) });
  await Promise.all(started.map((client) => heard(client, "in")));
  return started;
}

async function load() {
  tell({ phase: "load" });
  const memory = [];
  const [begun, busy] = [performance.now(), processorSeconds(server.process.pid)];
  const until = performance.now() + 1000 * seconds;
  while (performance.now() < until) {
    await sleep(Math.min(5_000, Math.max(500, 100 * seconds)));
    memory.push(memoryOf(server.process.pid));
  }
  const share = (processorSeconds(server.process.pid) - busy) / ((performance.now() - begun) / 1000);
  const { saves, reads, errors } = await reports();
  const third = Math.max(1, Math.floor(memory.length / 3));
  const [middle, last] = [mean(memory.slice(third, 2 * third)), mean(memory.slice(-third))];
  const [p50, p99, most] = [0.5, 0.99, 1].map((share) => quantile(saves, share));
  report(
    `${annotators} annotators saving once a second, ${readers} readers, ${seconds} s: ${saves.length} saves, p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms, longest ${most.toFixed(0)} ms; ${reads.length} reads, p99 ${quantile(reads, 0.99).toFixed(0)} ms`,
    p99 < 250,
  );
  report(
    `errors: ${errors.length}${errors.length > 0 ? ` (${errors.slice(0, 3).join("; ")})` : ""}`,
    errors.length === 0,
  );
  report(
    `memory: ${middle.toFixed(0)} MB in the middle third, ${last.toFixed(0)} MB in the last`,
    last < 1.15 * middle + 10,
  );
  console.log(
    `the server used ${share.toFixed(2)} of a core; load of the machine ${loadavg()[0].toFixed(1)} after, clients included`,
  );
}

/** Everyone saves as fast as they are answered, and the server dies again and again. */
async function killing(port) {
  tell({ phase: "kills" });
  for (let k = 0; k < kills; k++) {
    await sleep(50 + 700 * next());
    server.process.kill("SIGKILL");
    await once(server.process, "exit");
    server = await served(port);
  }
  await sleep(1_000);
}

/** Everyone stops; the server ends as it should; then the files are compared with what was acknowledged. */
async function finish() {
  tell({ phase: "stop" });
  const acknowledged = (await Promise.all(clients.map((client) => heard(client, "acknowledged")))).flat();
  server.process.kill("SIGTERM");
  const [code] = await once(server.process, "exit");
  report(`the server stopped when asked (exit code ${code})`, code === 0);
  const edits = sum(acknowledged.map(({ changes }) => changes.length));
  const lost = acknowledged.flatMap(({ name, chapter, changes }) => lostOf(name, chapter, changes));
  report(
    `${edits} edits were acknowledged${kills > 0 ? `, ${kills} times the server was killed` : ""}; lost: ${lost.length}`,
    lost.length === 0 && edits > 0,
  );
  const { lines, faults } = await auditOf(corpus);
  const noted = lines.filter((line) => JSON.parse(line).did === "change a sheet").length;
  report(`audit trail: ${noted} edits, ${faults.length} faults`, noted >= edits && faults.length === 0);
  const left = readdirSync(corpus, { recursive: true }).filter((name) => /\.partial$|\.changing/.test(name));
  const checked = await plotline("check", corpus);
  report(
    `check: ${checked.code === 0 ? "no faults" : checked.text}; half-written files left: ${left.length}`,
    checked.code === 0,
  );
}

/** Acknowledged changes that are not among the steps of the sheet, in their order. */
function lostOf(name, { folder, number }, changes) {
  if (changes.length === 0) return [];
  const { steps } = JSON.parse(readFileSync(join(corpus, "annotators", name, folder, `${number}.json`), "utf8"));
  let at = 0;
  const texts = steps.map((step) => JSON.stringify(step));
  return changes.filter((change) => {
    const found = texts.indexOf(JSON.stringify(change), at);
    if (found >= 0) at = found + 1;
    return found < 0;
  });
}

async function reports() {
  tell({ phase: "report" });
  const all = await Promise.all(clients.map((client) => heard(client, "report")));
  const together = (name) => all.flatMap((each) => each[name]);
  return { saves: together("saves"), reads: together("reads"), errors: together("errors") };
}

function tell(message) {
  for (const client of clients) client.send(message);
}

function heard(client, kind) {
  return new Promise((resolve, reject) => {
    client.once("exit", () => reject(new Error("a client process ended early")));
    const hear = (message) => {
      if (!(kind in message)) return;
      client.off("message", hear);
      resolve(message[kind]);
    };
    client.on("message", hear);
  });
}

async function served(port) {
  const command = [
    join(root, "packages", "plotline", "bin", "plotline.mjs"),
    "serve",
    corpus,
    "--team",
    "--port",
    String(port),
    "--quiet",
    "--log",
    join(made, "log.jsonl"),
  ];
  const child = spawn(process.execPath, command, { stdio: ["ignore", "pipe", "inherit"] });
  for (let said = ""; !/^http\S+$/m.test(said); ) said += (await once(child.stdout, "data"))[0];
  return { process: child };
}

async function plotline(...words) {
  const child = spawn(process.execPath, [join(root, "packages", "plotline", "bin", "plotline.mjs"), ...words]);
  let text = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (said) => (text += said));
  const [code] = await once(child, "exit");
  return { code, text };
}

/** In megabytes, as the system counts it. */
function memoryOf(pid) {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kilobytes) / 1024;
}

/** User and system time, in the hundredths of a second that Linux counts in. */
function processorSeconds(pid) {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const [user, system] = stat
    .slice(stat.lastIndexOf(")") + 2)
    .split(" ")
    .slice(11, 13)
    .map(Number);
  return (user + system) / 100;
}

function report(line, isGood) {
  if (!isGood) failures++;
  console.log(`${isGood ? "held" : "BROKEN"}: ${line}`);
}
