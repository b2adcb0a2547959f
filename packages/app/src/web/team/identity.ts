import { isAtLeast, type Role } from "@plotline/corpus";

/** Who is signed in, as the server knows them. */
export interface Me {
  readonly name: string;
  readonly role: Role;
}

/** Whether this server asks who comes; where it does not, everyone gives a name of their own and may do everything. */
export const isTeam = document.documentElement.hasAttribute("data-team");

let known: Me | undefined;

/** Undefined where the server does not ask. */
export function me(): Me | undefined {
  return known;
}

export function setMe(person: Me): void {
  known = person;
}

/** Whether what takes this role is shown; the server decides again. */
export function may(least: Role): boolean {
  return !isTeam || (known !== undefined && isAtLeast(known.role, least));
}
