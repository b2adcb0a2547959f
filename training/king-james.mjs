// Makes corpora/king-james of its source texts, or checks that it still has the bytes that are made of them.
//   node training/king-james.mjs FOLDER [--check]
import { fileURLToPath } from "node:url";
import { Command } from "commander";
import { Problem, print, runScript } from "../scripts/maintenance.mjs";
import { compiled } from "./compile.mjs";

const { differences, replaceCorpus } = await compiled("king-james/make.ts");
const wanted = "the folder p.sfm of a clone of github.com/BibleCorps/ENG-B-AKJV2018-pd-PSFM";
const corpus = fileURLToPath(new URL("../corpora/king-james", import.meta.url));

await runScript(
  new Command("king-james.mjs")
    .description("Make corpora/king-james again, and the figures of its card.")
    .argument("[folder]", wanted)
    .option("--check", "write nothing; say which files would be different")
    .action(make),
);

async function make(source, { check }) {
  if (source === undefined) throw new Problem(`The source texts are missing: give ${wanted}.`);
  if (check !== true) {
    await replaceCorpus(source, corpus);
    return print("corpora/king-james is made.");
  }
  const different = await differences(source, corpus);
  if (different.length > 0) throw new Problem(`${different.length} files would be different: ${different.join(", ")}.`);
  print("corpora/king-james has the bytes that are made of these texts.");
}
