import { Problem } from "@plotline/base";
import type { TokenTable } from "@plotline/text";
import type { TokenEncoder } from "../similarity/encoder.ts";
import type { Ground, Passages } from "../similarity/similarity.ts";
import { type FeaturesInOrder, featuresInOrder } from "./features.ts";
import type { Feature } from "./inputs.ts";
import { encoderMeaning, tableMeaning } from "./meaning.ts";
import { chapterReader } from "./reading.ts";

/** Reads chapters as far as these features need it; the points may then be in any order. */
export function featureReader(
  features: readonly Feature[],
  { reader, table }: Ground = {},
): (passages: Passages) => FeaturesInOrder {
  const read = chapterReader(reader);
  if (!features.some(({ source }) => source === "table")) return (passages) => featuresInOrder(read, passages);
  const meaning = tableMeaning(needed(table));
  return (passages) => featuresInOrder(read, passages, { table: meaning(passages) });
}

/** The same with the vectors of an encoder and of the table. */
export function encodedFeatureReader(
  encoder: TokenEncoder,
  { reader, table }: Ground = {},
): (passages: Passages) => Promise<FeaturesInOrder> {
  const read = chapterReader(reader);
  const byEncoder = encoderMeaning(encoder, needed(table));
  const byTable = tableMeaning(needed(table));
  return async (passages) =>
    featuresInOrder(read, passages, { encoder: await byEncoder(passages), table: byTable(passages) });
}

function needed(table: TokenTable | undefined): TokenTable {
  if (table !== undefined) return table;
  throw new Problem("These weights of the aligner need the token table; hand it to prepare().");
}
