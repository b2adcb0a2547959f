import { expect, test } from "vitest";
import { signatureOf, version } from "./signature.ts";

test("a signature names every setting that is given, in order, and the version", () => {
  const settings = { seed: 1, tied: false, density: undefined };
  expect(signatureOf({ corpus: "abc", seeds: [1, 2], calibration: { slope: 2, whole: undefined }, ...settings })).toBe(
    `corpus:abc|seeds:1+2|calibration:slope 2|seed:1|tied:false|version:${version}`,
  );
});
