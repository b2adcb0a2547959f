/** The roles of people; each may do more than the one before. */
export const roles = ["reader", "annotator", "curator", "owner"] as const;
/** What somebody may do in a team. */
export type Role = (typeof roles)[number];

/** Whether a role may do all that another may. */
export function isAtLeast(role: Role, least: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(least);
}

/** `an owner`, `a curator` */
export function withArticle(role: Role): string {
  return `${/^[ao]/.test(role) ? "an" : "a"} ${role}`;
}
