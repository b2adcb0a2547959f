import { describe, expect, test } from "vitest";
import { readStory } from "../book/story.ts";
import { warningTexts } from "../book/types.ts";

/** Paragraphs of running text, different for each seed. */
const prose = (seed: number, sentences = 24) =>
  Array.from({ length: 3 }, (_, part) =>
    Array.from(
      { length: sentences / 3 },
      (_, k) => `The ${seed}th boat lay at pier ${part}.${k}, and nobody in the harbour knew whose it might be.`,
    )
      .join(" ")
      .replace(/(.{60,72}) /g, "$1\n"),
  ).join("\n\n");
const below = (heading: string, seed: number, sentences?: number) =>
  `\n\n\n\n${heading}\n\n\n${prose(seed, sentences)}\n`;
const storyOf = (text: string) => readStory(Buffer.from(text), "book.txt");
const headingsOf = (text: string) => storyOf(text).chapters.map(({ heading }) => heading);
const titles = ["The Pier", "A Borrowed Boat", "Nobody's Oars", "The Tide"] as const;

describe("a contents list", () => {
  const stories = titles.map((title, k) => below(title.toUpperCase(), k));
  const paged = titles.map((title, k) => `${title}${" ".repeat(30 - title.length)}${12 * k + 7}`).join("\n\n");

  test("with pages may be at the end of the book", () => {
    const { chapters, account } = storyOf(`TALES\n\nby Somebody\n${stories.join("")}\n\n\n\nINDICE\n\n${paged}\n`);
    expect(chapters.map(({ heading }) => heading)).toEqual(titles.map((title) => title.toUpperCase()));
    expect(chapters.at(-1)!.paragraphs.join(" ")).not.toContain("Borrowed");
    expect(account.unexplained).toBe(0);
  });

  test("without a heading and without pages is known because its lines come again", () => {
    const list = titles.map((title) => `     ${title}`).join("\n");
    const body = titles.map((title, k) => below(title, k)).join("");
    expect(headingsOf(`TALES\n\nby Somebody\n\n\nTHE TALES\n\n${list}\n${body}`)).toEqual([...titles]);
  });

  test("may print a title a little differently, and put its entries in running lines", () => {
    const list = titles.map((title, k) => `${["I", "II", "III", "IV"][k]}. ${title.replace("Borrowed", "Borowed")}`);
    const rows = [...list, "V. The Lamp"].join(" ").replace(/(.{30,40}) /g, "$1\n");
    const body = [...titles, "The Lamp"].map((title, k) => below(title.toUpperCase(), k)).join("");
    expect(headingsOf(`TALES\n\nby Somebody\n\n\n\nCONTENTS\n\n${rows}\n${body}`)).toEqual(
      [...titles, "The Lamp"].map((title) => title.toUpperCase()),
    );
  });

  test("names the stories, whatever sections some of them have", () => {
    const sections = (title: string, seed: number) =>
      `${below(title, seed)}${["I", "II", "III"].map((n, k) => below(n, seed + 10 * k)).join("")}`;
    const body = titles.map((title, k) => (k < 3 ? sections(`${title}.`, k) : below(`${title}.`, k))).join("");
    expect(headingsOf(`TALES\n\nby Somebody\n\n\n\nINHALT:\n\n${paged}\n${body}`)).toEqual(
      titles.map((title) => `${title}.`),
    );
  });

  test("with a description of each chapter is the book in small", () => {
    const entry = (k: number) =>
      `CHAPTER ${"I".repeat(k)}. The pier is worth reading about.--It is remarkable.--Instead\nof widening it grows narrower.--Boats come in.--Boats go out.--A\nman is seen with oars.--He borrows another boat.--He is not seen\nagain.--More of the harbour and its people.`;
    const list = [1, 2, 3].map(entry).join("\n\n");
    const body = [1, 2, 3].map((k) => below(`CHAPTER ${k}`, k)).join("");
    expect(headingsOf(`A BOOK\n\nby Somebody\n\n\n\nTABLE OF CONTENTS\n\n${list}\n${body}`)).toEqual([
      "CHAPTER 1",
      "CHAPTER 2",
      "CHAPTER 3",
    ]);
  });

  test("that names a story which the text lacks brings a doubt", () => {
    const body = titles
      .slice(0, 3)
      .concat("The Tide")
      .filter((title) => title !== "A Borrowed Boat");
    const more = ["Ropes", "The Lamp", "A Net"];
    const list = [...titles, ...more]
      .map((title, k) => `${title}${" ".repeat(30 - title.length)}${k + 7}`)
      .join("\n\n");
    const text = [...body, ...more].map((title, k) => below(title.toUpperCase(), k)).join("");
    expect(warningTexts(storyOf(`TALES\n\nby Somebody\n\n\n\nCONTENTS\n\n${list}\n${text}`).warnings).join()).toContain(
      'the contents list names "A Borrowed Boat"',
    );
  });
});

describe("headings that are printed twice", () => {
  test("a half-title before the chapter opens none", () => {
    const cantos = ["FIRST", "SECOND", "THIRD"].map(
      (name, k) => `\n\n\n\nCANTO THE ${name}\n\n'A Motto'\n${below(`Canto the ${name}`, k)}`,
    );
    expect(headingsOf(`A POEM\n\nby Somebody\n${cantos.join("")}`)).toHaveLength(3);
  });

  test("the same number on two long chapters in a row is a misprint", () => {
    const numbers = ["I", "II", "III", "IV", "IV", "V", "VI"];
    expect(
      headingsOf(`A BOOK\n\nby Somebody\n${numbers.map((n, k) => below(`CHAPTER ${n}`, k)).join("")}`),
    ).toHaveLength(7);
  });

  test("notes that count some of the letters once more are none", () => {
    const letters = Array.from({ length: 9 }, (_, k) => below(`LETTRE ${k + 1}.`, k));
    const notes = [1, 3, 7].map((n) => `\n\n\nLettre ${n}.\n\nA short note about the pier, and whose it was.`);
    expect(
      headingsOf(`LETTRES\n\npar Personne\n${letters.join("")}\n\n\n\nNOTES ET VARIANTES.\n${notes.join("")}`),
    ).toHaveLength(9);
  });
});

describe("words of headings", () => {
  test("are learned from the book", () => {
    const letters = Array.from({ length: 8 }, (_, k) =>
      below(`Epist. ${["I", "II", "III", "IV", "V", "VI", "VII", "VIII"][k]}`, k),
    );
    expect(headingsOf(`A BOOK\n\nby Somebody\n${letters.join("")}`)).toHaveLength(8);
  });

  test("may be misprinted once", () => {
    const headings = ["CAPITULO I", "CAPITULO II", "CAPIULO III", "CAPITULO IV", "CAPITULO V"];
    expect(headingsOf(`UM LIVRO\n\nde Alguem\n${headings.map((each, k) => below(each, k)).join("")}`)).toHaveLength(5);
  });

  test("say that a scene is the last, or come after their number", () => {
    const speeches = Array.from(
      { length: 12 },
      (_, k) => `${k % 2 ? "EMILIA" : "ODOARDO"}. Das ist die Rede ${k}.`,
    ).join("\n\n");
    const scenes = (last: string) =>
      ["1. Szene", "2. Szene", last].map((scene) => `\n\n\n${scene}\n\n${speeches}\n`).join("");
    const play = `EIN STÜCK\n\nvon Jemand\n\n\n\n1. Akt\n${scenes("3. Szene")}\n\n\n2. Akt\n${scenes("Letzte Szene")}`;
    expect(headingsOf(play)).toEqual([
      "1. Akt, 1. Szene",
      "1. Akt, 2. Szene",
      "1. Akt, 3. Szene",
      "2. Akt, 1. Szene",
      "2. Akt, 2. Szene",
      "2. Akt, Letzte Szene",
    ]);
  });

  test("a name below the number is the chapter's title", () => {
    const text = `${["I", "II", "III"].map((n, k) => below(`CHAPITRE ${n}`, k)).join("")}\n\n\n\nCHAPITRE IV\n\nConclusion.\n\n${prose(9)}`;
    expect(headingsOf(`UN LIVRE\n\npar Personne\n${text}`).at(-1)).toBe("CHAPITRE IV Conclusion.");
  });
});

test("the imprint of a second volume is no chapter", () => {
  const imprint = "\n\n\n\nVOLUME II\n\nPORTO\n\nLIVRARIA\n\nRua dos Clerigos, 96\n\n1888\n";
  const chapters = (from: number) => ["I", "II", "III", "IV"].map((n, k) => below(n, from + k)).join("");
  const text = `UM LIVRO\n\nde Alguem\n\n\n\nVOLUME I\n${chapters(0)}${imprint}${chapters(4)}`;
  expect(headingsOf(text)).toHaveLength(8);
});

test("sections that are called the same in each part are no chapters", () => {
  const part = (n: string, k: number) =>
    `\n\n\n\nPART ${n}. OF BOATS\n${["DEFINITIONS", "AXIOMS", "PROPOSITIONS"].map((name) => below(name, k, 48)).join("")}`;
  expect(headingsOf(`ETHICS\n\nby Somebody\n${["I", "II", "III", "IV"].map(part).join("")}`)).toHaveLength(4);
});

describe("without a list", () => {
  test("lines that are set alike are chapters where numbers count only the first, and that is said", () => {
    const numbered = ["I", "II", "III"].map((number, k) => below(number, k, 60)).join("");
    const names = ["CRABBED AGE", "AN APOLOGY", "ORDERED SOUTH", "EL DORADO", "WALKING TOURS", "GAS LAMPS"];
    const body = names.map((name, k) => below(name, 10 + k, 900)).join("");
    const { chapters, warnings } = storyOf(
      `PAPERS\n\nby Somebody\n${below("TO THE YOUNG", 40, 900)}${numbered}${body}`,
    );
    expect(chapters.map(({ heading }) => heading)).toEqual(expect.arrayContaining(names));
    expect(warnings.length).toBeGreaterThan(0);
  });

  test("letters have a date, a year or an addressee on their line", () => {
    const lines = Array.from({ length: 10 }, (_, k) => `May ${k + 2}, 1863: Mrs. Austin`);
    lines[4] = "CAIRO, Christmas Eve, 1863.";
    expect(headingsOf(`LETTERS\n\nby Somebody\n${lines.map((line, k) => below(line, k)).join("")}`)).toEqual(lines);
  });

  test("a short section after the last chapter that nothing names is not one", () => {
    const chapters = Array.from(
      { length: 7 },
      (_, k) => `<h2>The ${k + 1}th Boat</h2><p>${prose(k)}</p><p>${prose(k + 9)}</p>`,
    );
    const html = `<html><body>${chapters.join("")}<h3>Metadata</h3><p>Made from scans in a hurry.</p></body></html>`;
    expect(readStory(Buffer.from(html), "book.html").chapters.length).toBe(7);
  });
});
