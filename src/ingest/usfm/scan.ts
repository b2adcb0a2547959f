/** A piece of a USFM file: text, or a marker. */
export type Piece =
  | { readonly kind: "text"; readonly text: string; readonly at: number }
  /** `\v`, `\+nd`: the name without backslash and plus sign. */
  | { readonly kind: "marker"; readonly name: string; readonly at: number }
  /** `\f*`; a bare `\*` ends a milestone and has no name. */
  | { readonly kind: "end"; readonly name: string; readonly at: number };

const marker = /\\(?:\+?([A-Za-z]\w*(?:-[se])?)(\*)?|\*)/g;

/** The pieces of a file, in order; each character is looked at once. */
export function* scan(text: string): Generator<Piece> {
  let done = 0;
  for (const found of text.matchAll(marker)) {
    if (found.index > done) yield { kind: "text", text: text.slice(done, found.index), at: done };
    const [whole, name = "", star] = found;
    const isEnd = name === "" || star !== undefined;
    yield { kind: isEnd ? "end" : "marker", name, at: found.index };
    done = found.index + whole.length;
  }
  if (done < text.length) yield { kind: "text", text: text.slice(done), at: done };
}
