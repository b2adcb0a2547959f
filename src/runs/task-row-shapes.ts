import { z } from "zod";
import { linksShape, textsShape } from "./chapter-shapes.ts";

const whole = z.int();
const place = z.int().nonnegative();
const texts = z.array(z.string()).readonly();
export const splitShape = z.enum(["train", "validation"]);
const protocol = z.enum(["paper", "blind"]);
const span = z.strictObject({ start: place, end: place });
const rights = z.strictObject({
  source: z.string().exactOptional(),
  licence: z.string().exactOptional(),
  permission: z.string().exactOptional(),
});
const numbers = z.array(place).readonly();

/** A work and all its chapters, by value; `stored` has links that are stored in the corpus, by alignment and chapter. */
export const workShape = z.strictObject({
  work: z.strictObject({
    title: z.string(),
    folder: z.string(),
    kind: z.enum(["novel", "play", "story"]).optional(),
    split: splitShape,
    story: rights,
    summary: rights,
    chapters: numbers,
    summarised: numbers,
    annotated: numbers,
  }),
  chapters: z.array(
    z.strictObject({
      work: z.string(),
      number: place,
      summary: textsShape,
      story: textsShape,
      gold: linksShape.exactOptional(),
    }),
  ),
  stored: z.record(z.string(), z.record(z.string(), linksShape)),
});

const contexts = z.array(z.strictObject({ alignment: z.string(), protocol, paragraphs: numbers })).readonly();
const from = { id: z.string(), work: z.string(), split: splitShape, chapter: place, paragraph: place };

const clozeRow = z.strictObject({
  ...from,
  kind: z.enum(["entity", "word"]),
  text: z.string().nullable(),
  anonymised: z.string().nullable(),
  bullet_hash: z.string(),
  masked: z.array(span).readonly(),
  mentions: z.array(span.extend({ entity: whole, marker: z.string() })).readonly(),
  entity: whole.nullable(),
  entity_name: z.string().nullable(),
  entity_type: z.string().nullable(),
  entity_forms: texts,
  options: texts,
  option_markers: texts,
  option_entities: z.array(whole).readonly(),
  answer: whole,
  hard_options: texts,
  hard_option_markers: texts,
  hard_option_entities: z.array(whole).readonly(),
  hard_answer: whole,
  contexts,
  corpus: z.string(),
  seed: whole,
});

const completionRow = z.strictObject({
  ...from,
  prefix: z.string().nullable(),
  prefix_end: place,
  bullet_hash: z.string(),
  options: texts.nullable(),
  option_sources: z
    .array(z.strictObject({ chapter: place, paragraph: place, start: place, hash: z.string() }))
    .readonly(),
  answer: whole,
  contexts,
  corpus: z.string(),
  seed: whole,
});

const passageRow = z.strictObject({ ...from, text: z.string().nullable(), hash: z.string() });

const controlLine = z.strictObject({
  task: z.enum(["cloze", "completion"]),
  alignment: z.string(),
  protocol,
  set: z.enum(["story", "hard"]).optional(),
  sums: z.strictObject({
    questions: place,
    chance: z.number(),
    inContext: z.number(),
    struck: z.number(),
    right: z.record(z.string(), z.number()),
  }),
});

export const builtShape = z.strictObject({
  title: z.string(),
  rows: z.strictObject({
    bullets: place,
    cloze: z.array(clozeRow),
    completion: z.array(completionRow),
    passages: z.array(passageRow),
  }),
  controls: z.array(controlLine).readonly(),
});
