import { describe, expect, it } from "vitest";
import { readStory } from "./story.ts";

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
      expect(story.stripped.join()).toContain("DRAMATIS PERSONAE");
    });
  }

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
