import { expect, test } from "vitest";
import { dueReviews, nobody, reviewed } from "./person.ts";

const question = { task: "cloze", work: "Emma", chapter: 3, point: 2 } as const;
const day = (n: number) => `2026-01-${String(n).padStart(2, "0")}T08:00:00.000Z`;

test("a missed question is due the next day, further off after each right answer, and at once when missed again", () => {
  const missed = reviewed(nobody, [{ ...question, right: false }], day(1));
  expect(dueReviews(missed, day(1))).toEqual([]);
  expect(dueReviews(missed, day(2))).toMatchObject([question]);
  const better = reviewed(missed, [{ ...question, right: true }], day(2));
  expect([day(4), day(5)].map((at) => dueReviews(better, at).length)).toEqual([0, 1]);
  const again = reviewed(better, [{ ...question, right: false }], day(5));
  expect(dueReviews(again, day(6))).toHaveLength(1);
});

test("a right answer that was not due changes nothing, and five of them on time end it", () => {
  const missed = reviewed(nobody, [{ ...question, right: false }], day(1));
  expect(reviewed(missed, [{ ...question, right: true }], day(1)).reviews).toEqual(missed.reviews);
  expect(reviewed(nobody, [{ ...question, right: true }], day(1)).reviews).toEqual([]);
  let person = missed;
  for (let k = 0; k < 5; k++) person = reviewed(person, [{ ...question, right: true }], person.reviews[0]!.due);
  expect(person.reviews).toEqual([]);
});
