import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { temporaryFolder } from "../testing/folder.ts";
import { nobody, type Person, type ReadingPlace, readUpTo } from "./person.ts";
import { nameFault } from "./person-name.ts";
import { changePerson, peopleOf, readPerson } from "./person-store.ts";

test.each(["", "  ", "..", "../x", "a/b", "a\\b", ".hidden", "con", "x:y", "end.", "x".repeat(61), "a\u0000b"])(
  "%j is no name",
  (name) => expect(nameFault(name)).toMatch(/\.$/),
);

test.each(["Ada", "Jürgen Ö.-K", "عائشة", "李", "🦊", "O'Neill"])("%s is a name", (name) =>
  expect(nameFault(name)).toBeUndefined(),
);

test("the furthest place is kept, in whatever order the places come", () => {
  const place = fc.record({ folder: fc.constantFrom("A", "B"), number: fc.nat(2), paragraph: fc.nat(50) });
  const read = (places: readonly ReadingPlace[]) => {
    const { places: kept } = places.reduce<Person>(readUpTo, nobody);
    return Object.fromEntries(Object.entries(kept).map(([folder, each]) => [folder, each.read]));
  };
  fc.assert(
    fc.property(fc.array(place), (places) => {
      expect(read([...places].reverse())).toEqual(read(places));
    }),
  );
});

test("changes at the same time are all kept; a broken file is named and left alone", async () => {
  const folder = temporaryFolder({});
  await Promise.all(
    Array.from({ length: 10 }, (_, k) =>
      changePerson(folder, "Ada", (person) => readUpTo(person, { folder: "A", number: k, paragraph: k })),
    ),
  );
  expect(Object.keys((await readPerson(folder, "Ada")).places["A"]?.read ?? {})).toHaveLength(10);
  mkdirSync(join(folder, "people"), { recursive: true });
  writeFileSync(join(folder, "people", "Ben.json"), "{ nonsense");
  await expect(readPerson(folder, "Ben")).rejects.toThrow(/Ben\.json.*Repair it or move it away/);
  expect(await peopleOf(folder)).toEqual(["Ada", "Ben"]);
});
