import { type ChapterPlace, isAtLeast, isSameChapter, type Member, type TeamPerson } from "@plotline/corpus";
import type { SSEStreamingApi } from "hono/streaming";
import type { Roster } from "../../team/roster.ts";
import { sendEvents, sharedFor } from "../event-stream.ts";
import { TooBusy } from "../refusals.ts";

/** How often watchers get news, and how many may watch. */
const often = 1_000;
const mostWatchers = 1_000;
/** How many of them may be one person's. */
const mostOfOne = 20;

interface Watcher {
  /** As the team knows them now. */
  person: TeamPerson;
  readonly place: ChapterPlace | undefined;
  /** News not yet sent: of each kind only the latest. */
  readonly waiting: Map<string, string>;
  wake(): void;
}

/** Who is where, and what has just been saved, for everyone who has the app open. Being present is having it open. */
export class Live {
  private readonly watchers = new Set<Watcher>();
  private isStopping = false;
  private readonly sessions: () => Promise<ReadonlyMap<string, TeamPerson>>;

  constructor(roster: Pick<Roster, "members">) {
    this.sessions = sharedFor(often / 2, async () => sessionsOf(await roster.members()));
  }

  get count(): number {
    return this.watchers.size;
  }

  /** Lasts until the browser leaves or the server stops. */
  async watch(
    stream: SSEStreamingApi,
    { person, session, place }: { person: TeamPerson; session: string; place?: ChapterPlace | undefined },
  ): Promise<void> {
    const watcher: Watcher = { person, place, waiting: new Map(), wake: () => undefined };
    this.watchers.add(watcher);
    this.announcePresence();
    try {
      await sendEvents(stream, {
        news: () => newsOf(watcher),
        pause: async () => this.isStopping || pause(watcher),
        isOver: async () =>
          (this.isStopping && watcher.waiting.size === 0) || !(await this.isStillIn(session, watcher)),
      });
    } finally {
      this.watchers.delete(watcher);
      this.announcePresence();
    }
  }

  mustHavePlace({ name }: TeamPerson): void {
    if (this.watchers.size >= mostWatchers) throw new TooBusy("This server is full: too many people have it open.");
    if ([...this.watchers].filter(({ person }) => person.name === name).length >= mostOfOne)
      throw new TooBusy(`You have plotline open in ${mostOfOne} tabs; close some.`);
  }

  /** Whoever was revoked, reset or has left sees nothing more; a new role counts at once. */
  async isStillIn(session: string, watcher?: Pick<Watcher, "person">): Promise<boolean> {
    const person = (await this.sessions()).get(session);
    if (person === undefined) return false;
    if (watcher !== undefined && watcher.person.role !== person.role) {
      watcher.person = person;
      this.announcePresence();
    }
    return true;
  }

  /** A sheet has a new revision: other tabs of the same person show it, curators see the progress. */
  saved(name: string, chapter: ChapterPlace, revision: number): void {
    for (const { person, place, waiting } of this.watchers) {
      if (person.name === name && isSame(place, chapter))
        waiting.set("sheet", JSON.stringify({ ...chapter, revision }));
      if (isAtLeast(person.role, "curator")) waiting.set("progress", "{}");
    }
  }

  /** Something else that curators watch has changed. */
  progressed(): void {
    for (const { person, waiting } of this.watchers)
      if (isAtLeast(person.role, "curator")) waiting.set("progress", "{}");
  }

  /** Tells every client that the server restarts; they reconnect by themselves. */
  stop(): void {
    this.isStopping = true;
    for (const { waiting, wake } of this.watchers) {
      waiting.set("stopping", "{}");
      wake();
    }
  }

  /** Nobody sees readers; annotators see who else is in their chapter, curators see who is where. */
  private announcePresence(): void {
    const working = [...this.watchers].filter(({ person }) => isAtLeast(person.role, "annotator"));
    for (const { person, place, waiting } of working) {
      const others = isAtLeast(person.role, "curator") ? working : working.filter((each) => isSame(each.place, place));
      const present = new Map(
        others
          .filter((each) => each.person.name !== person.name)
          .map((each) => [JSON.stringify([each.person.name, each.place]), { name: each.person.name, ...each.place }]),
      );
      waiting.set("presence", JSON.stringify([...present.values()]));
    }
  }
}

function sessionsOf(members: readonly Member[]): ReadonlyMap<string, TeamPerson> {
  return new Map(
    members.flatMap(({ name, role, sessions }) => sessions.map(({ id }) => [id, { name, role }] as const)),
  );
}

function newsOf({ waiting }: Watcher) {
  const news = [...waiting].map(([event, data]) => ({ event, data, retry: often }));
  waiting.clear();
  return news;
}

/** Until it is time again, or somebody wakes the watcher. */
function pause(watcher: Watcher): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, often);
    watcher.wake = () => {
      clearTimeout(timer);
      resolve();
    };
  });
}

function isSame(a: ChapterPlace | undefined, b: ChapterPlace | undefined): boolean {
  return a !== undefined && b !== undefined && isSameChapter(a, b);
}
