import { readFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "@plotline/corpus/testing";
import { expect, test } from "vitest";
import { plotline, refusal } from "../testing/plotline.ts";

const books = {
  "book.txt": `CHAPTER I

The night was dark. All of it the miser counted his gold, coin by coin.

CHAPTER II

In the morning a storm came up. The ship became a wreck upon the rocks.
`,
  "livre.txt": `Quand le vieux marin descendit vers le port, il n'y avait personne sur le quai pour lui parler de sa barque.

Il pleuvait depuis le matin, et les mouettes criaient au-dessus des toits. Les chevaux du roi galopaient sur la grève.
`,
};

test("evidence shows the sentences of a book that carry a statement, with their chapter", async () => {
  const folder = temporaryFolder(books);
  const { code, out } = await plotline("cite", join(folder, "book.txt"), "A ship is wrecked.", "-k", "1");
  expect(code).toBe(0);
  expect(out).toMatch(/^\d\.\d\d Chapter 2, paragraph 1\n {2}The ship became a wreck upon the rocks\.\n$/);
});

test("evidence --json counts from 0, and gives the characters of the paragraph", async () => {
  const folder = temporaryFolder(books);
  const line = ["cite", join(folder, "book.txt"), "The miser counts.", "--chapter", "1", "--json"];
  const { sentences } = JSON.parse((await plotline(...line)).out);
  expect(sentences).toHaveLength(2);
  expect(sentences[0]).toMatchObject({ chapter: 0, paragraph: 0, start: 20, end: 71 });
});

test("evidence reads other languages, and says what is wrong with what it was given", async () => {
  const folder = temporaryFolder(books);
  const book = join(folder, "livre.txt");
  const { out } = await plotline("cite", book, "Le cheval du roi galope.", "-k", "1", "--language", "fr");
  expect(out).toContain("Les chevaux du roi galopaient sur la grève.");
  expect(await refusal("cite", book, " … ")).toBe("plotline: The statement has no word in it.\n");
  expect(await refusal("cite", book, "Le cheval.", "--language", "qqq")).toContain('no language "qqq"');
});

test("align --evidence writes the sentences that carry each link", async () => {
  const corpus = temporaryFolder({
    "stories/Anna/0.txt.utf8": "It was dark. Anna shut the door and went.\n\nThe rain fell on the town.\n",
    "summaries/Anna/0.txt.utf8": "Anna leaves and shuts the door.\n\nRain falls on the town.\n",
  });
  const { code } = await plotline("align", corpus, "--evidence");
  expect(code).toBe(0);
  const { links } = JSON.parse(readFileSync(join(corpus, "alignments/plotline/Anna/0.json"), "utf8"));
  expect(links[0].sentences).toEqual([{ start: 13, end: 41, score: expect.any(Number) }]);
});

test("import story notes the language of a book in the corpus", async () => {
  const folder = temporaryFolder(books);
  const corpus = join(temporaryFolder(), "mine");
  const languageOf = (title: string) =>
    JSON.parse(readFileSync(join(corpus, "corpus.json"), "utf8")).works.find(
      (work: { title: string }) => work.title === title,
    ).language;
  for (const [file, title, ...more] of [
    ["livre.txt", "Le Marin"],
    ["livre.txt", "O Marinheiro", "--language", "Portuguese"],
    ["book.txt", "The Miser"],
  ] as const)
    await plotline("import", "story", corpus, join(folder, file), "--title", title, ...more);
  expect(["Le Marin", "O Marinheiro", "The Miser"].map(languageOf)).toEqual(["fr", "pt", undefined]);
});
