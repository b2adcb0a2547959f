import { z } from "zod";

/**
 * Label Studio's own JSON, as its projects with the configuration below take and give it: a task is a chapter, the points
 * and the paragraphs are two `Paragraphs`, and a relation from the region of a point to that of a paragraph is a link.
 */
const region = z.looseObject({
  id: z.string(),
  type: z.literal("paragraphlabels"),
  to_name: z.string(),
  value: z.looseObject({
    start: z.coerce.number().int().min(0),
    end: z.coerce.number().int().min(0),
    paragraphlabels: z.array(z.string()).default([]),
  }),
  meta: z.looseObject({ text: z.array(z.string()).default([]) }).optional(),
});
const relation = z.looseObject({
  type: z.literal("relation"),
  from_id: z.string(),
  to_id: z.string(),
  labels: z.array(z.string()).nullish(),
});
const text = z.looseObject({
  type: z.literal("textarea"),
  from_name: z.string(),
  value: z.looseObject({ text: z.union([z.string(), z.array(z.string())]) }),
});
const other = z.looseObject({ type: z.string() });

const annotation = z.looseObject({
  result: z.array(z.union([region, relation, text, other])).default([]),
  was_cancelled: z.boolean().default(false),
  updated_at: z.string().nullish(),
  completed_by: z
    .union([
      z.int(),
      z.looseObject({
        id: z.int().nullish(),
        email: z.string().nullish(),
        first_name: z.string().nullish(),
        last_name: z.string().nullish(),
      }),
    ])
    .nullish(),
});

const paragraphs = z.array(z.looseObject({ number: z.string(), text: z.string() }));

export const taskSchema = z.looseObject({
  data: z.looseObject({
    work: z.string(),
    /** The number of the chapter's file, counted from 0. */
    chapter: z.coerce.number().int().min(0),
    points: paragraphs,
    paragraphs,
  }),
  annotations: z.array(annotation).default([]),
});

export const tasksSchema = z.array(taskSchema);

export type LabelStudioTask = z.infer<typeof taskSchema>;
export type LabelStudioAnnotation = z.infer<typeof annotation>;
export type LabelStudioRegion = z.infer<typeof region>;
export type LabelStudioRelation = z.infer<typeof relation>;
export type LabelStudioText = z.infer<typeof text>;

/** What a region of a point is labelled: still to do, finished, or without a match. */
export const pointLabels = { open: "Point", done: "Done", noMatch: "No match" } as const;
export const paragraphLabel = "Paragraph";
export const relationLabels = { linked: "covers", refused: "does not cover" } as const;

/** The labeling configuration of a project for such tasks. */
export const labelingConfig = `<View style="display: flex; gap: 2em">
  <Relations>
    <Relation value="${relationLabels.linked}"/>
    <Relation value="${relationLabels.refused}"/>
  </Relations>
  <View style="flex: 2">
    <Header value="Study guide: $work, $address"/>
    <ParagraphLabels name="point" toName="points">
      <Label value="${pointLabels.open}" background="#9a3b20"/>
      <Label value="${pointLabels.done}" background="#3b7a3b"/>
      <Label value="${pointLabels.noMatch}" background="#777777"/>
    </ParagraphLabels>
    <Paragraphs name="points" value="$points" layout="dialogue" nameKey="number" textKey="text" granularity="paragraph"/>
    <TextArea name="annotator" toName="points" maxSubmissions="1" placeholder="Your name in plotline"/>
  </View>
  <View style="flex: 3">
    <Header value="Story"/>
    <ParagraphLabels name="paragraph" toName="paragraphs">
      <Label value="${paragraphLabel}" background="#645f55"/>
    </ParagraphLabels>
    <Paragraphs name="paragraphs" value="$paragraphs" layout="dialogue" nameKey="number" textKey="text" granularity="paragraph"/>
  </View>
</View>
`;
