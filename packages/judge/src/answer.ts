/** The JSON objects in an answer, whatever surrounds them: reasoning, Markdown fences, a missing end. */
import { parsedJson } from "@plotline/base/node";
export function objectsIn(answer: string, isWanted: (value: Fields) => boolean): Fields[] {
  const text = answer.slice(0, longest).replace(/^\s*<think>[\s\S]*?<\/think>/, "");
  const found: Fields[] = [];
  let tries = 0;
  for (let at = text.indexOf("{"); at >= 0 && tries < mostTries; at = text.indexOf("{", at)) {
    tries++;
    const end = endOfObject(text, at);
    const value = end === undefined ? undefined : parsed(text.slice(at, end));
    if (value !== undefined && isWanted(value)) {
      found.push(value);
      at = end!;
    } else at++;
  }
  return found;
}

export type Fields = Readonly<Record<string, unknown>>;

/** More than any honest answer needs. */
const longest = 400_000;
const mostTries = 5_000;

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

const deepest = 8;
const longestObject = 100_000;

function parsed(text: string): Fields | undefined {
  const value = parsedJson(text);
  return typeof value === "object" && value !== null ? (value as Fields) : undefined;
}
