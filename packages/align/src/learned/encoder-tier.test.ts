import { unpackTable } from "@plotline/text";
import packedTable from "@plotline/text/token-table.json" with { type: "json" };
import { expect, test } from "vitest";
import { learnedMethod, plotline } from "../plotline.ts";
import type { TokenEncoder } from "../similarity/encoder.ts";
import packed from "./encoder-weights.json" with { type: "json" };
import { type ChapterFeatures, encodedFeatureReader } from "./features.ts";
import { networkInput, tiers } from "./inputs.ts";
import { encoderMeaning, tableMeaning } from "./meaning.ts";

const summary = ["Anna shuts the door.", "She crosses the bridge to the mill.", "The miller gives her flour."];
const story = [
  "The door fell shut behind Anna.",
  "It rained.",
  "On the bridge she stopped.",
  "“Flour?” said the miller.",
];
const chapter = { work: "W", number: 0, summary, story };
const table = unpackTable(packedTable);

/** An encoder that gives every token the table's vector, whatever its context. */
function tableAsEncoder(): TokenEncoder & { reads: number } {
  const memory = new Map<string, Float32Array>();
  const words = packedTable.pieces.split(" ");
  return {
    name: "table",
    reads: 0,
    async read(paragraphs) {
      this.reads++;
      const { ids, starts } = table.read(paragraphs);
      const vectors = new Float32Array(ids.length * table.size);
      ids.forEach((id, k) => {
        const own = table.vectors.subarray(id * table.size, (id + 1) * table.size);
        const length = Math.hypot(...own);
        vectors.set(
          Float32Array.from(own, (value) => value / length),
          k * table.size,
        );
      });
      const pieces = [...ids].map((id) => words[id]!);
      return { ids: Int32Array.from(ids.keys()), starts, vectors, pieces, size: table.size };
    },
    async products(a, b, size) {
      const rows = [...Array(a.length / size).keys()];
      const columns = [...Array(b.length / size).keys()];
      const dot = (i: number, j: number) =>
        a.subarray(i * size, i * size + size).reduce((s, v, k) => s + v * b[j * size + k]!, 0);
      return Float32Array.from(rows.flatMap((i) => columns.map((j) => dot(i, j))));
    },
    remembered: { get: (text) => memory.get(text), add: (text, numbers) => void memory.set(text, numbers) },
  };
}

test("an encoder's planes are computed as the table's are, and once for a chapter", async () => {
  const encoder = tableAsEncoder();
  const read = encoderMeaning(encoder, table);
  const [ours, theirs] = [await read(chapter), tableMeaning(table)(chapter)];
  for (const name of ["pooled", "pointFound", "paragraphFound"] as const)
    ours[name].forEach((value, cell) => void expect(value).toBeCloseTo(theirs[name][cell]!, 5));
  expect(await read(chapter)).toEqual(ours);
  expect(encoder.reads).toBe(2);
});

test("plotline uses an encoder where it is given one, with the weights of its folder where there are some", async () => {
  const contextual = { tokens: tableAsEncoder() };
  const links = await (await plotline.prepare({ chapters: noChapters }, { contextual }))(chapter);
  expect(links).not.toEqual(await (await plotline.prepare({ chapters: noChapters }, {}))(chapter));
  for (const link of links) expect(link.summary < summary.length && link.story < story.length).toBe(true);
  const weights = { ...packed, calibration: { slope: 1, shift: -50 } };
  const none = await (await plotline.prepare({ chapters: noChapters }, { contextual: { ...contextual, weights } }))(
    chapter,
  );
  expect(none.every(({ confidence }) => confidence < 0.01)).toBe(true);
});

test("with an encoder a guide is found out about as without one", async () => {
  const deeds = [
    "baker kneads dough",
    "smith hammers iron",
    "tailor sews velvet",
    "fisher mends nets",
    "mason carves granite",
  ];
  const long = deeds.flatMap((deed) => [`Early that day the ${deed} with care.`, "Nobody in the street spoke."]);
  const points = deeds.map((deed) => `The ${deed}.`);
  const align = await plotline.prepare({ chapters: noChapters }, { contextual: { tokens: tableAsEncoder() } });
  const about = (points: string[]) => align.guide!({ work: "W", number: 0, summary: points, story: long });
  const [right, backwards, wrong] = [
    await about(points),
    await about(points.toReversed()),
    await about(["Queen Zenobia conquers Palmyra.", "Astronomers observe Jupiter.", "Penguins migrate southwards."]),
  ];
  expect([right?.fit.verdict, right?.order.verdict, right?.unmatched]).toEqual(["fits", "kept", []]);
  expect(backwards?.order.verdict).toBe("reversed");
  expect(wrong?.fit.verdict).toBe("does not fit");
  expect(wrong?.links.filter(({ confidence }) => confidence >= 0.5)).toEqual([]);
});

test("weights that were trained with an encoder ask for one", async () => {
  const method = learnedMethod("mine", packed);
  expect(method.needsEncoder).toBe(true);
  await expect(method.prepare({ chapters: noChapters }, {})).rejects.toThrow(
    "were trained with an encoder, and none was named",
  );
});

test("features of an encoder ignore how alike it finds any two texts", async () => {
  const names = tiers.encoder.filter(({ source }) => source === "encoder");
  expect(names).toHaveLength(9);
  const encoder = tableAsEncoder();
  const read = encodedFeatureReader(encoder, { table });
  const [chapterAsItIs, again] = [(await read(chapter))(), (await read(chapter))()];
  const shifted = {
    ...again,
    meaning: mapPlanes(again.meaning, (value) => 0.4 * value + 0.5),
  };
  const [before, after] = [chapterAsItIs, shifted].map((each) => networkInput(each, names));
  before!.forEach((value, k) => void expect(after![k]).toBeCloseTo(value, 1));
});

type Meanings = ChapterFeatures["meaning"];

/** The encoder's planes with other values; the best of rows and columns as they follow from them. */
function mapPlanes({ encoder, ...others }: Meanings, change: (value: number) => number): Meanings {
  const planes = Object.entries(encoder!).map(([name, { plane, bestOfRow, bestOfColumn }]) => [
    name,
    { plane: plane.map(change), bestOfRow: bestOfRow.map(change), bestOfColumn: bestOfColumn.map(change) },
  ]);
  return { ...others, encoder: Object.fromEntries(planes) };
}

async function* noChapters() {
  yield* [];
}
