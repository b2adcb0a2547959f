import { PortableProgram } from "../../nn/backends/portable/program.ts";
import type { Tensor } from "../../nn/graph.ts";
import { model } from "../../nn/model.ts";
import type { Values } from "../../nn/values.ts";
import { batchOf } from "./batch.ts";
import type { Exhibit } from "./exhibit.ts";
import { pointerModel, type Shape } from "./model.ts";
import type { Scale } from "./scale.ts";

/** How exhibits become what a network reads. */
export interface Lens {
  /** The columns that are set side by side. */
  readonly compared: readonly number[];
  readonly candidates: Scale;
  readonly places: Scale;
}

/** The networks that answer under one protocol. */
export class Panel {
  private readonly program: PortableProgram;

  constructor(
    readonly lens: Lens,
    readonly shape: Shape,
    readonly members: readonly Values[],
  ) {
    this.program = new PortableProgram([model(pointerModel(shape, 0)).outputs["scores"] as Tensor]);
  }

  /** What each network says of some candidates of an exhibit, by their rows; their order does not matter. */
  scores(exhibit: Exhibit, rows: readonly number[]): Float64Array[] {
    const batch = batchOf([{ exhibit, rows, answer: 0 }], this.lens);
    return this.members.map((weights) => {
      const [scores] = this.program.run({ ...weights, ...batch });
      return Float64Array.from(scores!.data.subarray(0, rows.length));
    });
  }
}
