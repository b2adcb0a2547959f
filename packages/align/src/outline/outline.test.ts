import { describe, expect, test } from "vitest";
import { placeAlong } from "./along.ts";
import { pointsNote, pointsOf } from "./points.ts";

describe("points", () => {
  const long = "The ship leaves the harbour at dawn and sails north for many days. ".repeat(6).trim();

  test("points stay as they are", () => {
    const points = Array.from({ length: 8 }, (_, k) => `Anna meets stranger ${k}. She runs.`);
    expect(pointsOf(points).list.map(({ text }) => text)).toEqual(points);
    expect(pointsNote(pointsOf(points))).toBeUndefined();
  });

  test("prose is cut into sentences, which together are the whole paragraph", () => {
    const points = pointsOf([long, long]);
    expect(points).toMatchObject({ unit: "sentences", paragraphs: 2, cut: 2 });
    for (const paragraph of [0, 1]) {
      const own = points.list.filter((point) => point.paragraph === paragraph);
      expect(own.map(({ text }) => text).join(" ")).toBe(long);
    }
    expect(pointsNote(points)).toContain("2 paragraphs became");
  });

  test("are what a person wants", () => {
    expect(pointsOf([long], "paragraphs").list).toHaveLength(1);
    expect(
      pointsOf(
        [
          "Anna leaves the old house in the dark with a lantern and a map. Bertram follows her to the mill on the hill at noon.",
        ],
        "sentences",
      ).list,
    ).toHaveLength(2);
  });

  test("of a short paragraph are its sentences, however short", () => {
    const events = ["The dead man on the bamboos.", "The bird steals their supper.", "Gomez destroys the bridge."];
    expect(pointsOf([events.join(" ")], "sentences").list.map(({ text }) => text)).toEqual(events);
  });

  test("a sentence that leans on the one before stays with it", () => {
    const [first] = pointsOf(["Anna leaves the house with a lamp in her hand. She runs."], "sentences").list;
    expect(first?.text).toContain("She runs.");
  });
});

describe("a guide without headings", () => {
  const things = [
    "lighthouse keeper",
    "counterfeit coins",
    "wedding feast",
    "burning mill",
    "trial in Exeter",
    "funeral barge",
  ];
  const parts = things.map((thing) => [`It rained.`, `They spoke of the ${thing} for hours.`, `Nobody slept.`]);

  test("is laid along the book, chapters left out", () => {
    const guide = [0, 2, 3, 5].map((k) => `Something about the ${things[k]} happens.`);
    expect(placeAlong(guide, parts).map(({ part }) => part)).toEqual([0, 2, 3, 5]);
  });

  test("gives a chapter that its points hardly name about as many as the others have", () => {
    const about = (k: number) => Array.from({ length: 8 }, () => `Something about the ${things[k]} happens.`);
    const vague = [
      "They spoke.",
      ...Array.from({ length: 6 }, () => "He went for a walk."),
      "Somebody thought of coins.",
    ];
    const placed = placeAlong([...about(0), ...vague, ...about(2), ...about(3)], parts).map(({ part }) => part);
    expect(placed.slice(8, 16).filter((part) => part === 1).length).toBeGreaterThanOrEqual(6);
  });

  test("claims less where its words say less", () => {
    const [sure, vague] = placeAlong([`The ${things[1]} are found.`, "People go on talking."], parts);
    expect(sure!.confidence).toBeGreaterThan(vague!.confidence);
  });

  test("of nothing, or for nothing, is nothing", () => {
    expect(placeAlong([], parts)).toEqual([]);
    expect(placeAlong(["A point."], [])).toEqual([]);
  });
});

test("prose of other languages is cut into points by its own rules", () => {
  const spanish =
    "El viejo marinero bajó al puerto muy temprano y no vio a nadie en el muelle. La Sra. Ama y el Sr. Cura hablaron de los libros que habían quemado en el corral aquella noche.";
  const texts = pointsOf([spanish], "sentences").list.map(({ text }) => text);
  expect(texts).toHaveLength(2);
  expect(texts[1]).toMatch(/^La Sra\. Ama y el Sr\. Cura/);
  const chinese =
    "老水手来到港口的时候，码头上没有一个人能告诉他，他的船在哪里。女儿把金戒指卖给了商人，买了一条新的船，和父亲一起出海了。";
  expect(pointsOf([chinese], "sentences").list).toHaveLength(2);
});
