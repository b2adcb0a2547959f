import { readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bCubed } from "../../../../training/names/bcubed.ts";
import { groupNames } from "../testing/group-names.ts";
import { addressedSpeakers } from "./addressed.ts";
import { nameIndex } from "./index.ts";
import { withOrganisations } from "./organisations.ts";
import { castOf } from "./speakers.ts";

const sample = new URL("../../../../corpora/sample/", import.meta.url);

function read(section: "stories" | "summaries", work: string): string[] {
  const folder = new URL(`${section}/${work}/`, sample);
  return readdirSync(folder)
    .sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10))
    .flatMap((file) => readFileSync(new URL(file, folder), "utf8").split(/\n\s*\n/))
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== "");
}

/** The names of the entities that a text mentions. */
function named(index: ReturnType<typeof nameIndex>, text: string): (string | undefined)[] {
  return index.mentions(text).map(({ entity }) => (entity === undefined ? undefined : index.entities[entity]?.name));
}

describe("the names of a novel", () => {
  const story = read("stories", "The Sea's Tithe");
  const summaries = read("summaries", "The Sea's Tithe");
  const index = nameIndex(story, { about: summaries });

  it("knows its people and counts them in the story", () => {
    const people = index.entities.filter(({ type }) => type === "PERSON").map(({ name }) => name);
    for (const name of ["Judith", "Dray", "Trennick"]) expect(people.some((each) => each.includes(name))).toBe(true);
    for (const { count, forms } of index.entities.slice(0, 5))
      expect([count > 0, forms.length > 0]).toEqual([true, true]);
  });

  it("finds a name at the start of a sentence of the summary", () => {
    expect(named(index, "Dray is mostly worried about his hat.")[0]).toContain("Dray");
    expect(named(index, "Trennick warns them. Judith does not listen.")).toHaveLength(2);
  });

  it("finds nothing in a sentence without names", () => {
    expect(index.mentions("After almost a week of lousy weather, they leave. Cheery!")).toEqual([]);
  });

  it("names more than half of the points' entities", () => {
    const told = summaries.filter((text) => index.mentions(text).some(({ entity }) => entity !== undefined));
    expect(told.length / summaries.length).toBeGreaterThan(0.6);
  });

  it("gives spans that hold what they say, in order, apart", () => {
    for (const text of [...summaries, ...story.slice(0, 50)])
      for (const find of [index.mentions, index.known]) {
        let last = 0;
        for (const mention of find(text)) {
          expect(mention.start).toBeGreaterThanOrEqual(last);
          expect(text.slice(mention.start, mention.end)).toBe(mention.text);
          last = mention.end;
        }
      }
  });
});

describe("the names of a play", () => {
  const story = read("stories", "Forty Guineas");
  const index = nameIndex(story);

  it("takes its cast from the speakers", () => {
    const { names } = castOf(story);
    for (const name of ["skeffle", "constance", "ursula", "fitch", "tamsin"]) expect(names).toContain(name);
    expect(index.entities.filter(({ name }) => /skeffle/i.test(name))).toHaveLength(1);
  });

  it("reads names in capitals as names, and writes them small", () => {
    expect(named(index, "URSULA is mending a lace collar.")).toEqual(["Ursula"]);
    expect(named(index, "Ursula mends.")).toEqual(["Ursula"]);
  });

  it("writes headings in capitals as names are written", () => {
    const pages = Array(5).fill("They came to HOOD'S ISLE at last, and Hood's Isle was bare. He saw Hood's Isle.");
    expect(nameIndex(pages).entities.map(({ name }) => name)).toContain("Hood's Isle");
    expect(
      nameIndex(pages)
        .entities.map(({ name }) => name)
        .join(),
    ).not.toContain("'S");
  });

  it("knows whom a short speaker stands for, accents or not", () => {
    const lines = ["CLE. I am very glad to find you.", "ELI. I am quite ready.", "CLE. You love?", "ELI. I do."];
    const scene = ["SCENE II.--CLÉANTE, ÉLISE,", ...lines, ...lines, ...lines];
    const { abbreviations } = castOf(scene);
    expect([abbreviations.get("cle"), abbreviations.get("eli")]).toEqual(["cleante", "elise"]);
    expect(nameIndex(scene).mentions("Cléante sighs.")).toHaveLength(1);
    expect(nameIndex(scene).entities.map(({ count }) => count)).toEqual([7, 7]);
  });

  it("takes no name for the beginning of another", () => {
    const lines = ["HELEN. Where is Helenus?", "HELENUS. I am here, Helen.", "LA FL. Here!", "HELEN. Who?"];
    const { abbreviations } = castOf(["HELEN, HELENUS and LA FLÈCHE, near the FLEET.", ...lines, ...lines, ...lines]);
    expect([...abbreviations]).toEqual([["la fl", "la fleche"]]);
  });

  it("does not take numbered paragraphs for speeches", () => {
    const numbered = ["I", "II", "III"].flatMap((number) => Array(9).fill(`${number}. So it goes.`));
    expect(castOf(numbered).names.size).toBe(0);
  });

  it("finds no cast in a novel", () => {
    expect(castOf(read("stories", "The Sea's Tithe")).names.size).toBe(0);
  });
});

describe("groups of names", () => {
  const group = (...names: string[]) => groupNames(names.map((text) => ({ text, count: 1 })));
  const together = (...names: string[]) => new Set(group(...names)).size === 1;

  it("puts one person's names together", () => {
    expect(together("Mr. Darcy", "Darcy", "Fitzwilliam Darcy")).toBe(true);
    expect(together("Miss Adela Thorne", "Adela")).toBe(true);
    expect(together("Elizabeth Bennet", "Lizzy", "Miss Elizabeth Bennet")).toBe(true);
    expect(together("King Edward IV", "King Edward")).toBe(true);
  });

  it("keeps two people apart", () => {
    for (const [a, b] of [
      ["Mr. Bennet", "Mrs. Bennet"],
      ["Henry VI", "Henry VII"],
      ["Miss Pinkerton", "Mrs. Pinkerton"],
      ["Jane", "Elizabeth"],
    ] as const)
      expect(new Set(group(a, b)).size, `${a}, ${b}`).toBe(2);
  });

  it("is scored by B³ as in the paper of Bagga and Baldwin", () => {
    const score = bCubed([{ found: [0, 0, 0, 1], gold: ["a", "a", "b", "b"] }]);
    expect(score.precision).toBeCloseTo((2 / 3 + 2 / 3 + 1 / 3 + 1) / 4);
    expect(score.recall).toBeCloseTo((1 + 1 + 1 / 2 + 1 / 2) / 4);
  });
});

describe("any text at all", () => {
  it("has names that are where they say, even names that are regular expressions", () => {
    const word = fc.constantFrom(
      "Anna",
      "(.*)",
      "[A-Z]+",
      "$1",
      "Mr.",
      "O’Hara",
      "\\d",
      "said",
      ".",
      "IV",
      "é",
      "\u0000",
      "ANNA",
      "von",
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(word, fc.string()), { maxLength: 30 }), (words) => {
        const text = words.join(" ");
        const index = nameIndex([text, "Anna said that Anna (.*) came. ANNA. No.", text]);
        for (const { start, end, text: found } of [...index.mentions(text), ...index.known(text)])
          expect(text.slice(start, end)).toBe(found);
      }),
      { numRuns: 100 },
    );
  });

  it("may be empty, without names, or a thousand times the same", () => {
    expect(nameIndex([]).entities).toEqual([]);
    expect(nameIndex(["it rained and rained."]).mentions("it rained")).toEqual([]);
    const [anna, ...others] = nameIndex(Array(1000).fill("He saw Anna Karenina at the station.")).entities;
    expect([anna?.name, anna?.count, others.length]).toEqual(["Anna Karenina", 1000, 0]);
  });
});

describe("organisations", () => {
  const found = (sentence: string) => {
    const words = sentence.split(" ").map((surface) => ({ surface, key: surface.toLowerCase().replace(/\.$/, "") }));
    return withOrganisations([], words).map(({ start, end }) => sentence.split(" ").slice(start, end).join(" "));
  };

  it("are known by how their names end, or begin", () => {
    expect(found("He left the Hudson Bay Company in May")).toEqual(["Hudson Bay Company"]);
    expect(found("He wrote to Tarrow 's Bank and to the Bank of England")).toEqual([
      "Tarrow 's Bank",
      "Bank of England",
    ]);
    expect(found("The Committee of Public Safety sat")).toEqual(["Committee of Public Safety"]);
    expect(found("He sat in Parliament")).toEqual(["Parliament"]);
  });

  it("are not a company without a name, a house, nor a person", () => {
    expect(found("The Company of Tom Sawyer")).toEqual(["Company of Tom Sawyer"]);
    expect(found("He kept company with Tom Sawyer at Congress Hall")).toEqual([]);
    expect(found("the House of the Seven Gables")).toEqual([]);
  });

  it("take the place of what the tagger made of their parts", () => {
    const words = ["Tarrow", "'s", "Bank", "broke"].map((surface) => ({ surface, key: surface.toLowerCase() }));
    const [only, ...more] = withOrganisations([{ start: 0, end: 1, type: "PERSON" }], words);
    expect([only, more]).toEqual([{ start: 0, end: 3, type: "ORGANIZATION" }, []]);
  });
});

describe("whose name it is", () => {
  /** The forms in the groups that they fall into, the first form of each group first. */
  const groups = (...forms: readonly (readonly [string, number])[]) => {
    const numbers = groupNames(forms.map(([text, count]) => ({ text, count })));
    return [...new Set(numbers)].map((number) => forms.filter((_, k) => numbers[k] === number).map(([text]) => text));
  };

  it.each([
    [
      "a bare surname is the man's",
      [
        ["Charlotte Temple", 4],
        ["Temple", 7],
        ["Mr. Temple", 2],
      ],
      [["Charlotte Temple"], ["Temple", "Mr. Temple"]],
    ],
    [
      "the eldest sister is Miss with the surname",
      [
        ["Miss Pinkerton", 17],
        ["Miss Jemima Pinkerton", 1],
        ["Miss Jemima", 8],
        ["Barbara Pinkerton", 1],
      ],
      [
        ["Miss Pinkerton", "Barbara Pinkerton"],
        ["Miss Jemima Pinkerton", "Miss Jemima"],
      ],
    ],
    [
      "an only daughter is both",
      [
        ["Miss Amelia Sedley", 2],
        ["Miss Amelia", 1],
        ["Miss Sedley", 9],
      ],
      [["Miss Amelia Sedley", "Miss Amelia", "Miss Sedley"]],
    ],
    [
      "a doctor is no Miss",
      [
        ["Miss Marjoribanks", 13],
        ["Dr Marjoribanks", 5],
      ],
      [["Miss Marjoribanks"], ["Dr Marjoribanks"]],
    ],
    [
      "two pet names are two",
      [
        ["Bessie", 4],
        ["Eliza", 3],
      ],
      [["Bessie"], ["Eliza"]],
    ],
    [
      "a pet name is the name",
      [
        ["Algernon", 9],
        ["Algy", 5],
      ],
      [["Algernon", "Algy"]],
    ],
    [
      "a couple is neither",
      [
        ["Captain and Mrs Ashburnham", 1],
        ["Captain Ashburnham", 3],
      ],
      [["Captain and Mrs Ashburnham"], ["Captain Ashburnham"]],
    ],
    [
      "a calling is no name",
      [
        ["Farmer Oak", 2],
        ["Gabriel Oak", 2],
        ["Oak", 9],
      ],
      [["Farmer Oak", "Gabriel Oak", "Oak"]],
    ],
  ] as const)("%s", (_, forms, expected) => expect(groups(...forms)).toEqual(expected));

  it("the title of a work joins a first name and a surname", () => {
    const forms = [
      ["Cyrano", 9],
      ["Monsieur de Bergerac", 6],
      ["Bergerac", 3],
      ["Cyrano de Bergerac", 1],
    ] as const;
    expect(groups(...forms)).toHaveLength(1);
  });

  it("in a play, whoever is there when a name falls and never says it may be meant by it", () => {
    const [gaev, lubov, leonid] = [0, 1, 2];
    const scene = [
      { speaker: lubov, named: [leonid] },
      { speaker: gaev, named: [] },
      { speaker: lubov, named: [leonid] },
      { speaker: gaev, named: [lubov] },
    ];
    expect(addressedSpeakers(scene)).toEqual([[gaev, leonid]]);
    expect(
      addressedSpeakers([...scene, { speaker: gaev, named: [leonid] }, { speaker: gaev, named: [leonid] }]),
    ).toEqual([]);
  });

  it("in a play, a disguise is not a surname", () => {
    const speech = "GUIDERIUS, as Polydor Cloten, thou art a villain.";
    const story = Array.from({ length: 12 }, () => [speech, "CLOTEN. What art thou, Polydor?"]).flat();
    expect(castOf(story).labelLength(speech)).toBe("GUIDERIUS, as Polydor".length);
    const forms = nameIndex(story).entities.map((entity) => entity.forms.map(({ text }) => text));
    expect(forms.find((each) => each.includes("Cloten"))).not.toContain("Polydor");
  });

  it("in a play, a lord without his title is the lord", () => {
    const story = Array.from({ length: 12 }, () => ["LORD GORING. Good night.", "PHIPPS. Yes, my lord."]).flat();
    const index = nameIndex(story, {
      about: ["They say that Goring is idle. Then Goring is late, and Goring is not sorry."],
    });
    expect(named(index, "They say that Goring is idle.")).toEqual(["Lord Goring"]);
  });
});

describe("two names of one person, or of two", () => {
  const persons = (story: string[]) => nameIndex(story).entities.filter(({ type }) => type === "PERSON");
  const told = (text: string) => Array.from({ length: 6 }, () => text);

  it("are two persons' where clauses have both, whatever surname they share", () => {
    const story = [
      ...told("Herbert White laughed. Mr. White frowned at Herbert, and Herbert went to bed."),
      ...told("Mr. White sat down with Herbert by the fire."),
    ];
    const whose = (name: string) => persons(story).find(({ forms }) => forms.some(({ text }) => text === name))?.name;
    expect(whose("Mr. White")).not.toBe(whose("Herbert"));
  });

  it("are one person's where nothing speaks against it", () => {
    const story = told("Herbert White laughed. Mr. White went to bed.");
    expect(persons(story).filter(({ name }) => /White/.test(name))).toHaveLength(1);
  });

  it("stay two though a heading writes them as one", () => {
    const story = [
      "In Which Phileas Fogg Astounds Henry",
      ...told("Phileas Fogg looked at Henry. Then Henry followed Phileas Fogg to the station."),
    ];
    expect(persons(story).some(({ forms }) => forms.some(({ text }) => /Fogg.*Henry/.test(text)))).toBe(false);
  });

  it("are kept apart by ranks", () => {
    const numbers = groupNames(
      ["Sir John Falstaff", "Sir John", "Prince John", "Captain Tilney", "General Tilney"].map((text) => ({
        text,
        count: 5,
      })),
    );
    expect(numbers[1]).toBe(numbers[0]);
    expect(new Set(numbers).size).toBe(4);
  });

  it("leaves out what publishers say of their edition", () => {
    const index = nameIndex(["In the Folger edition, there is no Act 2, Scene 2.", "Helena wept. Then Helena slept."]);
    expect(index.entities.map(({ name }) => name)).not.toContain("Folger");
  });
});
