import { bytesOf, once, Problem } from "@plotline/base";
import { type PieceReader, pieceReader } from "./word-pieces.ts";

/** A vector of length 1 and a weight for every word piece, whatever its context: meaning without a model. */
export interface TokenTable {
  readonly read: PieceReader;
  readonly size: number;
  /** The vector of piece `id` is `size` bytes from `id * size` on, of any length: its direction is what counts. */
  readonly vectors: Int8Array;
  /** How much a piece says: rare ones more. */
  readonly weights: Float32Array;
  /** The weight of a piece by its spelling; 1 for a piece of another vocabulary. */
  weightOf(piece: string): number;
}

/** A table as a data file; bytes are in base64. */
export interface PackedTable {
  readonly about: string;
  readonly licence: string;
  /** Separated by spaces. */
  readonly pieces: string;
  readonly size: number;
  readonly vectors: string;
  /** A weight is its byte times this. */
  readonly weightStep: number;
  readonly weights: string;
}

/** The table in a data file. */
export function unpackTable({ pieces, size, vectors, weightStep, weights }: PackedTable): TokenTable {
  const vocabulary = pieces.split(" ");
  const bytes = new Int8Array(bytesOf(vectors).buffer);
  const heaviness = Float32Array.from(bytesOf(weights), (byte) => byte * weightStep);
  if (bytes.length !== vocabulary.length * size || heaviness.length !== vocabulary.length)
    throw new Problem("The token table is damaged: its vectors are not as many as its pieces; install plotline again.");
  const numbers = once(() => new Map(vocabulary.map((piece, id) => [piece, id])));
  return {
    read: pieceReader(vocabulary),
    size,
    vectors: bytes,
    weights: heaviness,
    weightOf(piece) {
      const id = numbers().get(piece);
      return id === undefined ? 1 : heaviness[id]!;
    },
  };
}

/** The table as it ships, made by training/token-table.ts. It is large, so it is loaded when it is first used. */
export const shippedTable = once(async (): Promise<TokenTable> => {
  const { default: packed } = await import("./data/token-table.json", { with: { type: "json" } });
  return unpackTable(packed);
});
