import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Corpus } from "@plotline/align";
import fc from "fast-check";
import { beforeEach, describe, expect, test } from "vitest";
import { addWork } from "../changes/add-works.ts";
import { openCorpus } from "../open.ts";
import { nameFault } from "../people/person-name.ts";
import { Outdated } from "../store/store.ts";
import { temporaryFolder } from "../testing/folder.ts";
import { add, redo, undo } from "./history.ts";
import type { SheetStep } from "./schemas.ts";
import { decided, emptySheet, type Sheet } from "./sheet.ts";
import { annotatorsOf, readSheet, type SheetPlace, saveSheet } from "./sheet-store.ts";

const cell = fc.record({ summary: fc.nat(4), story: fc.nat(6) });
const cells = fc.array(cell, { minLength: 1, maxLength: 4 });
const step: fc.Arbitrary<SheetStep> = fc.oneof(
  fc.record({ act: fc.constantFrom("link", "unlink", "refuse"), cells }),
  fc.record({ act: fc.constantFrom("commentary", "done"), summary: fc.nat(4), is: fc.boolean() }),
) as fc.Arbitrary<SheetStep>;

describe("decisions", () => {
  test("every step can be undone back to the beginning and redone", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const states = [decided(emptySheet)];
        let sheet: Sheet = emptySheet;
        for (const next of steps) states.push(decided((sheet = add(sheet, next))));
        for (let k = steps.length - 1; k >= 0; k--) expect(decided((sheet = undo(sheet)))).toEqual(states[k]);
        for (let k = 1; k <= steps.length; k++) expect(decided((sheet = redo(sheet)))).toEqual(states[k]);
      }),
    );
  });

  test("no cell is linked and refused, and no commentary has a link", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const { linked, refused, commentary } = decided(steps.reduce(add, emptySheet));
        const keys = new Set(linked.map(({ summary, story }) => `${summary}:${story}`));
        for (const { summary, story } of refused) expect(keys).not.toContain(`${summary}:${story}`);
        for (const { summary } of linked) expect(commentary).not.toContain(summary);
      }),
    );
  });
});

describe("sheets on disk", () => {
  let folder: string;
  let corpus: Corpus;
  let sheet: SheetPlace;

  beforeEach(async () => {
    folder = temporaryFolder();
    await addWork(folder, { title: "A Work", chapters: [{ story: ["One.", "Two."], summary: ["First."] }] });
    corpus = await openCorpus(folder);
    sheet = { annotator: "Ada", work: corpus.works[0]!, number: 0 };
  });

  const link: SheetStep = { act: "link", cells: [{ summary: 0, story: 1 }] };

  test("what was saved is read back, and other programs see the links in it", async () => {
    await saveSheet(corpus, sheet, { seen: 0, change: (now) => add(now, link) });
    expect(decided(await readSheet(corpus, sheet)).linked).toEqual(link.cells);
    expect(await annotatorsOf(corpus, sheet.work, 0)).toEqual(["Ada"]);
    const file = JSON.parse(readFileSync(join(folder, "annotators", "Ada", "A Work", "0.json"), "utf8"));
    expect(file.linked).toEqual(link.cells);
  });

  test("of two saves on one revision the second is refused, and loses nothing", async () => {
    const save = () => saveSheet(corpus, sheet, { seen: 0, change: (now) => add(now, link) });
    const [first, second] = await Promise.allSettled([save(), save()]);
    expect(first.status).toBe("fulfilled");
    expect(second).toMatchObject({ status: "rejected", reason: expect.any(Outdated) });
    expect((await readSheet(corpus, sheet)).revision).toBe(1);
  });

  test.each(["..", "a/b", "", ".hidden", "con", "x".repeat(80)])("%j is no annotator", async (annotator) => {
    await expect(readSheet(corpus, { ...sheet, annotator })).rejects.toThrow(nameFault(annotator));
    expect(readdirSync(folder)).not.toContain("annotators");
  });

  test("a sheet edited to nonsense is named, not overwritten", async () => {
    await saveSheet(corpus, sheet, { seen: 0, change: (now) => add(now, link) });
    const path = join(folder, "annotators", "Ada", "A Work", "0.json");
    writeFileSync(path, "{ nonsense");
    await expect(saveSheet(corpus, sheet, { seen: 1, change: (now) => add(now, link) })).rejects.toThrow(path);
    expect(readFileSync(path, "utf8")).toBe("{ nonsense");
  });
});
