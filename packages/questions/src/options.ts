/**
 * What the aligner may read. *paper*: the full summary, as the paper did, so that the alignment knows the answer.
 * *blind*: for cloze no point's masked entity, for completion no more than the first tokens of any point.
 */
export type Protocol = "paper" | "blind";
export const protocols: readonly Protocol[] = ["paper", "blind"];
