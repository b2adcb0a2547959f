import type { Role } from "@plotline/corpus";

/** Whoever has the page reads it. */
export const isTeam = false;

export function me(): undefined {}

export function may(least: Role): boolean {
  return least === "reader";
}
