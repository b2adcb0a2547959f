import { z } from "zod";

/** The rows of a dataset of questions, field by field, in the order in which they are written. */
const place = z.int().nonnegative();
const places = z.array(place).readonly();
const entities = z.array(z.int()).readonly();
const texts = z.array(z.string()).readonly();
export const splitSchema = z.enum(["train", "validation"]);

/** Story paragraphs that one alignment gives a question. */
const context = z.strictObject({ alignment: z.string(), protocol: z.enum(["paper", "blind"]), paragraphs: places });
const contexts = z.array(context).readonly();
const span = z.strictObject({ start: place, end: place });
const from = { id: z.string(), work: z.string(), split: splitSchema, chapter: place, paragraph: place };
const provenance = { corpus: z.string(), set: z.string() };

/**
 * A cloze question. Texts are null where they may not be shared; spans and hashes stay, so that the texts can be put
 * back from the reader's own corpus.
 */
export const clozeRowSchema = z.strictObject({
  ...from,
  kind: z.enum(["entity", "word"]),
  text: z.string().nullable(),
  anonymised: z.string().nullable(),
  point_hash: z.string(),
  masked: z.array(span).readonly(),
  mentions: z.array(span.extend({ entity: z.int(), marker: z.string() })).readonly(),
  entity: z.int().nullable(),
  entity_name: z.string().nullable(),
  entity_type: z.string().nullable(),
  entity_forms: texts,
  options: texts,
  option_markers: texts,
  option_entities: entities,
  answer: z.int(),
  contexts,
  ...provenance,
});

/** The point that an option is taken from, and the character at which it begins there. */
const optionSource = z.strictObject({ chapter: place, paragraph: place, start: place, hash: z.string() });

export const completionRowSchema = z.strictObject({
  ...from,
  prefix: z.string().nullable(),
  prefix_end: place,
  point_hash: z.string(),
  options: texts.nullable(),
  option_sources: z.array(optionSource).readonly(),
  answer: z.int(),
  contexts,
  ...provenance,
});

/** A paragraph of the story, to join contexts with. */
export const passageRowSchema = z.strictObject({ ...from, text: z.string().nullable(), hash: z.string() });

export type ContextRow = Readonly<z.infer<typeof context>>;
export type ClozeRow = Readonly<z.infer<typeof clozeRowSchema>>;
export type CompletionRow = Readonly<z.infer<typeof completionRowSchema>>;
export type PassageRow = Readonly<z.infer<typeof passageRowSchema>>;

/** In a file a context says whether it is empty, and with `--inline` each row has the text of one context. */
const inFile = {
  contexts: z.array(context.extend({ empty: z.boolean() })).readonly(),
  context: texts.nullish(),
};
/** The rows as they are in the files of a dataset. */
export const fileRowSchemas = {
  cloze: clozeRowSchema.extend(inFile),
  completion: completionRowSchema.extend(inFile),
  passages: passageRowSchema,
};
