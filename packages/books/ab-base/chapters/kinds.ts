import { groupedBy } from "@plotline/base";
import type { Headings } from "./contents.ts";
import { hasReason } from "./reasons.ts";
import type { Section } from "./sections.ts";

/** What a chapter's heading is: chapters of one book are mostly of one kind. */
export type Kind = "title" | "named" | "letter" | "without" | `part ${string}` | `counted ${string}`;

export function kindOf({ heading, at, reasons }: Section, headings: Headings): Kind {
  if (heading === "") return "without";
  const found = headings.get(at);
  if (hasReason(reasons, "name")) return "named";
  if (hasReason(reasons, "letter")) return "letter";
  if (found?.number === undefined) return hasReason(reasons, "run") ? "counted " : "title";
  if (found.class === "division") return `part ${found.word}`;
  return found.class === "act" || found.class === "scene" ? "counted scene" : `counted ${found.word}`;
}

/** The kind of heading that most chapters have; a prologue belongs to any. */
export function mostCommon(kinds: readonly Kind[]): Kind {
  return mostFrequent(kinds.filter((kind) => kind !== "named")) ?? "named";
}

/** The first of those that come most often. */
export function mostFrequent<Each>(all: readonly Each[]): Each | undefined {
  return [...groupedBy(all, (each) => each).values()].reduce<readonly Each[]>(
    (most, group) => (group.length > most.length ? group : most),
    [],
  )[0];
}
