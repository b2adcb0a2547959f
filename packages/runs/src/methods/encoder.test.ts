import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { findMethod, learnedFrom, tiers } from "@plotline/align";
import { alignerFile, ownWeights, readWeights, shippedEncoder } from "@plotline/align/node";
import { writeTinyBert } from "@plotline/align/testing";
import { needs } from "@plotline/base/testing";
import { temporaryFolder } from "@plotline/corpus/testing";
import { expect, test } from "vitest";
import { alignerTier, prepareMethods } from "./methods.ts";

const withRuntime = needs("onnxruntime");

const chapter = {
  work: "W",
  number: 0,
  summary: ["The captain said nothing.", "And so on."],
  story: ["Said the captain: nothing.", "The rest.", "And so on, and on."],
};

withRuntime.test("an encoder's own weights are used where its folder has some, and the tier says which", async () => {
  const folder = join(temporaryFolder(), "tiny");
  writeTinyBert(folder);
  const links = async () => {
    const [prepared] = await prepareMethods(
      { async *chapters() {} },
      { methods: ["plotline"], seed: 1, encoder: folder },
    );
    return prepared!.align(chapter);
  };
  expect(alignerTier(undefined)).toBe("table");
  expect(alignerTier(folder)).toBe("encoder");
  const before = await links();
  copyFileSync(join(shippedEncoder(), alignerFile), join(folder, alignerFile));
  expect(alignerTier(folder)).toBe("encoder with its own weights");
  expect(await links()).not.toEqual(before);
});

test("the weights of the encoder that ships see what its tier sees", () => {
  expect(readWeights(join(shippedEncoder(), alignerFile)).features).toEqual(tiers.oneEncoder.map(({ name }) => name));
});

test("who learned from which gold depends on the encoder", () => {
  const works = (method: string, folder?: string) =>
    learnedFrom(findMethod(method), folder === undefined ? undefined : { weights: ownWeights(folder) });
  const plain = join(temporaryFolder(), "tiny");
  writeTinyBert(plain);
  expect(works("plotline")).toContain("Tartuffe");
  expect(works("plotline")).not.toContain("Candida");
  expect(works("plotline", plain)).toEqual(expect.arrayContaining(["Tartuffe", "Candida"]));
  for (const method of ["plotline", "BERT"]) {
    expect(works(method, shippedEncoder())).toContain("Candida");
    expect(works(method, shippedEncoder())).not.toContain("Tartuffe");
  }
  expect(works("BERT", plain)).toEqual([]);
  expect(works("TFIDF", shippedEncoder())).toEqual([]);
});
