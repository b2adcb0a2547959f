// Runs `npm test` on a fresh machine: a bare Debian in a temporary folder with Node copied in and a clone of what is
// committed here; first as root, who may install the components and must see every test run, then as an ordinary user,
// who may not and must see a green run that says what it skipped.
// usage: node scripts/fresh-machine.mjs [--only root|user]   (as root, on Debian or Ubuntu, with mmdebstrap; 20 minutes)
import { spawn, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { components, installable } from "./components.mjs";
import { root, run, stop } from "./setup.mjs";

const { only } = parseArgs({ options: { only: { type: "string" } } }).values;
if (![undefined, "root", "user"].includes(only)) stop("--only takes root or user.");
if (process.getuid?.() !== 0) stop("a fresh machine is made by root only.");
if (spawnSync("mmdebstrap", ["--version"]).status !== 0) stop("mmdebstrap is missing: apt install mmdebstrap.");

const user = { id: 1000, name: "reader", home: "/home/reader" };
/** @typedef {{ skipped: number, said: string }} Outcome */

/** @type {Readonly<Record<string, { uid: number, home: string, isAsExpected: (outcome: Outcome) => boolean }>>} */
const expectations = {
  root: { uid: 0, home: "/root", isAsExpected: ({ skipped }) => skipped === 0 },
  user: {
    uid: user.id,
    home: user.home,
    isAsExpected: ({ skipped, said }) =>
      skipped > 0 && installable.every((name) => said.includes(`${components[name].name} is missing: `)),
  },
};

for (const [who, expected] of Object.entries(expectations)) {
  if (only !== undefined && who !== only) continue;
  const machine = mkdtempSync(join(tmpdir(), "plotline-machine-"));
  try {
    installSystem(machine);
    copyNode(machine);
    copySettings(machine);
    cloneProject(machine, expected);
    await expectGreen(machine, who, expected);
  } finally {
    rmSync(machine, { recursive: true, force: true });
  }
}

/**
 * Debian's smallest system, of this machine's release and from this machine's sources.
 * @type {(machine: string) => void}
 */
function installSystem(machine) {
  const [, release = ""] = /^VERSION_CODENAME=(.*)$/m.exec(readFileSync("/etc/os-release", "utf8")) ?? [];
  const lists = ["/etc/apt/sources.list.d/debian.sources", "/etc/apt/sources.list"];
  const sources = lists.filter((file) => existsSync(file)).slice(0, 1);
  console.log(`A fresh ${release} in ${machine} …`);
  run("mmdebstrap", ["--quiet", "--variant=minbase", "--mode=root", release, machine, ...sources]);
  run("chroot", [machine, "useradd", "--create-home", "--uid", String(user.id), user.name]);
}

/** @type {(machine: string) => void} */
function copyNode(machine) {
  cpSync(process.execPath, join(machine, "usr/bin/node"));
  const npm = realpathSync(join(dirname(process.execPath), "npm"));
  cpSync(dirname(dirname(npm)), join(machine, "usr/lib/node_modules/npm"), { recursive: true });
  symlinkSync("../lib/node_modules/npm/bin/npm-cli.js", join(machine, "usr/bin/npm"));
}

/**
 * How this machine reaches the network: names, certificates, npm's settings.
 * @type {(machine: string) => void}
 */
function copySettings(machine) {
  const copied = ["/etc/resolv.conf", "/etc/hosts", "/etc/ssl/certs", process.env.NODE_EXTRA_CA_CERTS ?? ""];
  for (const path of copied.filter((path) => path !== "" && existsSync(path)))
    cpSync(path, join(machine, path), { recursive: true, dereference: true, force: true });
  for (const home of ["/root", user.home])
    if (existsSync(join(homedir(), ".npmrc"))) cpSync(join(homedir(), ".npmrc"), join(machine, home, ".npmrc"));
}

/** @type {(machine: string, who: { uid: number, home: string }) => void} */
function cloneProject(machine, { uid, home }) {
  const clone = join(machine, home, "plotline");
  run("git", ["clone", "--quiet", "--no-local", "--depth", "1", `file://${root}`, clone]);
  run("chown", ["-R", `${uid}:${uid}`, join(machine, home)]);
}

/** @type {(machine: string, who: string, expected: (typeof expectations)[string]) => Promise<void>} */
async function expectGreen(machine, who, { uid, home, isAsExpected }) {
  console.log(`npm test as ${who}:`);
  const { status, said } = await inside(machine, { uid, home }, "npm test");
  const [, failed, skipped] = /^\d+ passed, (\d+) failed, (\d+) skipped\s*$/m.exec(said) ?? [];
  if (status === 0 && failed === "0" && isAsExpected({ skipped: Number(skipped), said })) return;
  console.error(`plotline: npm test as ${who} on a fresh machine is not what it should be: see above.`);
  process.exitCode = 1;
}

/**
 * A command in the machine, with mounts and processes that end with it; what it says is shown and returned.
 * @type {(machine: string, who: { uid: number, home: string }, command: string) => Promise<{ status: unknown, said: string }>}
 */
async function inside(machine, { uid, home }, command) {
  const mounts = ["proc", "sys", "dev"].map((name) => `mount --rbind /${name} ${join(machine, name)}`);
  mounts[0] = `mount -t proc proc ${join(machine, "proc")}`;
  mkdirSync(join(machine, "tmp"), { recursive: true });
  const enter = `exec chroot --userspec=${uid}:${uid} ${machine} /bin/sh -c 'cd ${home}/plotline && ${command}'`;
  /** @type {NodeJS.ProcessEnv} */
  const env = { PATH: "/usr/sbin:/usr/bin:/sbin:/bin", HOME: home, LANG: "C.UTF-8", CI: "1", NO_COLOR: "1" };
  if (process.env.NODE_EXTRA_CA_CERTS) env.NODE_EXTRA_CA_CERTS = process.env.NODE_EXTRA_CA_CERTS;
  const script = ["set -e", ...mounts, enter].join("\n");
  const child = spawn("unshare", ["--mount", "--pid", "--fork", "--kill-child", "sh", "-c", script], {
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  let said = "";
  child.stdout.setEncoding("utf8").on("data", (text) => {
    said += text;
    process.stdout.write(text);
  });
  const status = await new Promise((resolve) => child.on("close", resolve));
  return { status, said };
}
