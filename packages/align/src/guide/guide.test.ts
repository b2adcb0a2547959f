import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { align, alignGuide } from "../align.ts";
import { splitParagraphs } from "../chapter/paragraphs.ts";
import { findingsOver, misfitRemark } from "./findings.ts";

const sample = fileURLToPath(new URL("../../../../corpora/sample/", import.meta.url));
const [title = "", other = ""] = readdirSync(join(sample, "stories")).sort();
const read = (kind: string, work: string, chapter: number) =>
  splitParagraphs(readFileSync(join(sample, kind, work, `${chapter}.txt.utf8`), "utf8"));
const summary = read("summaries", title, 0);
const story = read("stories", title, 0);
const links = align(summary, story);

const cells = (list: readonly { summary: number; story: number }[]) =>
  list.map((link) => `${link.summary} ${link.story}`).sort();

test("a guide in another language than the text is said to be that", () => {
  const french = [
    "Le garçon quitte la maison de son oncle avec le sac, et personne ne sait où il est allé ce soir-là.",
    "Il marche toute la nuit dans la forêt, et il a peur des hommes qui le suivent depuis la ville.",
    "Une vieille femme lui donne du pain et lui dit que les soldats sont passés par là la veille.",
    "À la fin il arrive chez les siens, mais le sac est vide et la lettre n'est plus dans sa poche.",
  ];
  const findings = findingsOver([{ summary: french, story }], [alignGuide(french, story)]);
  expect(findings.fit.verdict).toBe("other language");
  const short = french.slice(0, 2);
  expect(findingsOver([{ summary: short, story }], [alignGuide(short, story)]).fit.verdict).toBe("other language");
  expect(misfitRemark(findings)).toContain("The guide is in French, the text in English");
  expect(findingsOver([{ summary, story }], [alignGuide(summary, story)]).fit.verdict).toBe("fits");
});

describe("a guide", () => {
  test("that keeps the story's order is said to, and fits", () => {
    const found = alignGuide(summary, story);
    expect(found.order.verdict).toBe("kept");
    expect(found.order.tau).toBeGreaterThan(0.8);
    expect(found.fit.verdict).toBe("fits");
    expect(found.points).toMatchObject({ unit: "paragraphs", paragraphs: summary.length, note: undefined });
    expect(cells(found.links)).toEqual(cells(links));
  });

  test("backwards has the same links, and is said to be backwards", () => {
    const found = alignGuide(summary.toReversed(), story);
    expect(found.order.verdict).toBe("reversed");
    const back = found.links.map((link) => ({ summary: summary.length - 1 - link.summary, story: link.story }));
    expect(cells(back)).toEqual(cells(links));
  });

  test("that begins with its end is said to have some points elsewhere, and they find their passages", () => {
    const last = summary.length - 1;
    const found = alignGuide([summary[last]!, ...summary.slice(0, -1)], story);
    expect(found.order.verdict).toBe("some moved");
    const own = new Set(links.filter((link) => link.summary === last).map((link) => link.story));
    expect(found.links.filter((link) => link.summary === 0 && own.has(link.story)).length).toBeGreaterThan(
      own.size / 2,
    );
  });

  test("with every point twice gives both the same links", () => {
    const found = align(
      summary.flatMap((point) => [point, point]),
      story,
    );
    for (const half of [0, 1]) {
      const own = found.filter((link) => link.summary % 2 === half);
      expect(cells(own.map((link) => ({ summary: (link.summary - half) / 2, story: link.story })))).toEqual(
        cells(links),
      );
    }
  });

  test("to another book is said not to fit, and has no likely link", () => {
    const found = alignGuide(read("summaries", other, 0), story);
    expect(found.fit.verdict).toBe("does not fit");
    expect(found.links.filter(({ confidence }) => confidence >= 0.5)).toEqual([]);
  });

  test("exchanged with its story is said to be", () => {
    expect(alignGuide(story, summary).fit.verdict).toBe("swapped");
  });

  test("of one point finds its passage, not the whole story", () => {
    const point = Number(links.find(({ confidence }) => confidence > 0.9)?.summary);
    const found = align([summary[point]!], story);
    expect(found.length).toBeLessThan(story.length / 3);
    const own = new Set(links.filter((link) => link.summary === point).map((link) => link.story));
    expect(found.some((link) => own.has(link.story))).toBe(true);
  });

  test("of nonsense, of nothing and of no points has no likely link", () => {
    for (const nothing of [["qwx zzrt"], [""], ["…", "   "], []])
      expect(align(nothing, story).filter(({ confidence }) => confidence >= 0.5)).toEqual([]);
    expect(align(summary, [])).toEqual([]);
  });

  test("has points of another book among its own: they are unmatched", () => {
    const stranger = read("summaries", other, 0)[3]!;
    const found = alignGuide([...summary.slice(0, 5), stranger, ...summary.slice(5)], story);
    expect(found.unmatched).toContain(5);
    expect(found.unmatched.length).toBeLessThan(summary.length / 4);
  });

  test("in prose is cut into sentences, and its paragraphs stay known", () => {
    const half = Math.ceil(summary.length / 2);
    const prose = [summary.slice(0, half).join(" "), summary.slice(half).join(" ")];
    const found = alignGuide(prose, story);
    expect(found.points.unit).toBe("sentences");
    expect(found.points.note).toContain("2 paragraphs became");
    for (const { text, paragraph, start, end } of found.points.list)
      expect(prose[paragraph]!.slice(start, end)).toBe(text);
    expect(new Set(align(prose, story).map((link) => link.summary))).toEqual(new Set([0, 1]));
    expect(alignGuide(prose, story, { points: "paragraphs" }).points.list).toHaveLength(2);
  });

  test("covers more of the story the more generous the density is", () => {
    const covered = (["strict", "normal", "generous"] as const).map(
      (density) => align(summary, story, { density }).length,
    );
    expect(covered).toEqual(covered.toSorted((a, b) => a - b));
    expect(covered[0]).toBeLessThan(covered[2]!);
    expect(alignGuide(summary, story, { density: 0.4 }).density.covered).toBeCloseTo(0.4, 2);
  });

  test("keeps what is pinned, in whatever order it runs", () => {
    const pins = { linked: [{ summary: 0, story: 3 }], forbidden: [{ summary: 1, story: 0 }] };
    const found = align(summary.toReversed(), story, { pins });
    expect(found).toContainEqual({ summary: 0, story: 3, confidence: 1 });
    expect(found.some((link) => link.summary === 1 && link.story === 0)).toBe(false);
  });
});
