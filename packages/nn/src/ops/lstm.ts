import { float, type Kind, operation, type Tensor } from "../graph.ts";
import { expectShape, misfit, product, showShape } from "../shape.ts";
import { constant } from "./arithmetic.ts";
import { reshape } from "./layout.ts";
import { scanBackward, scanForward } from "./lstm-scanned.ts";
import { matmul } from "./matmul.ts";

/** One direction through the sequences. */
export interface Direction {
  /** The input times its weights, plus the bias, [T, N, 4H]; both went through `gates`. */
  readonly projected: Tensor;
  /** The recurrent weights, [H, 4H], through `gates` too. */
  readonly weight: Tensor;
  readonly backwards: boolean;
}

/**
 * A weight with its gates side by side in the order i, f, o, g, […, 4H], which is the order that the loop reads: a check
 * of its width, and a name in the graph.
 */
export function gates(weight: Tensor): Tensor {
  const { shape } = weight;
  const width = shape.at(-1);
  if (typeof width !== "number" || width % 4 !== 0) throw misfit("gates", "weight", "[…, 4H]", showShape(shape));
  const [made] = operation("gates", [weight], {
    makes: [float(shape)],
    onnx: (_, [weight]) => [weight],
    gradient: ([dy]) => [dy && gates(dy)],
  });
  return made;
}

/**
 * The recurrent part of LSTMs that read the same steps; what does not depend on the step before (the input projection,
 * the gradients of the weights) is left outside, as single large products. The states of each direction, [T, N, H]:
 *
 *   i, f, o, g = σ, σ, σ, tanh of (projected + h·W)      c' = present · (f·c + i·g)      h' = o · tanh c'
 *
 * present: [T, N, 1], ones and zeros. A step that is not present clears the state, which equals packed sequences in
 * both directions, and lets several sequences share a row when an absent step is between them.
 */
export function recurrence(directions: readonly Direction[], present: Tensor): Tensor[] {
  const shape = recurrenceShape(directions, present);
  const [steps, rows, hidden] = shape;
  const state = float([steps, rows, hidden]);
  const projected = directions.map((each) => each.projected);
  const weights = directions.map((each) => each.weight);
  const backwards = directions.map((each) => each.backwards);
  const count = directions.length;
  const flat = product([steps, rows]);
  const makes: readonly Kind[] = Array(6 * count).fill(state);
  const results = operation("lstm", [present, ...projected, ...weights], {
    makes,
    onnx: (to, [present = "", ...names]) => {
      const loop = { present, projected: names.slice(0, count), weights: names.slice(count), backwards, shape };
      const { states, before, left } = scanForward(to, loop);
      return [...states, ...before, ...left];
    },
    gradient: (upstream, results) => {
      const states = results.slice(0, count);
      const dh = states.map(({ shape }, place) => upstream[place] ?? constant(0, shape));
      const dz = recurrenceGradient(dh, present, weights, backwards, results.slice(2 * count));
      const dWeights = dz.map((each, place) =>
        matmul(reshape(results[count + place]!, [flat, hidden]), reshape(each, [flat, 4 * hidden]), {
          first: true,
        }),
      );
      return [undefined, ...dz, ...dWeights];
    },
  });
  return results.slice(0, count);
}

/** The gradients of the projected inputs: the same loop, run the other way. */
function recurrenceGradient(
  dh: readonly Tensor[],
  present: Tensor,
  weights: readonly Tensor[],
  backwards: readonly boolean[],
  left: readonly Tensor[],
): Tensor[] {
  const [steps = 1, rows = 1, hidden = 1] = dh[0]?.shape ?? [];
  const shape = [steps, rows, Number(hidden)] as const;
  const count = dh.length;
  const makes: readonly Kind[] = Array(count).fill(float([steps, rows, 4 * Number(hidden)]));
  const results = operation("lstmGradient", [present, ...weights, ...dh, ...left], {
    makes,
    onnx: (to, [, ...names]) => {
      const part = (from: number, to?: number) => names.slice(from * count, to === undefined ? to : to * count);
      const loop = { weights: part(0, 1), backwards, shape };
      return scanBackward(to, loop, { dh: part(1, 2), left: part(2) });
    },
  });
  return [...results];
}

function recurrenceShape(directions: readonly Direction[], present: Tensor) {
  const [first] = directions;
  if (first === undefined) throw misfit("lstm", "list of directions", "at least one", "empty");
  const [hidden, gates] = first.weight.shape;
  if (typeof hidden !== "number" || gates !== 4 * hidden) {
    throw misfit("lstm", "recurrent weight", "[H, 4H]", showShape(first.weight.shape));
  }
  const [steps, rows] = first.projected.shape;
  if (
    first.projected.shape.length !== 3 ||
    first.projected.shape[2] !== gates ||
    steps === undefined ||
    rows === undefined
  ) {
    throw misfit("lstm", "projected input", `[T, N, ${gates}]`, showShape(first.projected.shape));
  }
  for (const { projected, weight } of directions) {
    expectShape("lstm", "projected input", projected.shape, [steps, rows, gates]);
    expectShape("lstm", "recurrent weight", weight.shape, [hidden, gates]);
  }
  expectShape("lstm", "mask of present steps", present.shape, [steps, rows, 1]);
  return [steps, rows, hidden] as const;
}
