import { agreementByPair, type Cell } from "@plotline/align";

/** A chapter with the sheets of its annotators, and its gold. */
export interface AnnotatedChapter {
  readonly points: number;
  readonly paragraphs: number;
  readonly sheets: readonly { readonly name: string; readonly links: readonly Cell[]; readonly isDone: boolean }[];
  readonly gold?: readonly Cell[];
}

/** How far each two agree who have both finished the same chapters: half a sheet would count as disagreement. */
export function agreementOfFinished(chapters: readonly AnnotatedChapter[]) {
  return agreementByPair(
    chapters.map(({ points, paragraphs, sheets, gold }) => {
      const finished = sheets.filter(({ isDone }) => isDone).sort((a, b) => (a.name < b.name ? -1 : 1));
      return {
        points,
        paragraphs,
        voices: gold === undefined ? finished : [...finished, { name: "gold", links: gold }],
      };
    }),
  );
}
