import { Problem } from "@plotline/base";
import {
  activeMembers,
  invited,
  type Member,
  memberCalled,
  mustLeaveAnOwner,
  type People,
  peopleFile,
  type Role,
  replaced,
  type Session,
  type TeamPerson,
} from "@plotline/corpus";
import { changeJsonFile, readJsonFile } from "@plotline/corpus/node";
import { type Event, recordWith } from "./audit.ts";
import { isKeyOf, newSecret, partsOf } from "./secret.ts";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** How long each thing lasts, in milliseconds. */
export const lasting = {
  invitation: 7 * day,
  /** A session that nobody uses, and any session. */
  unused: 14 * day,
  session: 90 * day,
  /** A session's key is replaced after this long; the old one is good for a moment after the new one was seen. */
  key: day,
  oldKey: 5 * minute,
} as const;

const mostWrongKeys = 5;
/** How many browsers one person may be signed in with; of more, the first ends. */
const mostSessions = 20;

/** Somebody who signed in, the new value of their cookie if it changed, and how long it lasts, in seconds. */
export interface Visitor extends TeamPerson {
  readonly session: string;
  readonly fresh?: { readonly cookie: string; readonly seconds: number };
}

/** Access to a corpus: invitations become sessions, and sessions identify people. */
export class Roster {
  constructor(
    readonly folder: string,
    private readonly now: () => Date = () => new Date(),
  ) {}

  async members(): Promise<readonly Member[]> {
    return activeMembers(await readJsonFile(this.folder, peopleFile));
  }

  /** Invites somebody and returns the secret of their link, which nobody can read again. */
  async invite(name: string, role: Role, by: string, days?: number): Promise<string> {
    const { secret, invitation } = this.newInvitation(days);
    const event = { who: by, did: "invite", name, role };
    await this.change((people) => invited(people, { name, role, by, invitation }, this.now()), event);
    return secret;
  }

  /** A new link; every session and link from before ends. */
  async reset(name: string, by: string, days?: number): Promise<string> {
    const { secret, invitation } = this.newInvitation(days);
    const event = { who: by, did: "reset", name };
    await this.changeMember(name, (member) => ({ ...member, invitation, sessions: [] }), event);
    return secret;
  }

  /** A further link for somebody who is in, for another browser. */
  async link(name: string): Promise<string> {
    const { secret, invitation } = this.newInvitation(1);
    await this.changeMember(name, (member) => ({ ...member, invitation }), { who: name, did: "link", name });
    return secret;
  }

  async revoke(name: string, by: string): Promise<void> {
    const revoked = this.now().toISOString();
    const change = ({ invitation: _, ...member }: Member, everyone: People) => {
      mustLeaveAnOwner(everyone, member.name);
      return { ...member, sessions: [], revoked };
    };
    await this.changeMember(name, change, { who: by, did: "revoke", name });
  }

  async setRole(name: string, role: Role, by: string): Promise<void> {
    const change = (member: Member, everyone: People) => {
      if (member.role !== role && role !== "owner") mustLeaveAnOwner(everyone, member.name);
      return member.role === role ? member : { ...member, role };
    };
    await this.changeMember(name, change, { who: by, did: "role", name, role });
  }

  /** Exchanges the one-time secret of a link for a session; undefined where it is not, or no longer, good. */
  async enter(secret: string): Promise<Visitor | undefined> {
    const parts = partsOf(secret);
    if (parts === undefined) return undefined;
    const isOf = ({ invitation }: Member) => invitation?.id === parts.id;
    const seen = (await this.members()).find(isOf);
    if (seen?.invitation === undefined || Date.parse(seen.invitation.expires) < this.now().getTime()) return undefined;
    if (!isKeyOf(parts.key, seen.invitation.hash)) {
      await this.wrongKey(seen.name, parts.id);
      return undefined;
    }
    const { id, text, hash } = newSecret();
    const at = this.now().toISOString();
    let entered: Member | undefined;
    await this.change(
      (people) => {
        const found = activeMembers(people).find(isOf);
        if (found === undefined) return people;
        const { invitation: _, ...rest } = found;
        const others = found.sessions.slice(1 - mostSessions);
        entered = { ...rest, sessions: [...others, { id, hash, started: at, rotated: at, used: at }] };
        return replaced(people, entered);
      },
      { who: seen.name, did: "enter" },
    );
    if (entered === undefined) return undefined;
    const { name, role } = entered;
    return { name, role, session: id, fresh: { cookie: text, seconds: lasting.unused / 1000 } };
  }

  /** Whose cookie this is; undefined where it is nobody's. */
  async whoIs(cookie: string): Promise<Visitor | undefined> {
    const parts = partsOf(cookie);
    if (parts === undefined) return undefined;
    const found = sessionIn(await this.members(), parts.id);
    if (found === undefined || this.isOver(found.session)) return undefined;
    const { member, session } = found;
    const visitor = { name: member.name, role: member.role, session: session.id };
    if (isKeyOf(parts.key, session.hash)) {
      await this.used(session);
      const rotates = this.now().getTime() - Date.parse(session.rotated) > lasting.key;
      return rotates ? { ...visitor, ...(await this.rotated(session)) } : visitor;
    }
    const { previous } = session;
    if (previous === undefined || !isKeyOf(parts.key, previous.hash)) return undefined;
    if (previous.until === undefined || Date.parse(previous.until) > this.now().getTime()) return visitor;
    await this.leave(session.id, { who: member.name, did: "end a session whose old key was used again" });
    return undefined;
  }

  async leave(id: string, event: Event): Promise<void> {
    await this.changeSession(id, () => undefined, event);
  }

  private newInvitation(days = lasting.invitation / day) {
    if (days < 1 || days > 365) throw new Problem("A link lasts for 1 to 365 days.");
    const { id, text, hash } = newSecret();
    const expires = new Date(this.now().getTime() + days * day).toISOString();
    return { secret: text, invitation: { id, hash, expires, failures: 0 } };
  }

  /** Somebody guesses: after a few wrong keys the link is void. */
  private async wrongKey(name: string, id: string): Promise<void> {
    await this.change(
      (people) => {
        const found = activeMembers(people).find((each) => each.name === name && each.invitation?.id === id);
        if (found?.invitation === undefined) return people;
        const failures = found.invitation.failures + 1;
        const { invitation, ...rest } = found;
        return replaced(people, failures < mostWrongKeys ? { ...rest, invitation: { ...invitation, failures } } : rest);
      },
      { who: name, did: "try a wrong key" },
    );
  }

  private isOver({ started, used }: Session): boolean {
    const now = this.now().getTime();
    return now - Date.parse(started) > lasting.session || now - Date.parse(used) > lasting.unused;
  }

  /** A new key has been seen, or an hour has passed: both are written down. */
  private async used({ id, used, previous }: Session): Promise<void> {
    const now = this.now();
    const isNewlySeen = previous !== undefined && previous.until === undefined;
    if (!isNewlySeen && now.getTime() - Date.parse(used) < hour) return;
    const until = new Date(now.getTime() + lasting.oldKey).toISOString();
    await this.changeSession(id, (session) => ({
      ...session,
      used: now.toISOString(),
      previous: session.previous && { ...session.previous, until: session.previous.until ?? until },
    }));
  }

  /** Of several requests at once only the first gets a new key; the old one is still good for the others. */
  private async rotated({ id, hash, started }: Session): Promise<Pick<Visitor, "fresh">> {
    const made = newSecret();
    const at = this.now().toISOString();
    let isOurs = false;
    await this.changeSession(id, (session) => {
      isOurs = session.hash === hash;
      return isOurs ? { ...session, hash: made.hash, rotated: at, used: at, previous: { hash } } : session;
    });
    if (!isOurs) return {};
    const left = Math.min(lasting.unused, Date.parse(started) + lasting.session - this.now().getTime());
    return { fresh: { cookie: `${id}.${made.text.split(".")[1]}`, seconds: Math.floor(left / 1000) } };
  }

  private async changeMember(name: string, change: (member: Member, everyone: People) => Member, event: Event) {
    await this.change((people) => {
      const found = memberCalled(people, name);
      const next = change(found, people);
      return next === found ? people : replaced(people, next);
    }, event);
  }

  private async changeSession(id: string, change: (session: Session) => Session | undefined, event?: Event) {
    await this.change((people) => {
      const found = sessionIn(activeMembers(people), id);
      if (found === undefined) return people;
      const next = change(found.session);
      if (next === found.session) return people;
      const sessions = found.member.sessions.flatMap((each) => (each.id === id ? (next ?? []) : each));
      return replaced(people, { ...found.member, sessions });
    }, event);
  }

  private async change(change: (people: People) => People, event?: Event): Promise<void> {
    const tidy = (people: People) => withoutOver(change(people), (session) => this.isOver(session));
    await changeJsonFile(this.folder, peopleFile, tidy, (writer) => event && recordWith(writer, this.folder, event));
  }
}

function sessionIn(members: readonly Member[], id: string) {
  for (const member of members)
    for (const session of member.sessions) if (session.id === id) return { member, session };
  return undefined;
}

function withoutOver(everyone: People, isOver: (session: Session) => boolean): People {
  if (!everyone.people.some(({ sessions }) => sessions.some(isOver))) return everyone;
  const people = everyone.people.map((each) => ({ ...each, sessions: each.sessions.filter((one) => !isOver(one)) }));
  return { people };
}
