import { parsedJson } from "@plotline/base";

/** What an answer lists under a name, or gives one by one. Of a draft and a final answer the last counts. */
export function itemsIn(answer: string, list: string, isItem: (value: Fields) => boolean): Fields[] {
  let items: Fields[] = [];
  for (const value of objectsIn(answer, (each) => Array.isArray(each[list]) || isItem(each)))
    items = Array.isArray(value[list]) ? value[list].map(fieldsOf) : [...items, value];
  return items.filter(isItem);
}

/** The JSON objects in an answer, whatever surrounds them: reasoning, Markdown fences, a missing end. */
function objectsIn(answer: string, isWanted: (value: Fields) => boolean): Fields[] {
  const text = answer.slice(0, longest).replace(/^\s*<think>[\s\S]*?<\/think>/, "");
  const found: Fields[] = [];
  let tries = 0;
  for (let at = text.indexOf("{"); at >= 0 && tries < mostTries; at = text.indexOf("{", at)) {
    tries++;
    const end = endOfObject(text, at);
    const value = end === undefined ? undefined : fieldsOf(parsedJson(text.slice(at, end)));
    if (value !== undefined && isWanted(value)) {
      found.push(value);
      at = end!;
    } else at++;
  }
  return found;
}

export type Fields = Readonly<Record<string, unknown>>;

/** The fields of an object; anything else has none. */
export function fieldsOf(value: unknown): Fields {
  return typeof value === "object" && value !== null ? (value as Fields) : {};
}

/** A whole number, also where a model writes it as a text. */
export function numberIn(value: unknown): number | undefined {
  const number = typeof value === "string" && /^\s*-?\d{1,9}\s*$/.test(value) ? Number(value) : value;
  return Number.isInteger(number) ? (number as number) : undefined;
}

/** Where the object that begins here ends, one past its brace; undefined where it does not, or is nested too deep. */
function endOfObject(text: string, start: number): number | undefined {
  let depth = 0;
  let inString = false;
  const last = Math.min(text.length, start + longestObject);
  for (let k = start; k < last; k++) {
    const unit = text[k];
    if (inString) {
      if (unit === "\\") k++;
      else if (unit === '"') inString = false;
    } else if (unit === '"') inString = true;
    else if (unit === "{" && ++depth > deepest) return undefined;
    else if (unit === "}" && --depth === 0) return k + 1;
  }
  return undefined;
}

/** More than any honest answer needs. */
const [longest, longestObject, mostTries, deepest] = [400_000, 100_000, 5_000, 8];
