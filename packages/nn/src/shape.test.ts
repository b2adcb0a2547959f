import { needs } from "@plotline/base/testing";
import { expect, test } from "vitest";
import { emit } from "./backends/onnx/emit.ts";
import { Session } from "./backends/onnx/session.ts";
import * as nn from "./index.ts";
import { gates, recurrence } from "./ops/lstm.ts";
import { affine } from "./ops/matmul.ts";
import { product, quotient } from "./shape.ts";

const withRuntime = needs("onnxruntime");

test("products of names and numbers are equal when they are the same size", () => {
  expect(product([2, "T", 3, "N"])).toBe(product(["N", 6, "T"]));
  expect(product([2, 3])).toBe(6);
  expect(quotient(["T", "N", 8], ["N", 4])).toBe("2*T");
  expect(quotient(["T"], ["N"])).toBeUndefined();
});

const x = nn.input("x", ["T", "N", 8]);
const matrix = nn.input("matrix", [8, 4]);

test.each<[string, () => unknown, string]>([
  ["add", () => nn.add(x, matrix), "add: the second operand should be a shape that fits [T, N, 8], but it is [8, 4]."],
  ["matmul", () => nn.matmul(matrix, matrix), "matmul: the second operand should be [4, any], but it is [8, 4]."],
  [
    "affine",
    () => affine(nn.input("y", ["T", 3]), matrix),
    "affine: the first operand should be 8 wide for a weight of [8, 4], but it is [T, 3].",
  ],
  [
    "reshape",
    () => nn.reshape(matrix, [5, 6]),
    "reshape: the shape should be one of 32 elements for [8, 4], but it is [5, 6].",
  ],
  ["sum", () => nn.sum(matrix, [2]), "sum: the axis should be between -2 and 1 for [8, 4], but it is 2."],
  [
    "concat",
    () => nn.concat([matrix, nn.input("y", [7, 4])], 1),
    "concat: the part 2 should be like [8, 4] but for axis 1, but it is [7, 4].",
  ],
  ["slice", () => nn.slice(x, 0, 0, 1), "slice: the size at axis 0 should be a known number, but it is T."],
  [
    "softmax",
    () => nn.softmax(nn.input("ids", [3], "int32")),
    "softmax: the operand should be float32, but it is int32.",
  ],
  [
    "gatherRows",
    () => nn.gatherRows(matrix, matrix),
    "gatherRows: the second operand (numbers) should be int32, but it is float32.",
  ],
  [
    "recurrence",
    () => recurrence([{ projected: x, weight: matrix, backwards: false }], x),
    "lstm: the recurrent weight should be [H, 4H], but it is [8, 4].",
  ],
  ["gates", () => gates(nn.input("bias", [6])), "gates: the weight should be […, 4H], but it is [6]."],
  [
    "gradients",
    () => nn.gradients(x, [x]),
    "gradients: the loss should be a single number, but its shape is [T, N, 8].",
  ],
])("%s says which operand does not fit, what was expected and what was found", (_, build, sentence) => {
  expect(build).toThrow(sentence);
});

test("a parameter keeps its shape", () => {
  expect(() => nn.model((p) => nn.sum(nn.matmul(p.weight("w", [2, 3]), p.weight("w", [3, 2]))))).toThrow(
    'The parameter "w" is already [2, 3]; it cannot also be [3, 2].',
  );
});

withRuntime.test("a batch that does not fit is reported by input, before it runs", async () => {
  const loss = nn.sum(nn.add(nn.input("a", ["N"]), nn.input("b", ["N"])));
  const session = await Session.open(emit([loss]));
  const zeros = (size: number) => ({ shape: [size], data: new Float32Array(size) });
  await expect(session.run({ a: zeros(2) })).rejects.toThrow('The batch lacks the input "b".');
  await expect(session.run({ a: zeros(2), b: zeros(3) })).rejects.toThrow(
    'The input "b" should be [N] where N is 2, but it is [3] with 3 numbers.',
  );
  await session.close();
});
