// What is acknowledged is on disk, and who does not belong is refused: three servers on one copy of the sample corpus,
// clients that save all the time, servers that are killed at random moments; then requests as a hostile client makes them.
// usage: node bench/safe.mjs [--kills 100] [--seed 1]      after `npm run build`; exits with 1 when something is lost
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { random } from "../dist/random.js";
import { argumentsOf } from "./arguments.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const { values } = argumentsOf({
  options: { kills: { type: "string", default: "100" }, seed: { type: "string", default: "1" } },
});
const next = random("safe", Number(values.seed));
const made = mkdtempSync(join(tmpdir(), "plotline-safe-"));
const corpus = join(made, "sample");
cpSync(join(root, "corpora", "sample"), corpus, { recursive: true });
for (const own of ["annotators", "people", "runs"]) rmSync(join(corpus, own), { recursive: true, force: true });
const work = "The Telling at Winterlow";
const chapter = `${encodeURIComponent(work)}/0`;

let failures = 0;
const servers = await Promise.all([0, 1, 2].map(() => served()));
try {
  await kills(Number(values.kills));
  await hostile();
} finally {
  for (const { process } of servers) process.kill("SIGKILL");
  rmSync(made, { recursive: true, force: true });
}
process.exitCode = failures === 0 ? 0 : 1;

/** Clients save while servers die; then every acknowledged save is looked for in the files. */
async function kills(count) {
  const done = { edits: new Map(), rounds: new Set(), settled: 0, conflicts: 0, unanswered: 0 };
  let isOver = false;
  const clients = servers.flatMap((_, k) => [
    edit(k, done, () => isOver),
    play(k, done, () => isOver),
    settle(k, done, () => isOver),
  ]);
  for (let k = 0; k < count; k++) {
    await sleep(40 + 400 * next());
    const victim = Math.floor(servers.length * next());
    servers[victim].process.kill("SIGKILL");
    await once(servers[victim].process, "exit");
    servers[victim] = await served();
  }
  isOver = true;
  await Promise.all(clients);
  const lost = lostOf(done);
  const left = leftOver();
  const { code, text } = await checked();
  report(
    `${count} kills of three servers: ${done.edits.size} edits, ${done.rounds.size} quiz rounds, ${done.settled} settlings acknowledged (${done.conflicts} conflicts, ${done.unanswered} unanswered); lost: ${lost.length}; check: ${code === 0 ? "no faults" : text}; half-written files left: ${left.length}`,
    lost.length === 0 && code === 0,
  );
}

async function edit(k, done, isOver) {
  let revision = 0;
  for (let n = 0; !isOver(); n++) {
    const annotator = `Ann${Math.floor(n / 400)}`;
    if (n % 400 === 0) revision = 0;
    const change = {
      act: "link",
      cells: [
        { summary: n % 24, story: k + 3 * (n % 18) },
        { summary: (n * 7) % 24, story: n % 56 },
      ],
    };
    const answer = await send(k, "POST", `/api/sheets/${annotator}/${chapter}`, { revision, change });
    if (answer === undefined) done.unanswered++;
    else if (answer.status === 200) done.edits.set(`${annotator}/${k}/${n}`, { annotator, change });
    else if (answer.status === 409) done.conflicts++;
    else throw new Error(`a save was answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    if (answer?.body.annotation !== undefined) revision = answer.body.annotation.revision;
  }
}

async function play(k, done, isOver) {
  const places = { work, chapter: 0, options: 5, answer: 1, given: 1, seenPassage: false, rules: {} };
  for (let n = 0; !isOver(); n++) {
    const id = `${k}-${n}`;
    const round = {
      id,
      at: "2026-01-01T00:00:00.000Z",
      seed: n,
      answers: [{ question: "q", task: "cloze", ...places }],
    };
    const answer = await send(k, "POST", `/api/people/Ada${Math.floor(n / 100)}/quiz`, round);
    if (answer?.status === 200) done.rounds.add(`Ada${Math.floor(n / 100)}/${id}`);
    await sleep(20);
  }
}

async function settle(k, done, isOver) {
  while (!isOver()) {
    const seen = (await send(k, "GET", `/api/works/${chapter}`))?.body.gold;
    const links = [{ summary: Math.floor(24 * next()), story: Math.floor(56 * next()) }];
    const answer = seen === undefined ? undefined : await send(k, "PUT", `/api/gold/${chapter}`, { seen, links });
    if (answer?.status === 200) done.settled++;
    await sleep(30);
  }
}

function lostOf({ edits, rounds }) {
  const steps = new Map();
  for (const annotator of readdirSync(join(corpus, "annotators"))) {
    const sheet = JSON.parse(readFileSync(join(corpus, "annotators", annotator, work, "0.json"), "utf8"));
    steps.set(annotator, new Set(sheet.steps.map((step) => JSON.stringify(step))));
  }
  const played = new Set();
  for (const file of readdirSync(join(corpus, "people")).filter((name) => name.endsWith(".json")))
    for (const { id } of JSON.parse(readFileSync(join(corpus, "people", file), "utf8")).quiz)
      played.add(`${file.slice(0, -".json".length)}/${id}`);
  return [
    ...[...edits.values()].filter(({ annotator, change }) => !steps.get(annotator)?.has(JSON.stringify(change))),
    ...[...rounds].filter((id) => !played.has(id)),
  ];
}

function leftOver() {
  return readdirSync(corpus, { recursive: true }).filter((name) => /\.partial$|\.changing/.test(name));
}

async function checked() {
  const child = spawn(process.execPath, [join(root, "bin", "plotline.mjs"), "check", corpus], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (said) => (text += said));
  const [code] = await once(child, "exit");
  return { code, text };
}

/** Each request has everything a client without the token could have, and must be refused with a sentence. */
async function hostile() {
  const { port, token } = servers[0];
  const own = `http://127.0.0.1:${port}`;
  const withToken = { authorization: `Bearer ${token}` };
  const body = JSON.stringify({ revision: 0, change: { act: "link", cells: [{ summary: 0, story: 0 }] } });
  const json = { "content-type": "application/json" };
  const sheet = `/api/sheets/Eve/${chapter}`;
  const paths = ["/api/library", "/api/queue?annotator=Eve", "/api/runs/live", "/api/export/rows", "/api/export/quiz", "/api/people", sheet, `/api/works/${chapter}`, "/api/quiz?task=both&set=story&count=50&seed=1"]; // biome-ignore format: a list
  const foreign = [{ origin: "http://evil.example" }, { origin: "null" }, { "sec-fetch-site": "cross-site" }, { "sec-fetch-site": "same-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" }, { host: "evil.example" }, { host: `evil.example:${port}` }]; // biome-ignore format: a list
  const tries = [
    ...paths.map((path) => ["GET", path, {}]),
    ...paths.map((path) => ["GET", `${path}${path.includes("?") ? "&" : "?"}token=${token}`, {}]),
    ...paths.map((path) => ["GET", path, { cookie: `plotline-${port}=${token}; plotline=${token}` }]),
    ...paths.map((path) => ["GET", path, { authorization: `Basic ${token}` }]),
    ...foreign.flatMap((headers) => paths.map((path) => ["GET", path, { ...withToken, ...headers }])),
    ...foreign.map((headers) => ["POST", sheet, { ...withToken, ...json, ...headers }, body]),
    ["POST", sheet, { ...json, origin: own }, body],
    ["PUT", `/api/gold/${chapter}`, { ...json, origin: own }, "{}"],
    ["POST", sheet, { ...withToken, ...json }, "{"],
    ["POST", sheet, { ...withToken, ...json }, `{"__proto__":{"revision":0},"constructor":1}`],
    ["POST", sheet, { ...withToken, "content-type": "text/plain" }, body],
    ["POST", sheet, { ...withToken, ...json }, "x".repeat(2_000_000)],
    ...["..%2f..%2fetc%2fpasswd", "%2e%2e", "%00", "%5c..%5c", "a%2fb", "CON", "%1b%5b2J"].flatMap((name) => [
      ["GET", `/api/works/${name}/0`, withToken],
      ["GET", `/api/sheets/${name}/${chapter}`, withToken],
      ["GET", `/api/people/${name}`, withToken],
      ["GET", `/api/export/gold/${name}`, withToken],
      ...(name === "%2e%2e" ? [] : [["GET", `/assets/${name}`, {}]]),
    ]),
  ];
  let refused = 0;
  for (const [method, path, headers, content] of tries) {
    const status = await statusOf(port, { method, path, headers, content });
    if (status >= 400 && status < 500) refused++;
    else console.log(`  not refused (${status}): ${method} ${path} ${JSON.stringify(headers)}`);
  }
  const eve = readdirSync(join(corpus, "annotators")).includes("Eve");
  report(
    `a hostile client: ${refused} of ${tries.length} requests refused, ${eve ? "and one was written" : "nothing written"}`,
    refused === tries.length && !eve,
  );
}

/** Node's own client, which lets us say any Host. */
function statusOf(port, { method, path, headers, content }) {
  return new Promise((resolve) => {
    const sent = request({ host: "127.0.0.1", port, method, path, headers }, (response) => {
      resolve(response.statusCode);
      response.destroy();
    });
    sent.on("error", () => resolve(400));
    sent.end(content);
  });
}

async function served() {
  const command = [join(root, "bin", "plotline.mjs"), "serve", corpus, "--port", "0", "--quiet"];
  const child = spawn(process.execPath, command, { stdio: ["ignore", "pipe", "inherit"] });
  const [printed] = await once(child.stdout, "data");
  const address = new URL(String(printed).trim());
  return { process: child, port: Number(address.port), token: address.searchParams.get("token") };
}

/** Undefined: the server died before it answered. */
async function send(k, method, path, body) {
  const { port, token } = servers[k];
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  try {
    const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
    const response = await fetch(`http://127.0.0.1:${port}${path}`, init);
    return { status: response.status, body: await response.json() };
  } catch {
    await sleep(20);
    return undefined;
  }
}

function report(line, isGood) {
  if (!isGood) failures++;
  console.log(`${isGood ? "held" : "BROKEN"}: ${line}`);
}
