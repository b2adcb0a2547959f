import { expect, test } from "vitest";
import { NoAnswer, redisAddress, within } from "./redis.ts";

test("only what a Redis address is is one, and its password is never shown", () => {
  const env = { PLOTLINE_REDIS_PASSWORD: "from outside" };
  expect(redisAddress("rediss://ada:a%40b@[::1]:7/3", env)).toEqual({
    host: "::1",
    port: 7,
    db: 3,
    tls: true,
    username: "ada",
    password: "a@b",
    shown: "rediss://[::1]:7/3",
  });
  expect(redisAddress("redis://host", env)).toMatchObject({ password: "from outside", shown: "redis://host" });
  for (const wrong of ["", "host", "redis://", "http://ada:secret@host", "redis://ada:secret@host/x", "redis://h?a=1"])
    expect(() => redisAddress(wrong)).toThrow(/^--queue: (?!.*secret)/);
});

test("what does not come is not waited for", async () => {
  await expect(within(200, new Promise(() => undefined))).rejects.toThrow(NoAnswer);
  expect(await within(200, Promise.resolve("heard"))).toBe("heard");
});
