/** What the markup of an edition says of a chapter besides its text, so that an export of it says the same. */
export interface ChapterMarks {
  readonly division: DivisionMark;
  /** One for each paragraph of the story, in their order. */
  readonly paragraphs: readonly ParagraphMark[];
}

export interface DivisionMark {
  readonly id?: string;
  /** `chapter`, `scene`, `letter` …, as the edition calls it. */
  readonly type?: string;
}

export interface ParagraphMark {
  readonly id?: string;
  /** A speech, a stage direction or a group of verses; a plain paragraph has none. */
  readonly element?: "sp" | "stage" | "lg";
  /** Of a speech: who speaks, as printed before it. */
  readonly speaker?: string;
}
