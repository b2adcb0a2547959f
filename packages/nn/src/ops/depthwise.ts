import { expectType, float, operation, type Tensor } from "../graph.ts";
import { expectShape, misfit, showShape } from "../shape.ts";

/**
 * Each plane of `x` [channels, rows, columns] through a filter of its own [channels, height, width], both odd, with
 * zeros around the plane:  y(c, i, j) = Σ_uv filter(c, u, v) · x(c, i + u − height/2, j + v − width/2).
 */
export function depthwise(x: Tensor, filter: Tensor): Tensor {
  expectType("depthwise", "first operand", x, "float32");
  const [, height, width] = filter.shape;
  if (filter.shape.length !== 3 || !isOdd(height) || !isOdd(width))
    throw misfit("depthwise", "filter", "[channels, height, width] with odd numbers", showShape(filter.shape));
  if (x.shape.length !== 3) throw misfit("depthwise", "first operand", "of rank 3", showShape(x.shape));
  expectShape("depthwise", "filter", filter.shape, [x.shape[0] ?? 1, height, width]);
  return filtered(x, filter, height, width, false);
}

function filtered(x: Tensor, filter: Tensor, height: number, width: number, flipped: boolean): Tensor {
  const [channels] = filter.shape;
  const [y] = operation("depthwise", [x, filter], {
    makes: [float(x.shape)],
    onnx: (to, [x, filter]) => {
      const taps = flipped ? to.reversed(filter, [1, 2]) : filter;
      const planes = to.op("Unsqueeze", [x, to.integers(0)]);
      const pads = [(height - 1) / 2, (width - 1) / 2, (height - 1) / 2, (width - 1) / 2];
      const made = to.op("Conv", [planes, to.op("Unsqueeze", [taps, to.integers(1)])], {
        group: Number(channels),
        pads,
      });
      return [to.op("Squeeze", [made, to.integers(0)])];
    },
    compute: (on, [x, filter]) => [on.depthwise(x, filter, flipped)],
    gradient: ([dy]) => [
      dy && filtered(dy, filter, height, width, !flipped),
      dy && (flipped ? filterGradient(dy, x, filter) : filterGradient(x, dy, filter)),
    ],
  });
  return y;
}

/** Σ_ij dy(c, i, j) · x(c, i + u − height/2, j + v − width/2), for each tap of the filter: a filter made of dy itself. */
function filterGradient(x: Tensor, dy: Tensor, filter: Tensor): Tensor {
  const [channels, height, width] = filter.shape.map(Number) as [number, number, number];
  const [y] = operation("filterGradient", [x, dy], {
    makes: [float(filter.shape)],
    onnx: (to, [x, dy]) => {
      const planes = to.op("Unsqueeze", [x, to.integers(0)]);
      const pads = [(height - 1) / 2, (width - 1) / 2, (height - 1) / 2, (width - 1) / 2];
      const made = to.op("Conv", [planes, to.op("Unsqueeze", [dy, to.integers(1)])], { group: channels, pads });
      return [to.op("Squeeze", [made, to.integers(0)])];
    },
    compute: (on, [x, dy]) => [on.filterGradient(x, dy, height, width)],
  });
  return y;
}

function isOdd(size: unknown): size is number {
  return typeof size === "number" && size % 2 === 1;
}
