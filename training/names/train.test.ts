import { Problem } from "@plotline/base";
import { tableBits, tagCount, unpackTagger } from "@plotline/text";
import { describe, expect, it } from "vitest";
import { readBook } from "./litbank.ts";
import { pack } from "./pack.ts";
import { crossValidate, packedNames, prepareBook, scoreTagger, tagBook } from "./train.ts";

/** A book in LitBank's format: every sentence names a person, and every second one a place. */
function book(name: string, people: readonly string[], places: readonly string[]) {
  const sentences: string[] = [];
  const rows: string[] = [];
  people.forEach((person, k) => {
    const place = places[k % places.length];
    sentences.push(`Mr. ${person} said that he came from ${place} .`);
    rows.push(`MENTION\tP${k}\t${k}\t0\t${k}\t1\tMr. ${person}\tPER\tPROP`, `COREF\tP${k}\t${person}-1`);
    rows.push(
      `MENTION\tL${k}\t${k}\t7\t${k}\t7\t${place}\tGPE\tPROP`,
      `MENTION\tX${k}\t${k}\t4\t${k}\t4\the\tPER\tPRON`,
    );
  });
  return readBook(name, sentences.join("\n"), rows.join("\n"), sentences.join("\n\n"));
}

const books = ["a", "b", "c", "d"].map((name, k) =>
  book(
    name,
    ["Darcy", "Bingley", "Collins", "Wickham"].map((person) => person + "aeio"[k]),
    ["Kent", "Bath"].map((place) => place + "aeio"[k]),
  ),
);

describe("training on LitBank", () => {
  it("reads names and entities, not pronouns", () => {
    const [first] = books;
    expect(first?.names).toHaveLength(8);
    expect(first?.names[0]).toMatchObject({ sentence: 0, start: 0, end: 2, type: "PERSON", entity: "Darcya-1" });
    expect(first?.names[1]).toMatchObject({ start: 7, end: 8, type: "LOCATION", text: "Kenta" });
  });

  it("learns what it is shown, and judges books it has not seen", () => {
    const prepared = books.map(prepareBook);
    const scores = crossValidate(prepared, { epochs: 5, folds: 2, seed: 1 });
    expect(scores.names).toBe(32);
    expect(scores.typed.f).toBeGreaterThan(0.9);
    const weights = packedNames(prepared);
    expect(packedNames(prepared)).toEqual(weights);
    expect(
      scoreTagger(
        books,
        prepared.map((each) => tagBook(each, unpackTagger(weights))),
      ).typed.f,
    ).toBe(1);
  });

  it("splits “Tom's Aunt Polly”", () => {
    const rows = ["MENTION\tT1\t0\t0\t0\t3\tTom 's Aunt Polly\tPER\tPROP", "MENTION\tT2\t0\t0\t0\t0\tTom\tPER\tPROP"];
    const { names } = readBook("x", "Tom 's Aunt Polly came .", rows.join("\n"), "");
    expect(names.map(({ text }) => text)).toEqual(["Tom", "Aunt Polly"]);
  });

  it("says where an annotation does not fit its text", () => {
    const read = () => readBook("x", "One line .", "MENTION\tT1\t9\t0\t9\t0\tTom\tPER\tPROP", "");
    expect(read).toThrow(Problem);
    expect(read).toThrow("x_brat.ann, line 1");
  });
});

describe("packed weights", () => {
  it("come back as they went in, to a step of the scale", () => {
    const rows = new Float32Array(tagCount << tableBits);
    for (let k = 0; k < 500; k++)
      rows.set(
        [3, 1, -1, -2, -1].map((w) => w * Math.sin(k)),
        (k * k + 7) * tagCount,
      );
    const packed = pack({ rows, steps: Float32Array.from({ length: 25 }, (_, k) => k / 4) });
    const back = unpackTagger(packed);
    const furthest = rows.reduce((most, weight, k) => Math.max(most, Math.abs(back.rows[k]! - weight)), 0);
    expect(furthest).toBeLessThanOrEqual(packed.scale);
    expect([...back.steps]).toEqual(Array.from({ length: 25 }, (_, k) => k / 4));
  });

  it("of another size are refused", () => {
    expect(() => unpackTagger({ about: "", bits: 12, scale: 1, steps: [], rows: "" })).toThrow(Problem);
  });
});
