import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../testing/folder.ts";
import { contract } from "../testing/contract.ts";
import { FolderStore } from "./folder-store.ts";

test.each(Object.keys(contract))("in a folder on disk: %s", async (name) => {
  await contract[name]?.(new FolderStore(temporaryFolder()));
});

test("a link that leads to itself is a sentence, and one that leads out is not read", async () => {
  const folder = temporaryFolder({ "a/b": "b" });
  symlinkSync(join(folder, "loop"), join(folder, "loop"));
  symlinkSync(temporaryFolder({ secret: "s" }), join(folder, "out"));
  symlinkSync(join(folder, "a"), join(folder, "inside"));
  const store = new FolderStore(folder);
  await expect(store.read("loop")).rejects.toThrow("a symbolic link that leads back to itself");
  await expect(store.read("out/secret")).rejects.toThrow("leads out of the corpus");
  await expect(store.list("out")).rejects.toThrow("leads out of the corpus");
  expect(String(await store.read("inside/b"))).toBe("b");
});
