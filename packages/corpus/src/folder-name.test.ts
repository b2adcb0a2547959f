import { join, sep, win32 } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { folderKey, folderName, isPlainName } from "./folder-name.ts";
import { publishedWorks } from "./published.ts";

test.each([
  ["Maggie: A Girl of the Streets", "Maggie_ A Girl of the Streets"],
  ["..", "_"],
  ["../../etc/passwd", "_._.._etc_passwd"],
  ["C:\\Windows", "C__Windows"],
  ["nul", "_nul"],
  ["COM1.txt", "_COM1.txt"],
  ["Ends in dots...  ", "Ends in dots"],
  [".hidden", "_hidden"],
  ["Line\nbreak\u0000", "Line break"],
  ["", "_"],
  ["Ärger & Söhne", "Ärger & Söhne"],
  ["x".repeat(500), "x".repeat(100)],
])("%j becomes %j", (title, name) => {
  expect(folderName(title)).toBe(name);
});

test("a published title keeps its name where Windows allows it", () => {
  const changed = publishedWorks.filter((work) => folderName(work.title) !== work.title).map((work) => work.title);
  expect(changed).toEqual(["Maggie: A Girl of the Streets", "The Canterbury Tales: The Clerk's Tale"]);
});

const hostile = fc.oneof(
  fc.string({ unit: "binary", maxLength: 300 }),
  fc.string({
    unit: fc.constantFrom(".", " ", "/", "\\", ":", "~", "$", "a", "\u0000", "\ud800", "é", "e\u0301", "\u202e"),
  }),
  fc.constantFrom("con", "PRN", "Aux .txt", "lpt9", "COM¹", "conin$", "NUL.", "nul:", "\u00a0"),
);

test("never leaves its folder, always valid on Windows", () => {
  fc.assert(
    fc.property(hostile, (title) => {
      const name = folderName(title);
      expect(isPlainName(name)).toBe(true);
      expect(join("root", name)).toBe(`root${sep}${name}`);
      expect(win32.join("root", name)).toBe(`root\\${name}`);
      expect(name).not.toMatch(/[<>:"/\\|?*\u0000-\u001f]|[. ]$|^[. ]/);
      expect(name).not.toMatch(/^(con|prn|aux|nul|com\d|lpt\d)( *\.|$)/i);
      expect(name.length).toBeLessThanOrEqual(100);
      expect(Buffer.from(name, "utf8").toString("utf8")).toBe(name);
      expect(Buffer.byteLength(name)).toBeLessThanOrEqual(200);
    }),
    { numRuns: 3000 },
  );
});

test("each new name is a folder of its own on every disk", () => {
  fc.assert(
    fc.property(fc.array(hostile, { maxLength: 12 }), (titles) => {
      const taken: string[] = [];
      for (const title of titles) taken.push(folderName(title, taken));
      expect(new Set(taken.map(folderKey)).size).toBe(titles.length);
      for (const name of taken) expect(isPlainName(name)).toBe(true);
    }),
    { numRuns: 500 },
  );
});
