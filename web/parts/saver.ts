import { type Annotation, decide, noAnnotation, redo, undo } from "../../src/corpus/annotation.ts";
import { answer, problemIn, server } from "../server.ts";
import type { Change, Saving } from "./sheet.ts";

interface Address {
  readonly annotator: string;
  readonly folder: string;
  readonly number: string;
}

/** How long a server may take before it is asked again. */
const patience = 10_000;
const pause = 1_000;
const address = server.sheets[":annotator"][":folder"][":number"];

/**
 * Saves a sheet change by change, each on top of the one before. A change waits here until the server says that it is on
 * disk: a server that does not answer, or cannot write, is asked again. Only when somebody else has changed the sheet are
 * the waiting changes dropped, and the person is told.
 */
export class Saver {
  private acknowledged: Annotation = noAnnotation;
  private waiting: readonly Change[] = [];
  private isOpen = false;
  private isSending = false;
  private isLeft = false;
  private readonly askFirst = (event: BeforeUnloadEvent) => event.preventDefault();

  constructor(
    private readonly param: Address,
    private readonly show: (annotation: Annotation) => void,
    private readonly say: (saving: Saving) => void,
  ) {}

  open(): void {
    answer<Annotation>(address.$get({ param: this.param })).then(
      (there) => {
        this.isOpen = true;
        this.accept(there);
        this.tell({ state: "saved" });
      },
      (error: Error) => {
        this.tell({ state: "failed", problem: error.message });
        setTimeout(() => !this.isLeft && this.open(), pause);
      },
    );
  }

  /** What waits is still sent, and the browser still asks before it leaves the page, but nothing is shown any more. */
  leave(): void {
    this.isLeft = true;
  }

  /** Nothing can be changed before the sheet is there. */
  add(change: Change): void {
    if (!this.isOpen) return;
    this.waiting = [...this.waiting, change];
    this.showAll();
    if (!this.isSending) void this.send();
  }

  private async send(): Promise<void> {
    this.isSending = true;
    addEventListener("beforeunload", this.askFirst);
    for (let next = this.waiting[0]; next !== undefined; next = this.waiting[0]) {
      this.tell({ state: "saving" });
      const problem = await this.sendOne(next);
      if (problem === undefined) continue;
      this.tell({
        state: "failed",
        problem: `${problem} ${stepsText(this.waiting.length)} not saved yet; trying again …`,
      });
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
    this.isSending = false;
    removeEventListener("beforeunload", this.askFirst);
  }

  /** Undefined when the change is settled, one way or the other; else why it must be sent again. */
  private async sendOne(change: Change): Promise<string | undefined> {
    const json = { revision: this.acknowledged.revision, change };
    const response = await address
      .$post({ param: this.param, json }, { init: { signal: AbortSignal.timeout(patience) } })
      .catch(() => undefined);
    if (response === undefined) return "The server does not answer.";
    const said = await response.json().catch(() => undefined);
    const there = said !== undefined && "annotation" in said ? said.annotation : undefined;
    const hoped = applied(this.acknowledged, change);
    if (response.ok || (response.status === 409 && isSame(there, hoped))) this.settle(hoped);
    else if (response.status === 409 || response.status === 400) this.drop(there, problemIn(said));
    else return problemIn(said) ?? "The server could not save.";
    return undefined;
  }

  private settle(annotation: Annotation): void {
    this.acknowledged = annotation;
    this.waiting = this.waiting.slice(1);
    if (this.waiting.length === 0) this.tell({ state: "saved" });
  }

  private drop(there: Annotation | undefined, problem = "Not saved."): void {
    const lost = this.waiting.length;
    this.waiting = [];
    this.accept(there ?? this.acknowledged);
    this.tell({ state: "overtaken", problem: `${problem} ${stepsText(lost)} not taken over: look, and do it again.` });
  }

  private accept(annotation: Annotation): void {
    this.acknowledged = annotation;
    this.showAll();
  }

  private showAll(): void {
    if (!this.isLeft) this.show(this.waiting.reduce(applied, this.acknowledged));
  }

  private tell(saving: Saving): void {
    if (!this.isLeft) this.say(saving);
  }
}

function applied(annotation: Annotation, change: Change): Annotation {
  if (change.act === "undo") return undo(annotation);
  return change.act === "redo" ? redo(annotation) : decide(annotation, change);
}

/** The answer to a change got lost, but the change itself had arrived. */
function isSame(there: Annotation | undefined, hoped: Annotation): boolean {
  if (there === undefined) return false;
  const form = ({ revision, position, steps }: Annotation) => JSON.stringify([revision, position, steps]);
  return form(there) === form(hoped);
}

function stepsText(count: number): string {
  return count === 1 ? "Your last step was" : `Your last ${count} steps were`;
}
