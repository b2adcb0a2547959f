import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import {
  isGone,
  jsonIn,
  lifeOf,
  type ProcessIdentity,
  processMark,
  thisProcess,
  unfinished,
} from "@plotline/base/node";
import { z } from "zod";
import { Busy } from "../store.ts";

/**
 * The lock of a corpus is the folder `.changing` in it, in which a change is also prepared. It appears whole, by the
 * rename of a folder that already names its holder, which fails where a lock is; and it disappears whole, by a rename.
 * A holder that died is succeeded by whoever puts the folder `after-<its token>` into the lock, which only one can do;
 * the successor takes the cut-off change back and then lets go of the lock.
 */
export const changingFolder = ".changing";

/** While this file exists, the folder holds what is needed to roll back. */
export const journal = `${changingFolder}/journal.json`;

/** How long to wait for one holder. */
const patience = 10_000;
/** How often a holder shows that it is alive, for those who cannot see its process, and when they give it up. */
const pulse = 2_000;
const pulseless = 30_000;

/** One change of a corpus at a time, whichever process makes it. `takeBack` undoes a change that was cut off. */
export class CorpusLock {
  /** The last of the changes that wait for one another in this process. */
  private last: Promise<unknown> = Promise.resolve();
  private lastHeld = Number.NEGATIVE_INFINITY;
  /** Locks that this thread could not let go of: the disk failed. */
  private readonly stuck = new Set<string>();
  /** When a holder that cannot be looked at last showed that it is alive, and since when we know. */
  private readonly pulses = new Map<string, { readonly at: number; readonly since: number }>();

  constructor(
    readonly root: string,
    private readonly takeBack: () => void,
  ) {}

  held<T>(change: (hold: Hold) => Promise<T>): Promise<T> {
    const turn = this.last.then(async () => {
      const hold = await this.enter();
      try {
        return await change(hold);
      } finally {
        hold.end();
        this.letGo(hold.token);
        this.lastHeld = performance.now();
      }
    });
    this.last = turn.catch(() => undefined);
    return turn;
  }

  /** Takes back a change whose process has died, and leaves one alone that is under way. */
  recoverAbandoned(): void {
    const holder = holderOf(this.root);
    if (holder !== undefined && this.isAbandoned(holder)) this.succeed(holder);
  }

  private async enter(): Promise<Hold> {
    await this.letOthersIn();
    let [waitingFor, since] = ["", 0];
    for (;;) {
      const token = claim(this.root, changingFolder);
      if (token !== undefined) {
        sweep(this.root);
        return new Hold(this.root, token);
      }
      const holder = holderOf(this.root);
      if (holder === undefined) continue;
      if (this.isAbandoned(holder)) {
        this.succeed(holder);
        continue;
      }
      if (holder.token !== waitingFor) [waitingFor, since] = [holder.token, performance.now()];
      if (performance.now() - since > patienceFor(holder)) throw new Busy(heldBy(this.root, holder));
      await sleep(1 + 3 * Math.random());
    }
  }

  /** A process that has just had the lock waits a moment, so that its many changes do not starve those of another. */
  private async letOthersIn(): Promise<void> {
    if (performance.now() - this.lastHeld < 20) await sleep(4);
  }

  private isAbandoned(holder: Holder): boolean {
    if (holder.token.endsWith(".nobody") || this.stuck.has(holder.token)) return true;
    const life = lifeOf(holder);
    return life === "gone" || (life === "unknown" && this.hasNoPulse(holder));
  }

  /** Its clock may differ from ours, so what counts is how long we have seen no change. */
  private hasNoPulse({ token, folder }: Holder): boolean {
    const at = statSync(join(folder, ownerName), { throwIfNoEntry: false })?.mtimeMs ?? 0;
    const known = this.pulses.get(token);
    if (known?.at === at) return performance.now() - known.since > pulseless;
    this.pulses.set(token, { at, since: performance.now() });
    return false;
  }

  /** Only one process can succeed a holder; a lock that was renewed meanwhile has another holder, and is left alone. */
  private succeed(holder: Holder): void {
    const place = `${changingFolder}/after-${holder.token}`;
    let token: string | undefined;
    try {
      token = claim(this.root, place);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return;
      throw error;
    }
    if (token === undefined) return;
    try {
      if (holderOf(this.root)?.token !== token) return;
      this.takeBack();
      unfinished.sweepAgain();
      this.letGo(token);
    } finally {
      rmSync(join(this.root, place), { recursive: true, force: true });
    }
  }

  /** What still has a journal stays, for the next one to take back; a lock that another has by now is left alone. */
  private letGo(token: string): void {
    if (holderOf(this.root)?.token !== token) return;
    if (existsSync(join(this.root, journal))) return void this.stuck.add(token);
    const old = join(this.root, `${changingFolder}.${token}.old`);
    try {
      renameSync(join(this.root, changingFolder), old);
      rmSync(old, { recursive: true, force: true });
    } catch {
      this.stuck.add(token);
    }
  }
}

/** The lock while this process has it. */
export class Hold {
  private readonly beating: NodeJS.Timeout;

  constructor(
    private readonly root: string,
    readonly token: string,
  ) {
    unfinished.begin(join(root, changingFolder));
    this.beating = setInterval(() => beat(root), pulse).unref();
  }

  /** Another machine may have given this process up while it was suspended. */
  mustBeHeld(): void {
    if (holderOf(this.root)?.token === this.token) return;
    throw new Busy(
      `${this.root} was taken over by another plotline while this one was suspended; nothing was changed.`,
    );
  }

  end(): void {
    clearInterval(this.beating);
    unfinished.end(join(this.root, changingFolder));
  }
}

const ownerName = "owner.json";
const ownerSchema = z.object({
  host: z.string(),
  boot: z.string().default(""),
  space: z.string().default(""),
  pid: z.int(),
  started: z.number(),
  token: z.string(),
  since: z.string(),
  command: z.string(),
}) satisfies z.ZodType<ProcessIdentity>;

interface Holder extends z.infer<typeof ownerSchema> {
  readonly folder: string;
}

/** Puts a folder at this path that names us, and returns our token; undefined where a folder is there already. */
function claim(root: string, path: string): string | undefined {
  const token = randomBytes(9).toString("base64url");
  const fresh = join(root, `${changingFolder}.${processMark()}.${token}.new`);
  mkdirSync(fresh);
  try {
    const command = process.argv[2] ?? "";
    const owner = { ...thisProcess(), token, since: new Date().toISOString(), command };
    writeFileSync(join(fresh, ownerName), JSON.stringify(owner));
    renameSync(fresh, join(root, path));
    return token;
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true });
    const { code = "" } = error as NodeJS.ErrnoException;
    if (["EEXIST", "ENOTEMPTY"].includes(code)) return undefined;
    if (["EPERM", "EACCES"].includes(code) && existsSync(join(root, path))) return undefined;
    throw error;
  }
}

/** Whoever has the lock now: its owner, or the last of those who succeeded one that died. */
function holderOf(root: string): Holder | undefined {
  const folder = join(root, changingFolder);
  if (!existsSync(folder)) return undefined;
  let holder = ownerIn(folder) ?? nobody(folder, "");
  for (;;) {
    const place = join(folder, `after-${holder.token}`);
    if (!existsSync(place)) return holder;
    holder = ownerIn(place) ?? nobody(place, holder.token);
  }
}

function ownerIn(folder: string): Holder | undefined {
  const owner = ownerSchema.safeParse(jsonIn(join(folder, ownerName))).data;
  return owner && { ...owner, folder };
}

/** A power cut may leave a lock that names no one. */
function nobody(folder: string, before: string): Holder {
  const token = `${before}.nobody`;
  return { host: "", boot: "", space: "", pid: 0, started: 0, token, since: "", command: "", folder };
}

function beat(root: string): void {
  try {
    utimesSync(join(root, changingFolder, ownerName), new Date(), new Date());
  } catch {
    // A lock that was taken away in the meantime is noticed before the change is made.
  }
}

/** Folders that processes left when they died between two calls. */
function sweep(root: string): void {
  for (const name of readdirSync(root)) {
    const isOld = /^\.changing\.[\w-]+\.old$/.test(name);
    const [, maker] = /^\.changing\.([\w-]+)\.[\w-]+\.new$/.exec(name) ?? [];
    if (isOld || (maker !== undefined && isGone(maker))) rmSync(join(root, name), { recursive: true, force: true });
  }
}

function patienceFor(holder: Holder): number {
  return lifeOf(holder) === "unknown" ? pulseless + patience : patience;
}

function heldBy(root: string, { host, pid, since, command, folder }: Holder): string {
  const who = /^[a-z-]+$/.test(command) ? `"plotline ${command}"` : "another plotline";
  return `${root} is being changed by ${who} (process ${pid} on ${host}, since ${since}); try again when it has ended. If no such process runs, remove ${folder}.`;
}
