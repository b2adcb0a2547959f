import type { Tensor } from "../graph.ts";
import type { Inputs } from "../inputs.ts";
import type { Values } from "../values.ts";

/** Which group each member belongs to: paragraphs to their question, say. */
export interface Groups {
  /** The group of each member, [members]. */
  readonly of: Tensor;
  /** 1 where a member is the group's own, [groups, members]. */
  readonly own: Tensor;
}

export function groupInputs(batch: Inputs, name: string, members: string, groups: string): Groups {
  return { of: batch.integers(`${name}.of`, [members]), own: batch.floats(`${name}.own`, [groups, members]) };
}

/** The values of what `Inputs.groups` declares: `of[m]` is the group of member m. */
export function grouped(name: string, of: readonly number[], groups: number): Values {
  const own = new Float32Array(groups * of.length);
  of.forEach((group, member) => {
    own[group * of.length + member] = 1;
  });
  return {
    [`${name}.of`]: { shape: [of.length], data: Int32Array.from(of) },
    [`${name}.own`]: { shape: [groups, of.length], data: own },
  };
}
