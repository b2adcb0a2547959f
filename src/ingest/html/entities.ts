import { tokenize } from "./tokenize.ts";

/**
 * The text with its entities decoded, each meaning passed on; undefined where something only looks like an entity, which is
 * for the tokenizer.
 */
export function withEntities(text: string, onmeaning: (meaning: string) => void): string | undefined {
  let decoded = "";
  let from = 0;
  for (let and = text.indexOf("&"); and >= 0; and = text.indexOf("&", and + 1)) {
    // A bare `&` represents itself.
    if (text.charCodeAt(and + 1) <= 32) continue;
    const end = text.indexOf(";", and) + 1;
    const meaning = end === 0 || end - and > longest ? undefined : meaningOf(text.slice(and, end));
    if (meaning === undefined) return undefined;
    onmeaning(meaning);
    decoded += text.slice(from, and) + meaning;
    from = end;
  }
  return from === 0 ? text : decoded + text.slice(from);
}

const longest = 34;
const known = new Map<string, string | undefined>();

function meaningOf(entity: string): string | undefined {
  const meaning = known.get(entity);
  if (meaning !== undefined || known.has(entity)) return meaning;
  const found = shape.test(entity) ? decoded(entity) : undefined;
  if (known.size < 5000) known.set(entity, found);
  return found;
}

const shape = /^&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z][a-zA-Z0-9]{1,31});$/;

/** What the tokenizer makes of an entity; undefined where it stands for nothing. A soft hyphen is not text. */
function decoded(entity: string): string | undefined {
  let [meaning, rest] = ["", false];
  const nothing = () => {};
  tokenize(entity, {
    ontextentity: (point) => {
      if (point !== 0xad) meaning += String.fromCodePoint(point);
    },
    ontext: () => {
      rest = true;
    },
    onattribdata: nothing,
    onattribentity: nothing,
    onattribend: nothing,
    onattribname: nothing,
    oncdata: nothing,
    onclosetag: nothing,
    oncomment: nothing,
    ondeclaration: nothing,
    onend: nothing,
    onopentagend: nothing,
    onopentagname: nothing,
    onprocessinginstruction: nothing,
    onselfclosingtag: nothing,
  });
  return rest ? undefined : meaning;
}
