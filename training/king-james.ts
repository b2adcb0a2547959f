// Makes corpora/king-james of its source texts, and the figures of its card; or checks that it still has the bytes that are made
// of them.
//   npm run train -- king-james FOLDER [--check]
// FOLDER is the folder p.sfm of a clone of github.com/BibleCorps/ENG-B-AKJV2018-pd-PSFM.
import { join } from "node:path";
import { Problem } from "@plotline/base";
import { needed, program, root } from "../bench/kit/kit.ts";
import { differences, replaceCorpus } from "./king-james/make.ts";

const corpus = join(root, "corpora", "king-james");

program(import.meta.url, { check: false }, async ({ positionals, values }) => {
  const source = needed(positionals[0], "the folder p.sfm of a clone of github.com/BibleCorps/ENG-B-AKJV2018-pd-PSFM");
  if (!values.check) {
    await replaceCorpus(source, corpus);
    return console.log("corpora/king-james is made.");
  }
  const different = await differences(source, corpus);
  if (different.length > 0) throw new Problem(`${different.length} files would be different: ${different.join(", ")}.`);
  console.log("corpora/king-james has the bytes that are made of these texts.");
});
