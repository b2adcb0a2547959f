import { expect, test } from "vitest";
import type { Chapter } from "../../../corpus/types.ts";
import { clozeQuestions } from "../../../tasks/cloze.ts";
import { type NamedChapter, namedWork } from "../../../tasks/work.ts";
import type { Blend } from "../../blend.ts";
import type { Answerer } from "../pointer.ts";
import { ReadQuestions } from "./read-questions.ts";
import { type Cast, type ClozeReader, candidateScore, type PassagePart } from "./reader.ts";

const chapter: Chapter = {
  work: "Made up",
  number: 1,
  story: [
    "Anna Pavlova met Boris Volkov and Henry Lang in Moscow.",
    "Clara Weiss took the ferry with Henry, and Boris wept for Clara and Anna.",
  ],
  summary: ["Boris weeps bitter tears beside the frozen river.", "Clara takes the last ferry before the storm breaks."],
};

test("a candidate's score is of all its mentions and its name in the list; whoever is not named has the list alone", () => {
  expect(candidateScore([2, 2], 2)).toEqual({ sum: 2 + Math.log(3), best: 2, mentions: 2, listed: 2 });
  expect(candidateScore([], -1)).toEqual({ sum: -1, best: -1, mentions: 0, listed: -1 });
});

test("questions are read once, next to whole passages with their names, without the answer's", async () => {
  const work = namedWork({ title: "Made up", chapters: [chapter] });
  const questions = clozeQuestions(work);
  const read: { point: string; passages: readonly (readonly PassagePart[])[]; cast: Cast }[] = [];
  const blend = { scores: (rows: readonly (readonly number[])[]) => rows.map((row) => row[1]!) } as Blend;
  const reader: ClozeReader = {
    name: "stub",
    about: "",
    blends: { paper: blend, blind: blend },
    read: async (point, passages, cast) => {
      read.push({ point: point("[MASK]"), passages, cast });
      const names = passages.flat().flatMap(({ entity, text }) => (entity === undefined ? [] : [{ entity, text }]));
      const named = names.map(({ entity, text }) => ({ entity, score: text.startsWith("Clara") ? 4 : 0 }));
      return { named, listed: cast.candidates.map(({ entity }) => ({ entity, score: -5 })) };
    },
  };
  const pointer: Answerer = (question, set) => question.options[set].entities.map(() => 0.1);
  const reading = new ReadQuestions(reader, work);
  const named = work.chapters[0] as NamedChapter;
  const answer = await reading.blended(named, questions, { protocol: "blind", pointer });
  await reading.blended(named, questions, { protocol: "paper", pointer });

  expect(read).toHaveLength(questions.length);
  expect(read.map(({ point }) => point)).toEqual([
    "[MASK] weeps bitter tears beside the frozen river.",
    "[MASK] takes the last ferry before the storm breaks.",
  ]);
  expect(read[0]!.passages.map((parts) => parts.map(({ text }) => text).join("")).join(" ")).toContain(
    chapter.story[1]!,
  );
  const [weeps, ferry] = questions;
  expect(read[0]!.cast.title).toBe("Made up");
  expect(read[0]!.cast.candidates.map(({ name }) => name)).toEqual([...weeps!.options.story.names].sort());
  const chances = answer(ferry!, "story");
  expect(chances.indexOf(Math.max(...chances))).toBe(ferry!.options.story.answer);
  expect(chances.reduce((a, b) => a + b)).toBeCloseTo(1);
});
