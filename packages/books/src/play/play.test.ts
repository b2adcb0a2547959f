import { described } from "@plotline/formats";
import { describe, expect, it } from "vitest";
import { readStory } from "../book/story.ts";

function play(
  speech: (name: string, text: string) => string,
  acts = ["ACT I", "ACT II"],
  scenes = ["SCENE I. A street.", "SCENE II. A room."],
) {
  const talk = (k: number) =>
    ["ANNA", "BOB", "ANNA", "BOB"]
      .map((name, n) => speech(name, `Line ${n} of scene ${k}, which is spoken slowly\nand goes on for a second line.`))
      .join("\n\n");
  const body = acts.map(
    (act) =>
      `${act}\n\n${scenes.map((scene, k) => `${scene}\n\n[Enter ANNA and BOB.]\n\n${talk(k)}\n\n[Exeunt.]`).join("\n\n\n")}`,
  );
  return readStory(
    Buffer.from(
      `THE COMEDY\n\nDRAMATIS PERSONAE\n\nANNA, a baker.\nBOB, her brother.\n\n\n${body.join("\n\n\n")}\n\nTHE END\n`,
    ),
    "play.txt",
  );
}

describe("a play", () => {
  for (const [style, speech, opening] of [
    ["NAME. at the start of the line", (name: string, text: string) => `${name}. ${text}`, "ANNA. Line 0"],
    ["NAME on a line of its own", (name: string, text: string) => `${name}\n${text}`, "ANNA Line 0"],
    [
      "NAME. on a line of its own, a blank line below",
      (name: string, text: string) => `${name}.\n\n${text}`,
      "ANNA. Line 0",
    ],
    ["italic names", (name: string, text: string) => `_${name}._ ${text}`, "_ANNA._ Line 0"],
    ["names with directions", (name: string, text: string) => `${name} (laughing). ${text}`, "ANNA (laughing). Line 0"],
  ] as const) {
    it(`with ${style}: scenes, and one paragraph a speech`, () => {
      const story = play(speech);
      expect(story.kind).toBe("play");
      expect(story.chapters.length).toBe(4);
      expect(story.chapters[0]?.paragraphs[0]).toBe("[Enter ANNA and BOB.]");
      expect(story.chapters[0]?.paragraphs[1]?.startsWith(opening)).toBe(true);
      expect(story.chapters[0]?.paragraphs.length).toBe(6);
      expect(story.cast.slice(0, 2).sort()).toEqual(["ANNA", "BOB"]);
      expect(story.stripped.map(described).join()).toContain("DRAMATIS PERSONAE");
    });
  }

  it("goes on with a speech where a wrapped line begins with a name", () => {
    const talk = Array.from({ length: 12 }, (_, k) => `${k % 2 ? "Torvald" : "Nora"}. This is line ${k} of the play.`);
    const wrapped = [
      "Nora. I would play the fairy and dance for you in the moonlight,\nTorvald. You have never seen it.",
      "Torvald. No one will come in here, for it is sure to be for\nNora. Is it not?",
      "Nora. I am sure that this is not true, Mr.\nTorvald.",
      "Nora. It is late.\nTorvald. It is.",
    ];
    const text = ["ACT I", "ACT II"].map((act) => `${act}\n\n${[...talk, ...wrapped].join("\n\n")}`).join("\n\n\n");
    const { chapters } = readStory(Buffer.from(`A HOUSE\n\n\n${text}`), "play.txt");
    expect(chapters[1]!.paragraphs.slice(12)).toEqual([
      ...wrapped.slice(0, 3).map((speech) => speech.replace("\n", " ")),
      "Nora. It is late.",
      "Torvald. It is.",
    ]);
  });

  it("counts its scenes by their own acts", () => {
    const acts = ["I", "II", "III", "IV", "V"];
    const talk = Array.from(
      { length: 10 },
      (_, k) => `${k % 2 ? "VIOLA" : "ORSINO"}. This is line ${k} of the scene.`,
    ).join("\n\n");
    const inOne = acts.flatMap((act) => ["I", "II"].map((scene) => `ACT ${act}. SCENE ${scene}. A street.`));
    for (const headings of [
      inOne,
      inOne.map((each) => each.replace(". SCENE I.", ".\n\nSCENE I.").replace(/^.*SCENE II/, "SCENE II")),
    ]) {
      const text = headings.map((heading) => `${heading}\n\n${talk}`).join("\n\n\n");
      const { addresses } = readStory(Buffer.from(`WHAT YOU WILL\n\n\n${text}`), "play.txt");
      expect(addresses.map(({ label }) => label)).toEqual(
        acts.flatMap((_, act) => [1, 2].map((scene) => `Act ${act + 1}, Scene ${scene}`)),
      );
    }
  });

  const talk = Array.from({ length: 8 }, (_, k) => `${k % 2 ? "BOB" : "ANNA"}.\nLine ${k}, which is short.`);
  const scenes = ["ACT I", "ACT II"].map((act) =>
    [
      `<h2>${act}</h2>`,
      ...["SCENE I. A street.", "SCENE II. A room."].flatMap((scene) => [
        `<h3>${scene}</h3>`,
        ...talk.map((speech) => `<p>${speech.replace("\n", "<br>")}</p>`),
      ]),
    ].join("\n"),
  );
  const listed = [
    "ACT I",
    "Scene I. A street.",
    "Scene II. A room.",
    "ACT II",
    "Scene I. A street.",
    "Scene II. A room.",
  ];

  it("with a contents list and short speeches loses none of its scenes", () => {
    const page = `<h1>THE COMEDY</h1><h3>Contents</h3><p>${listed.join("<br>\n")}</p><h3>Persons</h3><p>ANNA<br>BOB</p>${scenes.join("\n")}`;
    const story = readStory(Buffer.from(`<html><body>${page}</body></html>`), "play.html");
    expect(story.chapters.length).toBe(4);
    expect(story.chapters.every(({ paragraphs }) => paragraphs.length === 8)).toBe(true);
  });

  it("knows who speaks once, if a direction or the cast list announces them", () => {
    const talk = "ANNA. Who is there?\nBOB. I hear nobody.\nCARL. I hear them too.\n".repeat(4);
    const text = `THE COMEDY\n\n\nACT I\n\nSCENE I\n\n${talk}\n[Enter a Messenger.]\n\nANNA. Speak.\nMESSENGER. The bread is burnt.\nBOB. WOE. It is.\n\n\nSCENE II\n\n${talk}`;
    const { chapters } = readStory(Buffer.from(text), "play.txt");
    expect(chapters[0]?.paragraphs.slice(-3)).toEqual([
      "ANNA. Speak.",
      "MESSENGER. The bread is burnt.",
      "BOB. WOE. It is.",
    ]);
  });

  it("may have a chorus before an act, and a character called Prologue in a scene", () => {
    const chorus = `PROLOGUE\n\nEnter Chorus.\n\nChor. ${"Two houses, both alike in dignity. ".repeat(8)}`;
    const scene = (name: string) =>
      `${name}\n\n${talk.join("\n\n")}\n\nPROLOGUE\n\nGentles, you wonder at this show.\n\n${`${talk.join("\n\n")}\n\n`.repeat(20)}`;
    const text = ["ACT I. Scene I.", "Scene II.", "ACT II. Scene I.", "Scene II."].map(scene);
    text.splice(2, 0, chorus);
    const story = readStory(Buffer.from(`THE COMEDY\n\n\n${text.join("\n\n\n")}\n`), "play.txt");
    expect(story.chapters.map(({ heading }) => heading)).toEqual([
      "ACT I. Scene I.",
      "ACT I, Scene II.",
      "PROLOGUE",
      "ACT II. Scene I.",
      "ACT II, Scene II.",
    ]);
  });

  it("without acts begins below its cast", () => {
    const text = `EDWARD\n\nby Somebody\n\n\nDRAMATIS PERSONAE\n\nANNA, a baker.\nBOB, her brother.\n\n\n\n[Enter ANNA.]\n\n${talk.join("\n\n")}\n`;
    const story = readStory(Buffer.from(text), "play.txt");
    expect(story.chapters.length).toBe(1);
    expect(story.chapters[0]?.paragraphs[0]).toBe("[Enter ANNA.]");
  });

  it("with many speeches in one block is a play, one paragraph a speech", () => {
    const scene = Array.from(
      { length: 30 },
      (_, k) => `_${k % 3 ? (k % 2 ? "K. Edw" : "Y. Mor") : "Gav"}._ Line ${k} of it,\n    and a second line.`,
    );
    const story = readStory(
      Buffer.from(`EDWARD\n\n${scene.join("\n")}\n\n_Enter the_ QUEEN.\n\n${scene.join("\n")}\n`),
      "play.txt",
    );
    expect(story.kind).toBe("play");
    expect(story.chapters[0]?.paragraphs.filter((text) => text.startsWith("_K. Edw._ Line")).length).toBeGreaterThan(
      10,
    );
    expect(story.chapters[0]?.paragraphs.some((text) => text.startsWith("_Enter the_"))).toBe(true);
  });

  it("has nothing of the lines that say where its acts end", () => {
    const ends = ["END OF ACT I", "END OF THE SECOND ACT.", "Fin du troisième acte", "THE END"];
    const text = ends.map((end, k) => `ACT ${k + 1}\n\n${talk.join("\n\n")}\n\n${end}`);
    const { chapters } = readStory(Buffer.from(`THE COMEDY\n\n\n${text.join("\n\n\n")}\n`), "play.txt");
    expect(chapters.map(({ paragraphs }) => paragraphs.length)).toEqual(ends.map(() => talk.length));
  });

  it("with acts alone has a chapter an act", () => {
    const story = play((name, text) => `${name}. ${text}`, ["FIRST ACT", "SECOND ACT", "THIRD ACT"], ["SCENE"]);
    expect(story.chapters.length).toBe(3);
  });

  it("in Latin has scenes too", () => {
    const story = play(
      (name, text) => `${name}. ${text}`,
      ["Actus Primus. Scoena Prima.", "Actus Secundus. Scena Prima."],
      [""],
    );
    expect(story.chapters.length).toBe(2);
  });
});
