import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { writeTinyBert } from "@plotline/align/testing";
import { needs } from "@plotline/base/testing";
import { copySample, temporaryFolder } from "@plotline/corpus/testing";
import { expect, test } from "vitest";
import { plotline, refusal, sample } from "../testing/plotline.ts";

const withRuntime = needs("onnxruntime");

const alignerSources = join(dirname(createRequire(import.meta.url).resolve("@plotline/align/package.json")), "src");

test("a corpus without summaries has nothing to align", async () => {
  const folder = temporaryFolder({ "stories/Anna/0.txt.utf8": "She went out.\n" });
  expect(await refusal("align", folder)).toContain("no summarised chapter");
});

test("an empty file of links from elsewhere is bad input, not an alignment without links", async () => {
  const file = join(temporaryFolder({ "empty.jsonl": "\n" }), "empty.jsonl");
  expect(await refusal("evaluate", sample, "--no-save", "--from", file)).toContain("empty.jsonl is empty");
});

test("links from elsewhere for a chapter that is missing, or has no gold, are reported as such", async () => {
  const line = (chapter: number) => `{"work":"Anna","chapter":${chapter},"links":[[0,0]]}\n`;
  const folder = temporaryFolder({
    "stories/Anna/0.txt.utf8": "She went out.\n",
    "stories/Anna/1.txt.utf8": "She came back.\n",
    "summaries/Anna/0.txt.utf8": "Anna leaves.\n",
    "summaries/Anna/1.txt.utf8": "Anna returns.\n",
    "manual_alignments/Anna/0.txt": "S0: 0,\n",
    "one.jsonl": line(1),
    "seven.jsonl": line(7),
  });
  const refused = (file: string) => refusal("evaluate", folder, "--from", join(folder, file));
  expect(await refused("seven.jsonl")).toContain('seven.jsonl: "Anna" has no chapter 7; chapters are counted from 0.');
  expect(await refused("one.jsonl")).toContain("one.jsonl has links for no chapter that has a gold alignment.");
});

test("a work named twice counts once, and every choice of works has a signature of its own", async () => {
  const texts = ["Anna", "Ben", "Cleo", "Dora", "Emil", "Fay", "Gus", "Hal"].map((name) => [
    [`stories/${name}/0.txt.utf8`, `${name} went out.\n\n${name} came back.\n`],
    [`summaries/${name}/0.txt.utf8`, `${name} leaves.\n`],
    [`manual_alignments/${name}/0.txt`, "S0: 0,\n"],
  ]);
  const folder = temporaryFolder(Object.fromEntries(texts.flat()));
  const evaluated = async (...choice: string[]) =>
    JSON.parse((await plotline("evaluate", folder, "--method", "TFIDF", "TFIDF", "--json", "-q", ...choice)).out);
  const works = async (...choice: string[]) => /works:([^|]*)/.exec((await evaluated(...choice)).signature)?.[1];
  expect(await evaluated("--work", "Ben", "ben")).toMatchObject({ chapters: 1, methods: { length: 1 } });
  expect(await works()).toBe("all");
  expect(await works("--work", "Ben", "Anna", "Ben")).toBe("Anna + Ben");
  expect(await works("--except", "Ben")).toBe("all but Ben");
  const some = await works("--work", "Anna", "Ben", "Cleo", "Dora");
  expect(some).toMatch(/^4 of 8 \([0-9a-f]{8}\)$/);
  expect(await works("--except", "Anna", "Ben", "Cleo", "Dora")).not.toBe(some);
  expect(await works("--work", "Dora", "Cleo", "Ben", "Anna")).toBe(some);
});

test("what changes the links of an evaluation is in its signature, and no run takes the place of another", async () => {
  const corpus = copySample(temporaryFolder());
  const signatures = new Set<string>();
  const evaluated = async (...choice: string[]) =>
    signatures.add(JSON.parse((await plotline("evaluate", corpus, "--json", "-q", ...choice)).out).signature);
  const choices = [[], ["--density", "strict"], ["--density", "0.2"], ["--language", "fr"]];
  for (const choice of choices) await evaluated("--method", "plotline", ...choice);
  await plotline("align", corpus, "--calibrate", "--quiet");
  await evaluated("--method", "plotline");
  expect([...signatures]).toHaveLength(choices.length + 1);
  expect(readdirSync(join(corpus, "runs"))).toHaveLength(signatures.size);
});

test("a figure is not written over a folder", async () => {
  const folder = temporaryFolder();
  const line = ["evaluate", "figure", sample, "--work", "Forty Guineas", "--chapter", "1", "--alignment", "Diagonal-1"];
  expect(await refusal(...line, "--out", folder)).toBe(`plotline: ${folder} is a folder; name a file to write.\n`);
});

test("what cannot be written is reported before the work begins", async () => {
  const folder = temporaryFolder({ "file.txt": "x" });
  const quiz = (...out: string[]) =>
    refusal("quiz", join(folder, "nowhere"), "--format", "moodle", "--out", join(folder, ...out));
  expect(await quiz()).toContain(`${folder} is a folder; name a file to write.`);
  expect(await quiz("file.txt", "quiz.xml")).toContain("this is a file, but a folder is needed");
  expect(await quiz("new", "quiz.xml")).toContain("there is no such corpus folder");
});

test("read: a guide with a heading for each chapter is aligned chapter by chapter", async () => {
  const folder = temporaryFolder({
    "book.txt":
      "CHAPTER I\n\nAnna took the ferry.\n\nIt rained.\n\nCHAPTER II\n\nBen sold the horse.\n\nIt rained again.\n",
    "guide.md":
      "# Guide\n\n## Chapter 1\n\n- Anna takes a ferry.\n- It rains.\n\n## Chapter 2\n\n- Ben sells a horse.\n- More rain.\n",
    "one.md": "* Anna takes a ferry.\n* Ben sells a horse.\n",
    "line.txt": "Anna leaves.\n",
  });
  const [book, out] = [join(folder, "book.txt"), join(folder, "page.html")];
  const read = async (guide: string, ...more: string[]) =>
    plotline("read", book, join(folder, guide), "--out", out, "--json", ...more);
  const page = JSON.parse((await read("guide.md")).out);
  expect(sizes(page)).toEqual({ points: 4, paragraphs: 4 });
  for (const { summary, story } of page.links) expect(summary < 2).toBe(story < 2);
  expect(sizes(JSON.parse((await read("guide.md", "--chapter", "2")).out))).toEqual({ points: 2, paragraphs: 2 });
  expect(sizes(JSON.parse((await read("one.md")).out))).toEqual({ points: 2, paragraphs: 4 });
  expect(sizes(JSON.parse((await read("line.txt", "--method", "TFIDF")).out))).toEqual({ points: 1, paragraphs: 4 });
  expect((await read("guide.md", "--chapter", "3")).err).toContain('has no chapter "3"');
});

test("a module cannot take the name of a method that is there", async () => {
  const folder = temporaryFolder({ "mine.mjs": 'export default { name: "TFIDF", prepare: () => async () => [] };' });
  const refused = await refusal("evaluate", sample, "--no-save", "--aligner", join(folder, "mine.mjs"));
  expect(refused).toContain("give yours another name");
});

test("read: a story or a summary of one line a paragraph, with a blank line nowhere", async () => {
  const story = [
    "Anna had lived all her life beside the river and never crossed it, though the ferry cost but a penny.",
    "One morning her brother Ben came home without his horse, and would not say what had become of it.",
    "“You have sold it,” said Anna.",
    "So she took a penny from the jar, and for the first time in her life she stepped on to the ferry.",
  ];
  const folder = temporaryFolder({
    "lines.txt": `${story.join("\r\n")}\r\n`,
    "points.txt": "Anna has never crossed the river.\nBen comes home without a horse.\nAnna takes the ferry.\n",
    "wrapped.txt": "Anna has never crossed the river. Ben comes\nhome without a horse. Anna takes\nthe ferry.\n",
    "guide.html":
      "<html><body><nav><a href='/'>Home</a></nav><h1>Summary</h1><ul><li>Anna stays.</li><li>Ben comes.</li></ul></body></html>",
    "list.txt": "Chapter 1\n\n- Anna has never crossed\n  the river.\n- Ben comes home.\n",
  });
  const read = async (summary: string) => {
    const [book, guide, out] = ["lines.txt", summary, "page.html"].map((name) => join(folder, name));
    return JSON.parse((await plotline("read", book!, guide!, "--out", out!, "--json")).out);
  };
  expect(sizes(await read("points.txt"))).toEqual({ points: 3, paragraphs: 4 });
  // Lines that a sentence runs over are one paragraph, and a short paragraph is cut into its sentences.
  expect(sizes(await read("wrapped.txt"))).toEqual({ points: 3, paragraphs: 4 });
  expect(sizes(await read("list.txt"))).toEqual({ points: 2, paragraphs: 4 });
  expect(sizes(await read("guide.html"))).toEqual({ points: 2, paragraphs: 4 });
});

test("read: a folder is not a book, and the message names it", async () => {
  const folder = temporaryFolder({ "guide.txt": "Ben comes.\n" });
  const refused = await refusal("read", folder, join(folder, "guide.txt"));
  expect(refused).toBe(`plotline: ${folder} is a folder, but a file is needed.\n`);
});

test("read never replaces what it reads, however its name is written", async () => {
  const folder = temporaryFolder({ "book.html": "<p>Anna left.</p><p>Ben came.</p>", "guide.txt": "Ben comes.\n" });
  const book = join(folder, "book.html");
  for (const out of [book, `${folder}/./book.html`, join(folder, "guide.txt")]) {
    const refused = await refusal("read", book, join(folder, "guide.txt"), "--out", out);
    expect(refused).toBe(`plotline: ${out} would replace a file that is read. Name another file with --out.\n`);
  }
  expect(readFileSync(book, "utf8")).toContain("<p>Anna left.</p>");
});

test("read chooses a file name itself only where it would replace nobody's file", async () => {
  const folder = temporaryFolder({ "book.txt": "Anna left.\n\nBen came.\n", "guide.txt": "Ben comes.\n" });
  const here = process.cwd();
  process.chdir(folder);
  const read = () => plotline("read", "book.txt", "guide.txt", "-q");
  expect([(await read()).code, (await read()).code]).toEqual([0, 0]);
  writeFileSync("book.html", "<p>Mine.</p>");
  expect((await read()).err).toContain("book.html exists already, and plotline did not write it");
  expect(readFileSync("book.html", "utf8")).toBe("<p>Mine.</p>");
  process.chdir(here);
});

withRuntime.test("read takes an encoder for the methods that need one", async () => {
  const folder = temporaryFolder({ "book.txt": "Anna left.\n\nBen came.\n", "guide.txt": "Ben comes.\n" });
  const encoder = join(folder, "tiny");
  writeTinyBert(encoder);
  const [book, guide, out] = ["book.txt", "guide.txt", "page.html"].map((name) => join(folder, name));
  const done = await plotline("read", book!, guide!, "--out", out!, "--method", "BERT", "--encoder", encoder);
  expect(done.out).toBe(`${out}: 1 point, 2 paragraphs, 1 link\n`);
});

const asksOfSwapped = "read asks whether the files were swapped, and says what it found about the guide: %s";

test.each([
  ["plotline", []],
  ["a method that only aligns", ["--method", "TFIDF"]],
])(asksOfSwapped, readsSwapped);

withRuntime.test.each([["plotline with an encoder", ["--encoder"]]])(asksOfSwapped, readsSwapped);

async function readsSwapped(_: string, chosen: readonly string[]): Promise<void> {
  const story = [
    "All night the old miser counted his gold by the light of one candle, and would not open when anybody knocked.",
    "Before morning a storm came up from the sea, and the ship in the bay was driven on the rocks and broken.",
    "The sailors who swam ashore were fed by Margaret the baker, who gave them every loaf that she had baked.",
  ];
  const points = ["The miser counts his gold.", "A storm wrecks the ship.", "Margaret feeds the sailors."];
  const folder = temporaryFolder({ "story.txt": story.join("\n\n"), "guide.txt": points.join("\n\n") });
  const [text, guide, encoder, out] = ["story.txt", "guide.txt", "tiny", "page.html"].map((name) => join(folder, name));
  writeTinyBert(encoder!);
  const more = ["--out", out!, ...chosen, ...(chosen.includes("--encoder") ? [encoder!] : [])];
  expect(await refusal("read", guide!, text!, ...more)).toContain("Did you swap the two files?");
  expect(existsSync(out!)).toBe(false);
  const found = JSON.parse((await plotline("read", guide!, text!, ...more, "--json", "--anyway")).out);
  expect(found.fit.verdict).toBe("swapped");
  const right = JSON.parse((await plotline("read", text!, guide!, ...more, "--json")).out);
  expect(right).toMatchObject({ fit: { verdict: "fits" }, order: { verdict: "kept" }, unmatched: [] });
}

test("your own weights are a method like any other", async () => {
  const folder = temporaryFolder({
    "own.json": readFileSync(join(alignerSources, "learned", "weights.json"), "utf8"),
    "other.json": '{"works":[]}',
  });
  const own = join(folder, "own.json");
  const work = ["--work", "The Telling at Winterlow", "--no-save", "--json"];
  const { methods } = JSON.parse(
    (await plotline("evaluate", sample, ...work, "--method", "plotline", "--aligner", own)).out,
  );
  expect(methods[1]).toEqual({ ...methods[0], method: "own" });
  const refused = await refusal("evaluate", sample, ...work, "--aligner", join(folder, "other.json"));
  expect(refused).toContain("other.json has no weights of an aligner");
});

test("the message about an alignment that does not fit its chapter names it, as does the one about a method with an impossible name", async () => {
  const folder = temporaryFolder({
    "stories/Anna/0.txt.utf8": "She went out.\n",
    "summaries/Anna/0.txt.utf8": "Anna leaves.\n",
    "annotators/ben/Anna/0.json": JSON.stringify({
      revision: 1,
      position: 1,
      steps: [{ act: "link", cells: [{ summary: 0, story: 7 }] }],
    }),
    "mine.mjs": 'export default { name: "a/b", prepare: () => async () => [] };',
  });
  expect(await refusal("evaluate", "compare", folder, "TFIDF", "ben")).toContain(
    '"ben": it links S0 and D7 of "Anna" 0, which has only 1 and 1 paragraphs',
  );
  const named = await refusal("align", folder, "--aligner", join(folder, "mine.mjs"));
  expect(named).toContain('mine.mjs: "a/b" cannot be the name of a folder');
});

test("a module that changes its texts changes nobody else's", async () => {
  const turning = (name: string) =>
    `export default { name: "${name}", prepare: () => async ({ summary, story }) => { const links = [{ summary: summary.length - 1, story: story[0].length % story.length }]; story.reverse(); summary.length = 1; return links; } };`;
  const folder = temporaryFolder({ "one.mjs": turning("one"), "two.mjs": turning("two") });
  const modules = ["one.mjs", "two.mjs"].map((name) => join(folder, name));
  const { methods } = JSON.parse(
    (await plotline("evaluate", sample, "--no-save", "--json", "-q", "--aligner", ...modules)).out,
  );
  expect(methods[1]).toEqual({ ...methods[0], method: "two" });
});

/** How many points and paragraphs a page has, by `read --json`. */
function sizes({ points, paragraphs }: { points: readonly unknown[]; paragraphs: number }) {
  return { points: points.length, paragraphs };
}
