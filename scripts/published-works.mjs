// The facts about the 231 published works, from the authors' own lists: titles, kinds, guide addresses, sources.
// usage: node scripts/published-works.mjs sectioned_works.csv list_of_works.txt   (writes src/corpus/data/published-works.json)
import { readFileSync, writeFileSync } from "node:fs";

const [csv, list] = process.argv.slice(2);
if (!list) {
  console.error("usage: node scripts/published-works.mjs sectioned_works.csv list_of_works.txt");
  process.exit(2);
}

/** The paper counts 145 novels, 62 plays and 24 short stories: poems are among its novels, essays among its stories. */
const kinds = {
  novel: "novel",
  poem: "novel",
  play: "play",
  shmoop_free_shakespeare: "play",
  short_story: "story",
  essay: "story",
};

const annotated = new Set(
  readFileSync(list, "utf8").split("Remaining Stories:")[0].split("\n").slice(1).filter(Boolean),
);
const works = readFileSync(csv, "utf8").trim().split("\n").map(work).sort(byTitle);
const target = new URL("../src/corpus/data/published-works.json", import.meta.url);
writeFileSync(target, `[\n${works.map((each) => `  ${JSON.stringify(each)}`).join(",\n")}\n]\n`);

const count = (kind) => works.filter((each) => each.kind === kind).length;
console.log(`${works.length} works: ${count("novel")} novels, ${count("play")} plays, ${count("story")} short stories`);

/** `guide` is the address on the guide's site: base + guide + "/summary.html". */
function work(line) {
  const [, title, guide, source, form] = line.match(/("[^"]*"|[^,]*)(,|\r?$)/g).map(unquoted);
  const split = annotated.has(title) ? "validation" : "train";
  return { title, kind: kinds[form], form: form.replace("shmoop_free_shakespeare", "play"), split, guide, source };
}

function unquoted(field) {
  return field.replace(/,$/, "").replace(/^"|"$/g, "").trim();
}

function byTitle(a, b) {
  return a.title < b.title ? -1 : 1;
}
