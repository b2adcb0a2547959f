import { Problem } from "@plotline/base";
import { decideBy, type Scored } from "./compose.ts";
import { decideGuide } from "./guide/decide.ts";
import { foundIn } from "./guide/guide.ts";
import { type GuideOdds, guided, guidedWithEncoder, shipped } from "./guide/similarity.ts";
import packedForEncoders from "./learned/encoder-weights.json" with { type: "json" };
import { featuresNamed } from "./learned/inputs.ts";
import type { MeaningSource } from "./learned/meaning.ts";
import type { PackedModel } from "./learned/model.ts";
import packed from "./learned/weights.json" with { type: "json" };
import type { Method, MethodOptions } from "./method.ts";
import type { TokenEncoder } from "./similarity/encoder.ts";

/** The aligner in its tiers: with the token table; where there is an encoder, with its vectors. */
export const plotline: Method = methodOf("plotline", packed, ({ contextual }) =>
  contextual === undefined ? shipped : shippedWithEncoder(contextual),
);

/** What ships for an encoder: with the weights of its folder, or with those for any. */
export function shippedWithEncoder({ weights = packedForEncoders, tokens }: NonNullable<MethodOptions["contextual"]>) {
  return guidedWithEncoder(weights, tokens);
}

/** The titles of the works whose gold a method learned from as it is prepared: with an encoder it has other weights. */
export function learnedFrom(method: Method, encoder?: Pick<NonNullable<MethodOptions["contextual"]>, "weights">) {
  const own = method.learnedFrom ?? [];
  if (encoder === undefined) return own;
  if (method === plotline) return (encoder.weights ?? packedForEncoders).works;
  // An encoder that has weights of its own was tuned on the same works.
  return method.needsEncoder ? [...own, ...(encoder.weights?.works ?? [])] : own;
}

/**
 * A method by other weights, such as `npm run train -- aligner` writes.
 *
 * @example
 * const weights = JSON.parse(readFileSync("packages/align/src/learned/weights.json", "utf8"));
 * const mine = learnedMethod("mine", weights);
 * [mine.name, mine.learnedFrom.length]; // → ["mine", 15]
 */
export function learnedMethod(name: string, weights: PackedModel): Method {
  if (!needs(weights, "encoder")) return methodOf(name, weights, guided(weights));
  const method = methodOf(name, weights, ({ contextual }) => guidedWithEncoder(weights, mustHave(contextual, name)));
  return { ...method, needsEncoder: true };
}

/** What networks learned from gold alignments: the links with the best expected F. */
function methodOf(name: string, weights: PackedModel, similarity: Scored<GuideOdds>): Method {
  return { ...decideBy({ name, usesOrder: true }, similarity, linksIn, foundIn), learnedFrom: weights.works };
}

function linksIn(...scored: Parameters<typeof decideGuide>) {
  return decideGuide(...scored).links;
}

function needs({ features }: PackedModel, wanted: MeaningSource): boolean {
  return featuresNamed(features).some(({ source }) => source === wanted);
}

function mustHave(contextual: MethodOptions["contextual"], name: string): TokenEncoder {
  if (contextual !== undefined) return contextual.tokens;
  throw new Problem(`The weights "${name}" were trained with an encoder, and none was named.`, "named encoder");
}
