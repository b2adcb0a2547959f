import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { Sha256, sha256Base64 } from "./sha256.ts";

test("it is what Node's own gives, for every text", () => {
  const same = (text: string) => {
    expect(sha256Base64(text)).toBe(createHash("sha256").update(text).digest("base64"));
  };
  for (const length of [0, 1, 55, 56, 63, 64, 65, 119, 120, 100_000]) same("é".repeat(length));
  fc.assert(fc.property(fc.string({ unit: "grapheme", maxLength: 300 }), same));
});

test("and for bytes in any pieces", () => {
  const piece = fc.uint8Array({ maxLength: 150 });
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const [ours, theirs] = [new Sha256(), createHash("sha256")];
      for (const each of pieces) {
        ours.update(each);
        theirs.update(each);
      }
      expect(ours.digest("hex")).toBe(theirs.digest("hex"));
    }),
  );
});
