import { expectType, float, operation, type Tensor } from "../graph.ts";
import { expectShape, misfit, showShape } from "../shape.ts";
import { add, leakyWherePositive, summedTo } from "./arithmetic.ts";

/** What is added to planes [channels, rows, columns] before they are rectified, and what to afterwards. */
interface Around {
  /** [channels, rows, 1], or one number a channel, [channels, 1, 1]. */
  readonly ofRow: Tensor;
  /** [channels, 1, columns]. */
  readonly ofColumn?: Tensor;
  readonly onto?: Tensor;
}

/** onto + leakyRelu(cells + ofRow + ofColumn, slope), in one pass over memory instead of four. */
export function rectifiedSum(cells: Tensor, { ofRow, ofColumn, onto }: Around, slope: number): Tensor {
  expectType("rectifiedSum", "first operand", cells, "float32");
  const { shape } = cells;
  const [channels = 1, , columns = 1] = shape;
  if (shape.length !== 3) throw misfit("rectifiedSum", "first operand", "of rank 3", showShape(shape));
  expectShape("rectifiedSum", "ofRow", ofRow.shape, [channels, ofRow.shape[1] === 1 ? 1 : shape[1]!, 1]);
  if (ofColumn !== undefined) expectShape("rectifiedSum", "ofColumn", ofColumn.shape, [channels, 1, columns]);
  if (onto !== undefined) expectShape("rectifiedSum", "onto", onto.shape, shape);
  const summands = ofColumn === undefined ? [cells, ofRow] : [cells, ofRow, ofColumn];
  const [y] = operation("rectifiedSum", onto === undefined ? summands : [...summands, onto], {
    makes: [float(shape)],
    onnx: (to, names) => {
      const sum = names.slice(0, summands.length).reduce((left, right) => to.op("Add", [left, right]));
      const low = to.op("Mul", [sum, to.float(slope)]);
      const rectified = to.op("Where", [to.op("Greater", [sum, to.float(0)]), sum, low]);
      return [onto === undefined ? rectified : to.op("Add", [rectified, names.at(-1)!])];
    },
    compute: (on, values) => {
      const around = { ofRow: values[1]!, ofColumn: ofColumn && values[2], onto: onto && values.at(-1) };
      return [on.rectifiedSum({ cells: values[0]!, ...around, slope })];
    },
    gradient: ([dy]) => {
      if (dy === undefined) return [...summands, onto].filter((each) => each !== undefined).map(() => undefined);
      const inner = leakyWherePositive(summands.reduce(add), dy, slope);
      const ofSummands = summands.map((each) => summedTo(inner, each));
      return onto === undefined ? ofSummands : [...ofSummands, dy];
    },
  });
  return y;
}
