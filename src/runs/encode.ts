import type { EncoderOptions } from "../encoder/open.ts";
import { type Job, job, type Step } from "../jobs/executor.ts";

export interface EncodeSetup extends Pick<EncoderOptions, "provider" | "threads"> {
  /** A folder with a model. */
  readonly encoder: string;
}

/** Paragraphs that are encoded together, and a name for people. */
export interface EncodeTask {
  readonly name: string;
  readonly texts: readonly string[];
}

export interface Encoded {
  readonly texts: readonly string[];
  readonly vectors: readonly Float32Array[];
}

/** Turns texts into the vectors of a model. */
export function encodeTexts(setup: EncodeSetup): Job<EncodeSetup, EncodeTask, Encoded> {
  const travel = async () => (await import("./travel-encode.ts")).encodeTravel(setup);
  return job(import.meta.url, startEncoding, setup, { travel });
}

export async function startEncoding({ encoder, ...options }: EncodeSetup): Promise<Step<EncodeTask, Encoded>> {
  const { openEncoder } = await import("../encoder/open.ts");
  const model = await openEncoder(encoder, options);
  return async ({ texts }) => ({ texts, vectors: await model.encode(texts) });
}
