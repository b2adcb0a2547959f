export { alignerFile, readModelFolder, shippedEncoder } from "./encoder/model-folder.ts";
export { type EncoderOptions, openEncoder } from "./encoder/open.ts";
export { ownWeights, readWeights, weightsMethod } from "./encoder/weights-file.ts";
