/** The folder of a corpus that has the marks of works that came from TEI. */
export const marksFolder = "tei";

/** What the markup of an edition says of a chapter besides its text: kept for those who have tools for the edition. */
export interface ChapterMarks {
  /** The chapter's `xml:id`; `chapter`, `scene`, `letter` …, as the edition calls it. */
  readonly division: { readonly id?: string; readonly type?: string };
  /** One for each paragraph of the story, in their order. */
  readonly paragraphs: readonly ParagraphMark[];
}

export interface ParagraphMark {
  /** The paragraph's `xml:id`. */
  readonly id?: string;
  /** A speech, a stage direction or a group of verses; a plain paragraph has none. */
  readonly element?: "sp" | "stage" | "lg";
  /** Of a speech: who speaks, as printed before it. */
  readonly speaker?: string;
}

export function marksPath(folder: string, number: number): string {
  return `${marksFolder}/${folder}/${number}.json`;
}

export function formatMarks({ division, paragraphs }: ChapterMarks): string {
  const lines = paragraphs.map((mark) => JSON.stringify(mark)).join(",\n");
  return `{"division": ${JSON.stringify(division)},\n"paragraphs": [\n${lines}\n]}\n`;
}
