// node scripts/king-james.mjs FOLDER: makes corpora/king-james of the USFM files in FOLDER (the folder p.sfm of a clone of
// BibleCorps/ENG-B-AKJV2018-pd-PSFM) and writes the figures of its card; without FOLDER only the figures.
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { addWorks } from "../dist/corpus/changes/add-works.js";
import { openCorpus } from "../dist/corpus/open.js";
import { planUsfm } from "../dist/ingest/import-usfm.js";

/** The books that tell a story, by the codes of USFM. */
const validation = ["JDG", "RUT", "2KI", "EST", "JON", "ACT"];
const train = ["GEN", "EXO", "NUM", "JOS", "1SA", "2SA", "1KI", "EZR", "NEH", "DAN", "MAT", "MRK", "LUK", "JHN"];

const columns = ["chapters", "verses", "points", "linked", "links"];
const corpus = fileURLToPath(new URL("../corpora/king-james", import.meta.url));
const card = join(corpus, "README.md");
const [source] = process.argv.slice(2);
if (source !== undefined) await make();
writeFileSync(card, cardWith(await figures()));

async function make() {
  const plan = planUsfm(source, {
    books: [...train, ...validation],
    split: (code) => (validation.includes(code) ? "validation" : "train"),
    rights: { source: "American King James Version, BibleCorps/ENG-B-AKJV2018-pd-PSFM", licence: "public domain" },
  });
  const [text, calibration] = [card, join(corpus, "calibration.json")].map((path) => readFileSync(path, "utf8"));
  const fresh = `${corpus}.new`;
  rmSync(fresh, { recursive: true, force: true });
  await addWorks(
    fresh,
    plan.works.map(({ work }) => work),
  );
  writeFileSync(join(fresh, "README.md"), text);
  writeFileSync(join(fresh, "calibration.json"), calibration);
  if (existsSync(corpus)) rmSync(corpus, { recursive: true });
  renameSync(fresh, corpus);
}

async function figures() {
  const opened = await openCorpus(corpus);
  const rows = [];
  for (const work of opened.works) {
    const counts = { chapters: 0, verses: 0, points: 0, linked: 0, links: 0 };
    for await (const { story, summary, gold } of opened.chapters({ works: [work], unsummarised: true })) {
      counts.chapters++;
      counts.verses += story.length;
      counts.points += summary.length;
      counts.linked += gold === undefined ? 0 : 1;
      counts.links += gold?.length ?? 0;
    }
    rows.push({ title: work.title, split: work.split, ...counts });
  }
  const total = (list, name) => ({
    title: `**${name}**`,
    split: `${list.length} works`,
    ...Object.fromEntries(columns.map((column) => [column, list.reduce((sum, row) => sum + row[column], 0)])),
  });
  const of = (split) => rows.filter((row) => row.split === split);
  const all = [...rows, total(of("train"), "train"), total(of("validation"), "validation"), total(rows, "all")];
  return [
    "| work | split | chapters | verses | points | chapters with links | links |",
    "| --- | --- | --: | --: | --: | --: | --: |",
    ...all.map((row) => `| ${[row.title, row.split, ...columns.map((column) => row[column])].join(" | ")} |`),
  ].join("\n");
}

function cardWith(table) {
  return readFileSync(card, "utf8").replace(
    /(<!-- figures -->\n)[\s\S]*?(\n<!-- \/figures -->)/,
    (_, before, after) => `${before}${table}${after}`,
  );
}
