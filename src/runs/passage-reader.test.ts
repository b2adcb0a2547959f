import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { openPassageReader } from "./passage-reader.ts";

const shipped = fileURLToPath(new URL("../../models/reading", import.meta.url));

test("the reader that ships knows how sentences continue, and who did something", async () => {
  const { cloze, completion } = await openPassageReader(shipped, 1);
  const endings = [
    "asks for more gruel.",
    "of the house on the hill, which nobody has entered for years.",
    "whether she will marry him in the spring.",
  ];
  const read = async (prefix: string, passage = "") => {
    const scores = await completion.read(
      prefix,
      endings.map((text) => ({ text, passage })),
    );
    const values = scores.map((score) => score.read);
    return values.indexOf(Math.max(...values));
  };
  expect(await read("The hungry boy stands up and")).toBe(0);
  expect(await read("They reach the iron gate")).toBe(1);
  expect(await read("He takes her hand, wondering")).toBe(2);

  const names = ["Mrs. Holt", "Clara", "Edward"];
  const passage = [
    { text: "“You will never see him again,” said " },
    { text: "Mrs. Holt", entity: 0 },
    { text: ", and locked the door behind her. " },
    { text: "Clara", entity: 1 },
    {
      text: " waited until the steps had died away; then she opened the window and climbed down into the garden, where ",
    },
    { text: "Edward", entity: 2 },
    { text: " was waiting with the horses." },
  ];
  const who = async (point: (gap: string) => string) => {
    const cast = { title: "Made up", candidates: names.map((name, entity) => ({ entity, name })) };
    const { named } = await cloze.read(point, [passage], cast);
    return names[named.reduce((best, each) => (each.score > best.score ? each : best)).entity];
  };
  expect(await who((gap) => `${gap} locks her in her room.`)).toBe("Mrs. Holt");
  expect(await who((gap) => `The girl, ${gap}, escapes through the window.`)).toBe("Clara");
  expect(await who((gap) => `In the garden ${gap} has horses ready for their escape.`)).toBe("Edward");
});

test("folders that hold no such reader are refused with a sentence", async () => {
  const folder = mkdtempSync(join(tmpdir(), "plotline-"));
  await expect(openPassageReader(folder)).rejects.toThrow(/no such file; questions need an encoder/);
  writeFileSync(join(folder, "reader.json"), "{");
  await expect(openPassageReader(folder)).rejects.toThrow(/not JSON/);
  writeFileSync(join(folder, "reader.json"), "{}");
  await expect(openPassageReader(folder)).rejects.toThrow(/cannot be used/);
});
