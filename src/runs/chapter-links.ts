import { corpusView } from "../align/view.ts";
import { storedAlignment, storedMethods } from "../corpus/alignments/alignments.ts";
import { corpusCalibration } from "../corpus/alignments/calibration-file.ts";
import type { NamedAlignment } from "../corpus/export/export.ts";
import type { Corpus } from "../corpus/types.ts";
import { storedAmong } from "./context-sources.ts";
import { prepareMethods } from "./methods/methods.ts";

/** The links of chapters under a name: `gold`, a folder in alignments/, or a method, which aligns them now. */
export async function chapterLinks(corpus: Corpus, name: string, seed = 1): Promise<NamedAlignment> {
  if (name === "gold") return { name, links: async (_, { gold }) => gold };
  if (storedAmong([name], await storedMethods(corpus)).length > 0)
    return { name, links: (work, chapter) => storedAlignment(corpus, work, chapter, name) };
  const [prepared] = await prepareMethods(corpusView(corpus), {
    methods: [name],
    seed,
    calibration: corpusCalibration(corpus.folder),
  });
  return { name, links: async (_, chapter) => prepared!.align(chapter) };
}
