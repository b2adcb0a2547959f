import fc from "fast-check";
import { expect, test } from "vitest";
import { TermNumbers } from "./numbering.ts";

const forms = fc.array(fc.integer({ min: -1, max: 30 }), { maxLength: 40 });

test("each chapter's forms are numbered from 0 in the order they come, whatever chapters came before", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(forms, forms), { maxLength: 5 }), (chapters) => {
      const numbering = new TermNumbers();
      for (const [first, second] of chapters) {
        const order = [...new Set([...first, ...second])].filter((form) => form >= 0);
        const expected = (sides: readonly number[]) => sides.map((form) => (form < 0 ? -1 : order.indexOf(form)));
        numbering.start(31);
        expect([...numbering.numbers(Int32Array.from(first))]).toEqual(expected(first));
        expect([...numbering.numbers(Int32Array.from(second))]).toEqual(expected(second));
        expect([...numbering.forms()]).toEqual(order);
        expect(numbering.size).toBe(order.length);
      }
    }),
  );
});
