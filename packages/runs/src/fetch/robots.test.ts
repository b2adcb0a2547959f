import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseRobots } from "./robots.ts";

describe("robots.txt", () => {
  test.each([
    ["", "/a", true],
    ["User-agent: *\nDisallow: /", "/a", false],
    ["User-agent: *\nDisallow:", "/a", true],
    ["User-agent: *\nDisallow: /a\nAllow: /a/b", "/a/b/c", true],
    ["User-agent: *\nDisallow: /a\nAllow: /a", "/a", true],
    ["User-agent: *\nDisallow: /*.pdf$", "/x/y.pdf", false],
    ["User-agent: *\nDisallow: /*.pdf$", "/x/y.pdf?z", true],
    ["User-agent: *\nDisallow: /a*c*e", "/abcde/f", false],
    ["User-agent: *\nDisallow: /caf%C3%A9", "/café", false],
    ["User-agent: *\nDisallow: /%7ejoe", "/~joe/x", false],
    ["User-agent: Plotline/2\nDisallow: /a\n\nUser-agent: *\nDisallow: /", "/b", true],
    ["User-agent: other\nUser-agent: plotline\nDisallow: /a", "/a", false],
    ["User-agent: other\nDisallow: /a", "/a", true],
    ["User-agent: *\nDisallow: /a\nUser-agent: x\nDisallow: /b\nUser-agent: *\nDisallow: /c", "/c", false],
    ["\uFEFFuser-AGENT : *\r\ndisallow : /a # not this\r\n", "/a", false],
    ["Disallow: /a", "/a", true],
    ["User-agent: *\nDisallow: /", "/robots.txt", true],
  ])("%j says of %s: %s", (text, path, allowed) => {
    expect(parseRobots(text, "plotline").allows(path)).toBe(allowed);
  });

  test("the longest delay asked of us counts", () => {
    expect(parseRobots("User-agent: *\nCrawl-delay: 2.5\nCrawl-delay: soon", "plotline").crawlDelay).toBe(2.5);
  });

  test("a path forbidden letter by letter is forbidden, whatever else the file says", () => {
    const noise = fc.array(fc.string().filter((line) => !/^\s*(allow|user-agent)\s*:/i.test(line)));
    const path = fc.stringMatching(/^\/[a-z0-9/]{1,20}$/);
    fc.assert(
      fc.property(noise, path, (lines, secret) => {
        const text = [
          "User-agent: *",
          `Disallow: ${secret}`,
          ...lines.map((line) => line.replace(/[\r\n]/g, " ")),
        ].join("\n");
        return !parseRobots(text, "plotline").allows(secret);
      }),
    );
  });

  test("survives anything, patterns made to be slow among it", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string(), (text, path) => {
        parseRobots(`User-agent: *\nDisallow: ${text}`, "plotline").allows(path);
      }),
    );
    const slow = `User-agent: *\nDisallow: /${"a*".repeat(50_000)}b$`;
    expect(parseRobots(slow, "plotline").allows(`/${"a".repeat(100_000)}`)).toBe(true);
  });
});
