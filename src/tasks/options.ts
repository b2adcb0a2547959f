/** Which entities stand beside the answer: any of the same story (the paper's), or those of the same chapter first. */
export type CandidateSet = "story" | "hard";
export const candidateSets: readonly CandidateSet[] = ["story", "hard"];

/**
 * What the aligner may read. *paper*: the full summary, as the paper did, so that the alignment knows the answer.
 * *blind*: for cloze no bullet's masked entity, for completion no more than the first tokens of any bullet.
 */
export type Protocol = "paper" | "blind";
export const protocols: readonly Protocol[] = ["paper", "blind"];

/** Every rule of the cloze questions; the defaults are the paper's, or our reading where it is silent. */
export interface ClozeOptions {
  /** Options of a question, the answer included. */
  readonly size: number;
  /** Which entity of a bullet is masked. */
  readonly mask: "rarest" | "random" | "first";
  /** Where rarity is counted: the chapter's summary, or all summaries of the work. */
  readonly rarity: "chapter" | "work";
  /** Where an entity must occur to be asked for. */
  readonly occurs: "work" | "chapter";
  /** All mentions of the entity in the bullet are masked, or only the first. */
  readonly mentions: "all" | "first";
  /** Wrong options come from the entities that the work's summaries name (filled up from its story), or all of the story. */
  readonly pool: "summaries" | "story";
  /** Entities that the bullet itself names may be options, always are, or never are. */
  readonly named: "allowed" | "included" | "excluded";
  /** Bullets without an entity ask for a random word; for training only. */
  readonly words: boolean;
  readonly seed: number;
}

export const clozeDefaults: ClozeOptions = {
  size: 10,
  mask: "rarest",
  rarity: "chapter",
  occurs: "work",
  mentions: "all",
  pool: "summaries",
  named: "allowed",
  words: false,
  seed: 1,
};

export interface CompletionOptions {
  /** How many tokens of the bullet are given. */
  readonly given: number;
  /** Options of an item, the right continuation included. */
  readonly size: number;
  /** A chapter with too few bullets borrows from its neighbours, or has no items. */
  readonly fill: "neighbours" | "drop";
  readonly seed: number;
}

export const completionDefaults: CompletionOptions = { given: 5, size: 10, fill: "neighbours", seed: 1 };

/** The options that differ from the defaults, for signatures: `mask=first`. */
export function optionsText<T extends object>(options: T, defaults: T): string {
  const keys = Object.keys(defaults) as (keyof T & string)[];
  return keys
    .filter((key) => options[key] !== defaults[key] || key === "seed")
    .map((key) => `${key}=${String(options[key])}`)
    .join(" ");
}
