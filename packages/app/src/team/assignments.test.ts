import { addWork, changeJsonFile, readJsonFile, renameWork } from "@plotline/corpus/node";
import { temporaryFolder } from "@plotline/corpus/testing";
import fc from "fast-check";
import { expect, test } from "vitest";
import { assignmentsFile, isAssigned, spread } from "./assignments.ts";
import { isTraining, trainingFile } from "./training.ts";

test("every chapter goes to somebody, the asked share of them to two, evenly, and the same again with the same seed", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 60 }),
      fc.integer({ min: 2, max: 7 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.nat(1000),
      (count, people, overlap, seed) => {
        const chapters = Array.from({ length: count }, (_, number) => ({ folder: "A", number }));
        const names = Array.from({ length: people }, (_, k) => `P${k}`);
        const tasks = spread({ chapters, names, overlap, seed });
        expect(spread({ chapters, names, overlap, seed })).toEqual(tasks);
        const voices = chapters.map(
          ({ number }) => new Set(tasks.filter((task) => task.number === number).map(({ name }) => name)),
        );
        expect(voices.filter(({ size }) => size === 2).length).toBe(Math.round(overlap * count));
        expect(voices.every(({ size }) => size === 1 || size === 2)).toBe(true);
        expect(tasks.length).toBe(count + Math.round(overlap * count));
        const loads = names.map((name) => tasks.filter((task) => task.name === name).length);
        expect(Math.max(...loads) - Math.min(...loads)).toBeLessThanOrEqual(2);
      },
    ),
    { numRuns: 60 },
  );
});

test("an overlap needs two people", () => {
  expect(() => spread({ chapters: [{ folder: "A", number: 0 }], names: ["A"], overlap: 0.5, seed: 1 })).toThrow(
    "two people",
  );
});

test("assignments and training follow a work that is renamed, and those of other works stay", async () => {
  const folder = temporaryFolder();
  for (const title of ["Sea", "Hill"]) await addWork(folder, { title, chapters: [{ story: [title] }] });
  const tasks = ["Sea", "Hill"].map((work) => ({ name: "Ada", folder: work, number: 0 }));
  await changeJsonFile(folder, assignmentsFile, () => ({ assignments: tasks }));
  await changeJsonFile(folder, trainingFile, (now) => ({ ...now, chapters: [{ folder: "Sea", number: 0 }] }));

  await renameWork(folder, "Sea", "Ocean");

  const assigned = await readJsonFile(folder, assignmentsFile);
  const works = ["Sea", "Ocean", "Hill"];
  expect(works.map((work) => isAssigned(assigned, { name: "Ada", folder: work, number: 0 }))).toEqual([
    false,
    true,
    true,
  ]);
  const training = await readJsonFile(folder, trainingFile);
  expect(works.map((work) => isTraining(training, { folder: work, number: 0 }))).toEqual([false, true, false]);
  expect(training.leastF).toBe(trainingFile.empty.leastF);
});
