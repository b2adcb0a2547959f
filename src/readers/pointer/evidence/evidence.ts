import type { Column } from "../../column.ts";
import type { Attention } from "../attention.ts";
import type { Asked } from "../question.ts";
import type { WorkReading } from "../reading.ts";

/** What the pointer may look at for one question. */
export interface Sight {
  readonly asked: Asked;
  readonly attention: Attention;
  readonly reading: WorkReading;
}

/** One kind of evidence: some numbers for each candidate, named. */
export interface Evidence {
  readonly name: string;
  readonly columns: readonly string[];
  /** The same numbers for every candidate. */
  readonly common: boolean;
  /** Looks at the question once, and then at candidate after candidate. */
  gather(sight: Sight): (entity: number) => readonly number[];
}

interface EvidenceParts<Seen> {
  readonly name: string;
  readonly common?: boolean;
  /** What is seen of the question, and then of candidate after candidate. */
  see(sight: Sight): (entity: number) => Seen;
  readonly columns: readonly Column<Seen>[];
}

export function evidence<Seen>({ name, common = false, see, columns }: EvidenceParts<Seen>): Evidence {
  return {
    name,
    common,
    columns: columns.map((column) => column.name),
    gather(sight) {
      const look = see(sight);
      return (entity) => {
        const seen = look(entity);
        return columns.map(({ of }) => of(seen));
      };
    },
  };
}
