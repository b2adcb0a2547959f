import { changed, type History, type HistoryChange, noHistory } from "@plotline/corpus";
import type { ClientResponse } from "hono/client";
import { useCallback, useEffect, useMemo, useState } from "preact/hooks";
import { isTeam } from "../../team/identity.ts";

/** Where steps are saved: one person's sheet of a chapter, or what was settled of it. */
export interface StepStore<Step> {
  read(): Promise<History<Step>>;
  send(
    json: { revision: number; change: HistoryChange<Step> },
    init: RequestInit,
  ): Promise<ClientResponse<unknown, number, "json">>;
}

/** Where the change was refused: why, and what is on disk. */
interface Refusal<Step> {
  readonly current?: History<Step>;
  readonly problem?: string;
}

export type SaveStatus<Step = unknown> =
  | { readonly state: "opening" | "saving" | "saved" }
  | { readonly state: "failed"; readonly problem: string }
  | OutdatedSteps<Step>;

/** Somebody else was faster: our own steps wait for a decision. */
export interface OutdatedSteps<Step = unknown> {
  readonly state: "outdated";
  readonly problem: string;
  readonly own: readonly HistoryChange<Step>[];
}

/** Steps that show at once, are sent in turn, and count as saved when the server has them on disk. */
export interface SavedSteps<Step> {
  /** Undefined until the server has said what was saved before; nothing can be decided until then. */
  readonly history: History<Step> | undefined;
  readonly status: SaveStatus<Step>;
  change(change: HistoryChange<Step>): void;
  /** The history was saved elsewhere, as this revision: it is read again where nothing of our own waits. */
  follow(revision: number): Promise<void>;
}

/** `opened`: what was saved before, where that was read with something else. */
export function useSaved<Step extends { readonly act: string }>(
  store: StepStore<Step>,
  opened?: History<Step>,
): SavedSteps<Step> {
  const [history, setHistory] = useState<History<Step>>();
  const [status, setStatus] = useState<SaveStatus<Step>>({ state: "opening" });
  const saver = useMemo(() => new Saver(store, setHistory, setStatus), [store]);
  useEffect(() => {
    saver.open(opened);
    return () => saver.leave();
  }, [saver]);
  const change = useCallback((next: HistoryChange<Step>) => saver.add(next), [saver]);
  const follow = useCallback((revision: number) => saver.follow(revision), [saver]);
  return { history, status, change, follow };
}

/** How long a server may take before it is asked again. */
const patience = 10_000;
const pause = 1_000;

/**
 * Saves change by change, each on top of the one before. A change waits here until the server says that it is on disk: a
 * server that does not answer, or cannot write, is asked again. When someone else has changed the same history,
 * what they saved is shown, and the waiting changes are handed back to the person, who decides.
 */
class Saver<Step extends { readonly act: string }> {
  private acknowledged: History<Step> = noHistory;
  private waiting: readonly HistoryChange<Step>[] = [];
  private isOpen = false;
  private isSending = false;
  private isLeft = false;
  private readonly askFirst = (event: BeforeUnloadEvent) => event.preventDefault();

  constructor(
    private readonly store: StepStore<Step>,
    private readonly show: (history: History<Step>) => void,
    private readonly say: (status: SaveStatus<Step>) => void,
  ) {}

  open(opened?: History<Step>): void {
    const there = opened === undefined ? this.store.read() : Promise.resolve(opened);
    there.then(
      (there) => {
        this.isOpen = true;
        this.accept(there);
        this.report({ state: "saved" });
      },
      (error: Error) => {
        this.report({ state: "failed", problem: error.message });
        setTimeout(() => !this.isLeft && this.open(), pause);
      },
    );
  }

  /** What waits is still sent, and the browser still asks before it leaves the page, but nothing is shown any more. */
  leave(): void {
    this.isLeft = true;
  }

  /** Nothing can be changed before what was saved is there. */
  add(change: HistoryChange<Step>): void {
    if (!this.isOpen) return;
    this.waiting = [...this.waiting, change];
    this.showAll();
    if (!this.isSending) void this.send();
  }

  /** What was saved in another tab is shown here too; where something waits, its own save will find out. */
  async follow(revision: number): Promise<void> {
    if (!this.isOpen || this.isSending || revision <= this.acknowledged.revision) return;
    const there = await this.store.read().catch(() => undefined);
    if (there !== undefined && !this.isSending && there.revision > this.acknowledged.revision) this.accept(there);
  }

  private async send(): Promise<void> {
    this.isSending = true;
    addEventListener("beforeunload", this.askFirst);
    for (let next = this.waiting[0]; next !== undefined; next = this.waiting[0]) {
      this.report({ state: "saving" });
      const problem = await this.sendOne(next);
      if (problem === undefined) continue;
      this.report({
        state: "failed",
        problem: `${problem} ${stepsText(this.waiting.length)} not saved yet; trying again …`,
      });
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
    this.isSending = false;
    removeEventListener("beforeunload", this.askFirst);
  }

  /** Undefined when the change is settled, one way or the other; else why it must be sent again. */
  private async sendOne(change: HistoryChange<Step>): Promise<string | undefined> {
    const json = { revision: this.acknowledged.revision, change };
    const response = await this.store.send(json, { signal: AbortSignal.timeout(patience) }).catch(() => undefined);
    if (response === undefined) return "The server is not responding.";
    const said = (await response.json().catch(() => undefined)) as Refusal<Step> | undefined;
    const there = said?.current;
    const hoped = changed(this.acknowledged, change);
    if (response.ok || (response.status === 409 && isSame(there, hoped))) this.settle(hoped);
    else if (isRefusal(response.status)) this.drop(there, said?.problem);
    else return said?.problem ?? "The server could not save.";
    return undefined;
  }

  private settle(history: History<Step>): void {
    this.acknowledged = history;
    this.waiting = this.waiting.slice(1);
    if (this.waiting.length === 0) this.report({ state: "saved" });
  }

  private drop(there: History<Step> | undefined, problem = "Not saved."): void {
    const own = this.waiting;
    this.waiting = [];
    this.accept(there ?? this.acknowledged);
    const said = `${problem} ${stepsText(own.length)} not saved.`;
    this.report({ state: "outdated", problem: said, own });
  }

  private accept(history: History<Step>): void {
    this.acknowledged = history;
    this.showAll();
  }

  private showAll(): void {
    if (!this.isLeft) this.show(this.waiting.reduce<History<Step>>(changed, this.acknowledged));
  }

  private report(status: SaveStatus<Step>): void {
    if (!this.isLeft) this.say(status);
  }
}

/** A team's server says for good that somebody may not; any other lets them in again with its new address. */
function isRefusal(status: number): boolean {
  return status === 400 || status === 409 || (status === 403 && isTeam);
}

/** The answer to a change got lost, but the change itself had arrived. */
function isSame<Step>(there: History<Step> | undefined, hoped: History<Step>): boolean {
  if (there === undefined) return false;
  const form = ({ revision, position, steps }: History<Step>) => JSON.stringify([revision, position, steps]);
  return form(there) === form(hoped);
}

function stepsText(count: number): string {
  return count === 1 ? "Your last step was" : `Your last ${count} steps were`;
}
