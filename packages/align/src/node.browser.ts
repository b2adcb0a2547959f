/** Encoders are folders of the site; what runs one is fetched when it is first wanted. */
export async function openEncoder(folder: string) {
  return (await import("./encoder/open.ts")).openEncoder(folder, { cache: folder });
}

/** Nothing in a page asks for these. */
export const [alignerFile, ownWeights, readModelFolder, weightsMethod] = ["", openEncoder, openEncoder, openEncoder];
