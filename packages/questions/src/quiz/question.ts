/** A question as a person is asked it. */
export interface QuizQuestion {
  readonly id: string;
  readonly task: "cloze" | "completion";
  readonly work: string;
  readonly chapter: number;
  /** The chapter as the book names it. */
  readonly chapterName: string;
  /** Whether the texts that the question is made of, and its passage, may be shared. */
  readonly mayPassOn: { readonly summary: boolean; readonly story: boolean };
  /** The point of the chapter's summary that the question is made of, counted from 0. */
  readonly point: number;
  readonly text: string;
  readonly options: readonly string[];
  readonly answer: number;
  /** The paragraphs of the story that the point covers. */
  readonly passage: readonly string[];
}

/** A question before the corpus has said what it knows of the work. */
export type MadeQuestion = Omit<QuizQuestion, "chapterName" | "mayPassOn">;

/** Which questions a quiz asks. */
export interface QuizOptions {
  readonly task: "cloze" | "completion" | "both";
  readonly count: number;
  readonly seed: number;
  /** By the title of a work: how far it has been read. A work that is not here is not asked about. */
  readonly soFar?: Readonly<Record<string, ReadSoFar>>;
}

/** Everything before `chapter` has been read, and that chapter up to a paragraph, counted from 0. */
export interface ReadSoFar {
  readonly chapter: number;
  readonly paragraph: number;
}

/** What stands for a missing name. */
export const gap = "_____";

/** How many questions of a work are wanted, and how many of them should ask for a name where both kinds are. */
export interface QuizCounts {
  readonly wanted: number;
  readonly half: number;
}
