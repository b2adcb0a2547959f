/** The name of a model's alignments: the folder in alignments/, and the row of a table. */
export function judgeName(model: string): string {
  const plain = model
    .normalize("NFC")
    .replace(/[^\p{L}\p{N}._-]+/gu, "-")
    .replace(/^[.-]+|[.-]+$/g, "")
    .slice(0, 80);
  return `judge-${plain === "" ? "model" : plain}`;
}
