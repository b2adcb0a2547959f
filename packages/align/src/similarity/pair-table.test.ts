import fc from "fast-check";
import { expect, test } from "vitest";
import { PairTable } from "./pair-table.ts";

const pair = fc.tuple(fc.nat(6), fc.nat(6));

test("pairs are numbered as they come, and only those that were added are found", () => {
  fc.assert(
    fc.property(fc.array(pair, { maxLength: 30 }), pair, (added, sought) => {
      const table = new PairTable(added.length);
      const order = [...new Set(added.map(String))];
      expect(added.map(([left, right]) => table.add(left, right))).toEqual(
        added.map((each) => order.indexOf(`${each}`)),
      );
      expect(table.find(...sought)).toBe(order.indexOf(`${sought}`));
      expect(table.size).toBe(order.length);
    }),
  );
});
