import { faultIn, Problem, parsedJson } from "@plotline/base";
import { z } from "zod";
import type { Link } from "../chapter/types.ts";

/** The links of one chapter, wherever they were made. */
export interface Foreign {
  readonly work: string;
  readonly chapter: number;
  readonly links: readonly Link[];
}

/**
 * One JSON object per line, for a chapter or for a single link:
 *   { "work": "Emma", "chapter": 0, "links": [[0, 1], [0, 2, 0.8], { "summary": 1, "story": 4 }] }
 *   { "work": "Emma", "chapter": 0, "summary": 0, "story": 1, "confidence": 0.8 }
 */
export function parseJsonl(text: string, file = "the JSONL file"): Foreign[] {
  return linesOf(text).map(({ number, text }) => {
    const parsed = record.safeParse(json(text, file, number));
    if (parsed.success) return parsed.data;
    const fault = faultIn(parsed.error, "the object");
    throw new Problem(
      `${file}, line ${number}: ${fault}; needed is { "work": "Emma", "chapter": 0, "links": [[0, 1], …] }.`,
    );
  });
}

/** The lines of a file, counted from 1; blank ones are left out. */
function linesOf(text: string): { readonly number: number; readonly text: string }[] {
  return text
    .replace(/^\ufeff/, "")
    .split(/\r\n?|\n/)
    .map((line, k) => ({ number: k + 1, text: line.trim() }))
    .filter((line) => line.text !== "");
}

function json(text: string, file: string, line: number): unknown {
  const value = parsedJson(text);
  if (value === undefined) throw new Problem(`${file}, line ${line} is not JSON.`);
  return value;
}

const index = z.int().nonnegative();
const confidence = z.number().min(0).max(1).default(1);
const single = z.object({ summary: index, story: index, confidence });
const pair = z
  .tuple([index, index], confidence)
  .transform(([summary, story, sure = 1]): Link => ({ summary, story, confidence: sure }));
const record = z.preprocess(
  (value) => (isSingle(value) ? { work: value.work, chapter: value.chapter, links: [value] } : value),
  z.object({ work: z.string().min(1), chapter: index, links: z.array(z.union([single, pair])) }),
);

function isSingle(value: unknown): value is { work?: unknown; chapter?: unknown } {
  return typeof value === "object" && value !== null && "story" in value && !("links" in value);
}
