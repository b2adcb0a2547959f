import fc from "fast-check";
import { expect, test } from "vitest";
import { drawHeldBack, portionsOf } from "./held-back.ts";

const portions = fc
  .array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 12 })
  .map((sizes) => sizes.map((size, k) => ({ name: `work ${k}`, size })));

test("about the share is held back: at least one where there are two, never all, the same for one seed", () => {
  fc.assert(
    fc.property(portions, fc.double({ min: 0.01, max: 0.5, noNaN: true }), fc.nat(9), (all, share, seed) => {
      const chosen = drawHeldBack(all, { share, seed });
      expect(chosen).toEqual(drawHeldBack(all, { share, seed }));
      expect(chosen.size).toBeLessThan(all.length);
      if (all.length > 1) expect(chosen.size).toBeGreaterThan(0);
      const sum = (some: typeof all) => some.reduce((whole, { size }) => whole + size, 0);
      const held = sum(all.filter(({ name }) => chosen.has(name)));
      const enough = held >= share * sum(all) || chosen.size === all.length - 1;
      expect(enough || all.length === 1).toBe(true);
    }),
  );
});

test("what would make it far too much is passed over", () => {
  const all = [
    { name: "a saga", size: 900 },
    ...Array.from({ length: 50 }, (_, k) => ({ name: `tale ${k}`, size: 2 })),
  ];
  for (let seed = 0; seed < 20; seed++) {
    const [first, ...rest] = drawHeldBack(all, { share: 0.05, seed, most: 2 });
    if (first !== "a saga") expect(rest).not.toContain("a saga");
  }
});

test("portions are counted under their names, in the order they are met", () => {
  expect(portionsOf(["b", "a", "b"], (name) => name)).toEqual([
    { name: "b", size: 2 },
    { name: "a", size: 1 },
  ]);
});
