/** node pack-aligner.mjs MODELS.json NAME WEIGHTS.json turns a model of train_grid.py into a weights file of the aligner. */
import { writeFileSync } from "node:fs";
import { unpack } from "../../src/align/learned/weights.ts";
import { packedModel } from "./packed-model.ts";

const [from = "", name = "", to = ""] = process.argv.slice(2);
const packed = packedModel(from, name);
unpack(packed);
writeFileSync(to, `${JSON.stringify(packed, null, 1)}\n`);
