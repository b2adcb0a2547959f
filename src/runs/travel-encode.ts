import { z } from "zod";
import { filesOfModel, readModelFolder } from "../encoder/model-folder.ts";
import type { Travel } from "../jobs/executor.ts";
import { floatsIn, folderThere, performer, travel } from "../jobs/wire.ts";
import { Problem } from "../problem.ts";
import { textsShape } from "./chapter-shapes.ts";
import { type Encoded, type EncodeSetup, type EncodeTask, startEncoding } from "./encode.ts";

const shapes = {
  setup: z.strictObject({}),
  task: z.strictObject({ texts: textsShape }),
  result: z.strictObject({ size: z.int().nonnegative(), numbers: z.instanceof(Uint8Array) }),
};

export async function encodeTravel({ encoder }: EncodeSetup): Promise<Travel<EncodeTask, Encoded>> {
  const files = filesOfModel(await readModelFolder(encoder));
  return travel({
    kind: "encode",
    shapes,
    setup: {},
    folders: { encoder: { path: encoder, files } },
    batch: 50_000,
    large: true,
    nameOf: ({ name }) => name,
    pack: async ({ texts }) => ({ texts }),
    unpack({ size, numbers }, { texts }) {
      const all = floatsIn(numbers);
      if (all.length !== size * texts.length) throw new Problem("A worker gave back more or fewer vectors than texts.");
      return { texts, vectors: texts.map((_, k) => all.subarray(k * size, (k + 1) * size)) };
    },
  });
}

export const perform = performer(shapes, async (_, place) => {
  const { provider, threads } = place;
  const encode = await startEncoding({ encoder: folderThere(place, "encoder"), provider, threads });
  return async ({ texts }) => {
    const { vectors } = await encode({ name: "", texts });
    const size = vectors[0]?.length ?? 0;
    const all = new Float32Array(size * vectors.length);
    for (const [k, vector] of vectors.entries()) all.set(vector, k * size);
    return { size, numbers: new Uint8Array(all.buffer) };
  };
});
