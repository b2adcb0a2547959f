import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { queuePackages, withQueuePackages } from "./packages.ts";

test.each(queuePackages)("without %s one sentence says what to install", async (name) => {
  const load = () => Promise.reject(new Error(`Cannot find package '${name}' imported from redis.js`));
  await expect(withQueuePackages(load)).rejects.toThrow(
    new RegExp(`^A queue needs the packages bullmq and ioredis, and ${name} is not installed: run "npm install `),
  );
});

test("another fault stays what it is", async () => {
  await expect(withQueuePackages(() => Promise.reject(new Error("no such export")))).rejects.toThrow("no such export");
});

test("they are optional to who installs plotline", () => {
  const { dependencies, peerDependencies, peerDependenciesMeta } = JSON.parse(
    readFileSync(new URL("../../../package.json", import.meta.url), "utf8"),
  );
  for (const name of queuePackages) {
    expect(dependencies).not.toHaveProperty(name);
    expect(peerDependencies).toHaveProperty(name);
    expect(peerDependenciesMeta[name]).toEqual({ optional: true });
  }
});
