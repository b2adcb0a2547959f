import type { Mention, NameIndex } from "../names/index.ts";

/** A name in a point whose entity occurs in the story. */
export interface StoryMention extends Mention {
  readonly entity: number;
}

/** A chapter with the names in it found. */
export interface ToldChapter {
  readonly chapter: { readonly summary: readonly string[]; readonly story: readonly string[] };
  readonly points: readonly (readonly StoryMention[])[];
  /** For each story paragraph the entities it names. */
  readonly story: readonly (readonly number[])[];
  /** The entities that the chapter's story names. */
  readonly inStory: ReadonlySet<number>;
}

/** A story with its guide and the names in both found: what tells who is who. */
export interface ToldWork {
  readonly index: NameIndex;
  readonly chapters: readonly ToldChapter[];
  /** How often the summaries of the work name each entity. */
  readonly told: ReadonlyMap<number, number>;
}
