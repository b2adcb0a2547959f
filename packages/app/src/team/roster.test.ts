import { readFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "@plotline/corpus/testing";
import { beforeEach, describe, expect, test } from "vitest";
import { Attempts } from "./attempts.ts";
import { lasting, Roster } from "./roster.ts";

let folder: string;
let now: number;
const clock = () => new Date(now);
const day = 86_400_000;

beforeEach(() => {
  folder = temporaryFolder();
  now = Date.parse("2026-01-01T00:00:00.000Z");
});

async function entered(roster: Roster, name = "Ada"): Promise<string> {
  const visitor = await roster.enter(await roster.invite(name, "owner", "test"));
  return visitor?.fresh?.cookie ?? "";
}

describe("sessions", () => {
  test("last while they are used, and end when they are not, or after ninety days", async () => {
    const roster = new Roster(folder, clock);
    let cookie = await entered(roster);
    now += lasting.unused + day;
    expect(await roster.whoIs(cookie)).toBeUndefined();
    cookie = (await roster.enter(await roster.reset("Ada", "test")))?.fresh?.cookie ?? "";
    for (let k = 0; k < 8; k++) {
      now += 10 * day;
      const visitor = await roster.whoIs(cookie);
      expect(visitor?.name).toBe("Ada");
      cookie = visitor?.fresh?.cookie ?? cookie;
    }
    now += 10 * day + 1;
    expect(await roster.whoIs(cookie)).toBeUndefined();
  });

  test("get a new key each day; the old one is good until the new one was seen, and its use later ends the session", async () => {
    const roster = new Roster(folder, clock);
    const old = await entered(roster);
    now += lasting.key + 1;
    const renewed = await roster.whoIs(old);
    const fresh = renewed?.fresh?.cookie ?? "";
    expect(fresh).not.toBe(old);
    now += day / 2;
    expect((await roster.whoIs(old))?.name).toBe("Ada");
    expect((await roster.whoIs(fresh))?.fresh).toBeUndefined();
    now += lasting.oldKey / 2;
    expect((await roster.whoIs(old))?.name).toBe("Ada");
    now += lasting.oldKey;
    expect(await roster.whoIs(old)).toBeUndefined();
    expect(await roster.whoIs(fresh)).toBeUndefined();
  });

  test("are known to a server that starts later, and to one next to it; what another changes counts at once", async () => {
    const cookie = await entered(new Roster(folder, clock));
    const another = new Roster(folder, clock);
    expect((await another.whoIs(cookie))?.role).toBe("owner");
    await new Roster(folder, clock).reset("Ada", "test");
    expect(await another.whoIs(cookie)).toBeUndefined();
  });
});

test("a link lasts for a week, and only hashes are stored", async () => {
  const roster = new Roster(folder, clock);
  const secret = await roster.invite("Ada", "owner", "test");
  const stored = readFileSync(join(folder, "team/people.json"), "utf8");
  expect(stored).toMatch(/"hash": "sha256:/);
  expect(stored).not.toContain(secret.split(".")[1]);
  now += lasting.invitation + 1;
  expect(await roster.enter(secret)).toBeUndefined();
});

test("names that would be one folder on some disk are one person", async () => {
  const roster = new Roster(folder, clock);
  await roster.invite("Ada", "owner", "test");
  await expect(roster.invite("ADA", "reader", "test")).rejects.toThrow("Ada already belongs to the team");
  await expect(roster.invite("../Eve", "reader", "test")).rejects.toThrow("cannot name a folder");
  await expect(roster.invite("Command line", "owner", "test")).rejects.toThrow("have this name in the audit trail");
});

test("attempts are counted by address, a network of IPv6 as one", () => {
  let time = 0;
  const attempts = new Attempts(() => time);
  for (let k = 0; k < 10; k++) attempts.failed(`2001:db8:1:2::${k}`);
  expect(attempts.secondsToWait("2001:db8:1:2:ffff::1")).toBe(900);
  expect(attempts.secondsToWait("2001:db8:1:3::1")).toBe(0);
  time = 900_001;
  expect(attempts.secondsToWait("2001:db8:1:2::5")).toBe(0);
});
