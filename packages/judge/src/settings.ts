/** What a link means: the paragraphs that bear a point out, or all that belong to the part it describes. */
export const styles = ["evidence", "cover"] as const;
/** What the model is told to link. */
export type Style = (typeof styles)[number];

/** How a model is asked where nothing else is said. */
export const judgeDefaults = {
  style: "evidence" as const satisfies Style,
  /** Tokens that most models can read and write for one request. */
  context: 32_000,
};

/**
 * The environment variable that holds the key; it is not an option, since other users can see a command's arguments.
 */
export const keyVariable = "PLOTLINE_JUDGE_KEY";
