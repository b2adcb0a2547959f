import { Problem } from "../../problem.ts";
import { association } from "./evidence/association.ts";
import { company } from "./evidence/company.ts";
import { echo } from "./evidence/echo.ts";
import type { Evidence, Sight } from "./evidence/evidence.ts";
import { kind } from "./evidence/kind.ts";
import { overlap } from "./evidence/overlap.ts";
import { presence } from "./evidence/presence.ts";
import { salience } from "./evidence/salience.ts";
import { slot } from "./evidence/slot.ts";

/** What the pointer looks at: the bullet and the story, never the other bullets of the chapter. */
export const ownEvidence: readonly Evidence[] = [presence, overlap, association, company, salience, echo, kind, slot];

export function evidenceNamed(names: readonly string[]): Evidence[] {
  return names.map((name) => {
    const found = ownEvidence.find((evidence) => evidence.name === name);
    if (found !== undefined) return found;
    const known = ownEvidence.map((evidence) => evidence.name).join(", ");
    throw new Problem(`The pointer knows no evidence "${name}"; there are ${known}.`);
  });
}

export function featuresOf(evidence: readonly Evidence[], sight: Sight, candidates: readonly number[]): Float32Array[] {
  const looks = evidence.map(({ gather }) => gather(sight));
  return candidates.map((entity) => Float32Array.from(looks.flatMap((look) => look(entity))));
}

/** The columns in which candidates differ, so that they can be set side by side. */
export function comparedColumns(evidence: readonly Evidence[]): number[] {
  const common = evidence.flatMap(({ columns, common: same }) => columns.map(() => same));
  return [...common.keys()].filter((column) => !common[column]);
}
