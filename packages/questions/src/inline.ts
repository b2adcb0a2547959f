import type { WorkRows } from "./build.ts";
import type { ContextRow, PassageRow } from "./row-schemas.ts";

/** The rows as they are written: empty contexts say so, and with `inline` each row has the text of one context. */
export function withContexts({ cloze, completion, passages, ...rest }: WorkRows, inline: boolean) {
  const texts = new Map(passages.map((row) => [keyOf(row.chapter, row.paragraph), row]));
  const finished = <Row extends { readonly chapter: number; readonly contexts: readonly ContextRow[] }>(row: Row) => ({
    ...row,
    contexts: row.contexts.map((context) => ({ ...context, empty: context.paragraphs.length === 0 })),
    ...(inline && { context: contextText(row.chapter, row.contexts, texts) }),
  });
  return { ...rest, passages, cloze: cloze.map(finished), completion: completion.map(finished) };
}

/** The context that goes inline: the first alignment's, as a blind reader has it, else as in the paper. */
export function inlineContext<Context extends Pick<ContextRow, "alignment" | "protocol">>(
  contexts: readonly Context[],
): Context | undefined {
  const own = contexts.filter(({ alignment }) => alignment === contexts[0]?.alignment);
  return own.find(({ protocol }) => protocol === "blind") ?? own[0];
}

/** Its text: empty where it is empty, null where a text may not be shared. */
function contextText(
  chapter: number,
  contexts: readonly ContextRow[],
  texts: ReadonlyMap<string, PassageRow>,
): readonly string[] | null {
  const chosen = inlineContext(contexts);
  if (chosen === undefined) return null;
  const paragraphs = chosen.paragraphs.map((paragraph) => texts.get(keyOf(chapter, paragraph))?.text ?? null);
  return paragraphs.every((text) => text !== null) ? paragraphs : null;
}

function keyOf(chapter: number, paragraph: number): string {
  return `${chapter} ${paragraph}`;
}
