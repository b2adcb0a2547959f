import { Problem } from "../../problem.ts";
import type { TokenEncoder } from "../../similarity/encoder.ts";
import type { Ground, Passages } from "../../similarity/similarity.ts";
import { type ChapterFeatures, chapterFeatures, type FeaturesInOrder, featuresInOrder } from "./features.ts";
import type { Feature } from "./inputs.ts";
import { encoderMeaning, tableMeaning } from "./meaning.ts";
import { chapterReader } from "./reading.ts";

/** Reads chapters so far as these features need it, with an encoder. */
export function encodedFeatureReader(
  features: readonly Feature[],
  encoder: TokenEncoder,
  { reader, table }: Ground = {},
): (passages: Passages) => Promise<ChapterFeatures> {
  const read = chapterReader(reader);
  if (table === undefined) throw tableMissing();
  const [byEncoder, byTable] = [encoderMeaning(encoder, table), tableMeaning(table)];
  const seesTable = features.some(({ source }) => source === "table");
  return async (passages) =>
    chapterFeatures(read, passages, {
      encoder: await byEncoder(passages),
      ...(seesTable && { table: byTable(passages) }),
    });
}

/** The same of everything that an encoder and the table say, for guides in any order. */
export function orderedEncodedReader(
  encoder: TokenEncoder,
  { reader, table }: Ground = {},
): (passages: Passages) => Promise<FeaturesInOrder> {
  const read = chapterReader(reader);
  if (table === undefined) throw tableMissing();
  const [byEncoder, byTable] = [encoderMeaning(encoder, table), tableMeaning(table)];
  return async (passages) =>
    featuresInOrder(read, passages, { encoder: await byEncoder(passages), table: byTable(passages) });
}

/** Reads chapters so far as these features need it. */
export function featureReader(
  features: readonly Feature[],
  ground: Ground = {},
): (passages: Passages) => ChapterFeatures {
  const read = orderedFeatureReader(features, ground);
  return (passages) => read(passages)();
}

/** The same for guides whose bullets may be in another order than the story's. */
export function orderedFeatureReader(
  features: readonly Feature[],
  { reader, table }: Ground = {},
): (passages: Passages) => FeaturesInOrder {
  const read = chapterReader(reader);
  if (!features.some(({ source }) => source === "table")) return (passages) => featuresInOrder(read, passages);
  if (table === undefined) throw tableMissing();
  const meaning = tableMeaning(table);
  return (passages) => featuresInOrder(read, passages, { table: meaning(passages) });
}

function tableMissing(): Problem {
  return new Problem("These weights of the aligner need the token table; hand it to prepare().");
}
