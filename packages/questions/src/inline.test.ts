import { expect, test } from "vitest";
import type { WorkRows } from "./build.ts";
import { withContexts } from "./inline.ts";

test("an empty context is marked, and the text of the blind one goes inline unless it may not be passed on", () => {
  const context = (protocol: string, ...paragraphs: number[]) => ({ alignment: "TFIDF", protocol, paragraphs });
  const row = (chapter: number, ...contexts: object[]) => ({ chapter, contexts });
  const rows = {
    cloze: [row(0, context("paper", 1), context("blind", 0, 1)), row(0, context("paper"))],
    completion: [row(1, context("paper", 0))],
    passages: [
      { chapter: 0, paragraph: 0, text: "a" },
      { chapter: 0, paragraph: 1, text: "b" },
      { chapter: 1, paragraph: 0, text: null },
    ],
  } as unknown as WorkRows;
  const { cloze, completion } = withContexts(rows, true);
  expect(cloze.map((each) => each.context)).toEqual([["a", "b"], []]);
  expect(completion.map((each) => each.context)).toEqual([null]);
  expect(cloze.flatMap(({ contexts }) => contexts.map((each) => "empty" in each && each.empty))).toEqual([
    false,
    false,
    true,
  ]);
  expect(withContexts(rows, false).cloze[0]).not.toHaveProperty("context");
});
