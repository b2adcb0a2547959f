import { float, misfit, multiply, operation, showShape, type Tensor } from "@plotline/nn";
import { exactPosterior } from "../posterior.ts";
import { type Matrix, matrix } from "../similarity/similarity.ts";

/**
 * How likely a staircase passes through each cell of `scores` [rows, columns], if a staircase is drawn with probability
 * ∝ exp(Σ of its scores): forward–backward as one operation. It runs on the portable backend alone.
 */
export function passing(scores: Tensor): Tensor {
  if (scores.shape.length !== 2) throw misfit("passing", "operand", "of rank 2", showShape(scores.shape));
  const [y] = operation("passing", [scores], {
    makes: [float(scores.shape)],
    compute: (on, [scores]) => {
      const made = on.empty(scores.shape);
      made.data.set(likely(scores.shape, scores.data as Numbers));
      return [made];
    },
    gradient: ([dy]) => [dy && movedAlong(scores, dy)],
  });
  return y;
}

/**
 * The gradient of v · passing(scores) by the scores. How likely a staircase passes is itself the gradient of ln Z, so its
 * Jacobian is symmetric: the gradient is how the likelihoods move when the scores move along v.
 */
function movedAlong(scores: Tensor, v: Tensor): Tensor {
  const [y] = operation("movedAlong", [scores, v], {
    makes: [float(scores.shape)],
    compute: (on, [scores, v]) => {
      const made = on.zeros(scores.shape);
      let longest = 0;
      for (const value of v.data) longest = Math.max(longest, Math.abs(value));
      if (!(longest > 1e-12)) return [made];
      const step = nudge / longest;
      const [up, down] = [step, -step].map((by) => {
        const moved = Float64Array.from(scores.data, (score, cell) => score + by * v.data[cell]!);
        return likely(scores.shape, moved);
      }) as [Float64Array, Float64Array];
      for (let cell = 0; cell < made.data.length; cell++) made.data[cell] = (up[cell]! - down[cell]!) / (2 * step);
      return [made];
    },
  });
  return y;
}

/** The same at another temperature: a share below 1 makes all staircases more alike. */
export function passingAt(scores: Tensor, share: number): Tensor {
  return passing(multiply(scores, share));
}

type Numbers = Matrix["values"];

/** How far the score that moves most moves to either side: small compared with 1, large compared with rounding. */
const nudge = 1e-3;

/** Beyond this a single cell decides everything. */
export const steepest = 12;

function likely([rows = 0, columns = 0]: readonly number[], scores: Numbers): Float64Array {
  return exactPosterior(matrix(rows, columns, scores), { steepest });
}
