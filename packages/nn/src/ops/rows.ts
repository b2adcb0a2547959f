import { expectType, float, operation, Tensor } from "../graph.ts";
import { type Dimension, misfit, product, showShape } from "../shape.ts";
import { constant } from "./arithmetic.ts";
import { reshape } from "./layout.ts";

/** Rows of `x` by number: `x` of [K, …] and numbers of any shape give [numbers…, …]. */
export function gatherRows(x: Tensor, numbers: Tensor): Tensor {
  expectType("gatherRows", "second operand (numbers)", numbers, "int32");
  const [count] = x.shape;
  if (count === undefined) throw misfit("gatherRows", "first operand", "at least of rank 1", showShape(x.shape));
  const [y] = operation("gatherRows", [x, numbers], {
    makes: [{ shape: [...numbers.shape, ...x.shape.slice(1)], type: x.type }],
    onnx: (to, [x, numbers]) => [to.op("Gather", [x, numbers], { axis: 0 })],
    compute: (on, [x, numbers]) => [on.gatherRows(x, numbers)],
    gradient: ([dy]) => [dy && scatterRows(dy, numbers, count), undefined],
  });
  return y;
}

/**
 * Rows at other places: `x` [M, D] and `places` [C, N] give [C, N, D], where `back` [M] gives for each row the
 * (flattened) place it went to. The backward pass is then a gather too, fast and always in the same order, where
 * `gatherRows` must add. A padding place may name any row, if it contributes nothing; a row that went nowhere may name
 * any place, if its gradient is not used.
 */
export function moveRows(x: Tensor, places: Tensor, back: Tensor): Tensor {
  if (product(back.shape) !== x.shape[0])
    throw misfit("moveRows", "way back", `[${x.shape[0]}]`, showShape(back.shape));
  expectType("moveRows", "second operand (places)", places, "int32");
  expectType("moveRows", "third operand (way back)", back, "int32");
  const rest = x.shape.slice(1);
  const [y] = operation("moveRows", [x, places, back], {
    makes: [float([...places.shape, ...rest])],
    onnx: (to, [x, places]) => [to.op("Gather", [x, places], { axis: 0 })],
    compute: (on, [x, places]) => [on.gatherRows(x, places)],
    gradient: ([dy]) => {
      const rows = dy && reshape(dy, [product(places.shape), ...rest]);
      return [rows && reshape(moveRows(rows, back, reshape(places, [-1])), x.shape), undefined, undefined];
    },
  });
  return y;
}

/** Adds each row of `x` to the row of the result that its number names: the reverse of `gatherRows`. */
export function scatterRows(x: Tensor, numbers: Tensor, count: Dimension): Tensor {
  expectType("scatterRows", "second operand (numbers)", numbers, "int32");
  const rest = x.shape.slice(numbers.shape.length);
  const flat = product(numbers.shape);
  if (product(x.shape.slice(0, numbers.shape.length)) !== flat) {
    throw misfit("scatterRows", "first operand", `${showShape([...numbers.shape, "…"])}`, showShape(x.shape));
  }
  return addRows(constant(0, [count, ...rest]), reshape(x, [flat, ...rest]), reshape(numbers, [flat]));
}

/** `base` with each row of `x` [M, …] added to the row that its number [M] names. */
export function addRows(base: Tensor, x: Tensor, numbers: Tensor): Tensor {
  const [made] = operation("addRows", [base, x, numbers], {
    makes: [float(base.shape)],
    onnx: (to, [base, x, numbers]) => {
      const places = to.op("Cast", [to.op("Unsqueeze", [numbers, to.integers(1)])], { to: int64 });
      return [to.op("ScatterND", [base, places, x], { reduction: "add" })];
    },
    compute: (on, [base, x, numbers]) => [on.addRows(base, x, numbers)],
    gradient: ([dy]) => [dy, dy && gatherRows(dy, numbers), undefined],
  });
  return made;
}

/**
 * Rows of a table that is too large to differentiate whole. The host picks them (by the ids of the input `ids`)
 * and adds their gradients up by row, so that only the rows of a batch are ever touched.
 */
export function lookup(table: { readonly name: string; readonly width: number }, ids: Tensor): Tensor {
  expectType("lookup", "second operand (ids)", ids, "int32");
  const { source } = ids;
  if (!("feed" in source) || source.feed !== "data") {
    throw misfit("lookup", "second operand (ids)", "an input of the batch", "the result of an operation");
  }
  return new Tensor([...ids.shape, table.width], "float32", { feed: "rows", table: table.name, ids: source.name });
}

const int64 = 7;
