import { random, shuffled } from "@plotline/base";
import { tally } from "@plotline/text";

/** Something that is held back whole or not at all, and how much of the material it is. */
interface Portion {
  readonly name: string;
  readonly size: number;
}

interface HoldingBack {
  /** Roughly what share to hold out. */
  readonly share: number;
  readonly seed: number;
  /** A portion that would exceed the share by this factor is skipped. */
  readonly most?: number;
}

/** Draws what is held out: at least one portion, until the share is reached, and never all of them. */
export function drawHeldBack(
  portions: readonly Portion[],
  { share, seed, most = Number.POSITIVE_INFINITY }: HoldingBack,
): ReadonlySet<string> {
  const wanted = share * portions.reduce((sum, { size }) => sum + size, 0);
  const chosen = new Set<string>();
  let held = 0;
  for (const { name, size } of shuffled(portions, random("held back", seed))) {
    if (chosen.size + 1 === portions.length) break;
    if (held >= wanted && chosen.size > 0) break;
    if (chosen.size > 0 && held + size > most * wanted) continue;
    chosen.add(name);
    held += size;
  }
  return chosen;
}

/** Items under the names of what they belong to. */
export function portionsOf<T>(items: readonly T[], nameOf: (item: T) => string): Portion[] {
  return [...tally(items.map(nameOf))].map(([name, size]) => ({ name, size }));
}
