import { Problem } from "@plotline/base";
import { z } from "zod";
import { folderKey } from "../folder-name.ts";
import { nameFault } from "../people/person-name.ts";
import type { JsonFile } from "../store/json-file.ts";
import { type Role, roles } from "./role.ts";

const time = z.iso.datetime();

const invitation = z.object({
  id: z.string(),
  hash: z.string(),
  expires: time,
  /** Wrong keys that came with its id. */
  failures: z.int().default(0),
});

const session = z.object({
  id: z.string(),
  hash: z.string(),
  started: time,
  rotated: time,
  used: time,
  /** The key before the last rotation: good until the new one has been seen, and a few minutes longer. */
  previous: z.object({ hash: z.string(), until: time.optional() }).optional(),
});

const member = z.object({
  name: z.string(),
  role: z.enum(roles),
  since: time,
  by: z.string(),
  invitation: invitation.optional(),
  sessions: z.array(session).default([]),
  revoked: time.optional(),
});

const people = z.object({ people: z.array(member).default([]) });

/** A browser in which somebody is signed in. */
export type Session = z.infer<typeof session>;
/** Somebody who was invited to a team. */
export type Member = z.infer<typeof member>;
/** All who were ever invited to a team. */
export type People = z.infer<typeof people>;

/** Who belongs to a corpus, their invitations and their sessions. */
export const peopleFile: JsonFile<People> = { path: "team/people.json", schema: people, empty: { people: [] } };

/** Somebody who may sign in, with the name under which their work is saved. */
export interface TeamPerson {
  readonly name: string;
  readonly role: Role;
}

/** Those who have not been revoked. */
export function activeMembers({ people }: People): readonly Member[] {
  return people.filter(({ revoked }) => revoked === undefined);
}

/** The member of this name; on some disks capitals do not count, so they do not here. */
export function memberCalled(everyone: People, name: string): Member {
  const found = everyone.people.find((each) => folderKey(each.name) === folderKey(name));
  if (found !== undefined && found.revoked === undefined) return found;
  const names = activeMembers(everyone).map((each) => each.name);
  throw new Problem(
    `Nobody called "${name}" belongs to this team; ${names.length === 0 ? "it is empty" : `it has ${names.join(", ")}`}.`,
  );
}

/** The same people, of whom nobody is signed in or has a link that still works. */
export function withoutAccess({ people }: People): People {
  return { people: people.map(({ invitation: _, ...member }) => ({ ...member, sessions: [] })) };
}

interface Invited {
  readonly name: string;
  readonly role: Role;
  readonly by: string;
  readonly invitation: NonNullable<Member["invitation"]>;
}

/** Adds somebody; a revoked name may be invited again, and gets the work saved under it. */
export function invited(everyone: People, { name, role, by, invitation }: Invited, now: Date): People {
  const fault = nameFault(name);
  if (fault !== undefined) throw new Problem(fault);
  if (/^command line/i.test(name)) throw new Problem("Commands have this name in the audit trail; choose another.");
  const same = everyone.people.find((each) => folderKey(each.name) === folderKey(name));
  if (same !== undefined && same.revoked === undefined)
    throw new Problem(`${same.name} already belongs to the team; "plotline team reset" makes a new link.`);
  const added: Member = { name: same?.name ?? name, role, since: now.toISOString(), by, invitation, sessions: [] };
  return { people: [...everyone.people.filter((each) => each !== same), added] };
}

/** Everybody, with one of them changed. */
export function replaced(everyone: People, changed: Member): People {
  return { people: everyone.people.map((each) => (each.name === changed.name ? changed : each)) };
}

/** Throws where nobody but `leaving` is an owner. */
export function mustLeaveAnOwner(everyone: People, leaving: string): void {
  const owners = activeMembers(everyone).filter(({ role }) => role === "owner");
  if (owners.length === 1 && owners[0]?.name === leaving)
    throw new Problem(`${leaving} is the only owner; make somebody else an owner first.`);
}
