import { languageOf, withoutAccents } from "@plotline/text";
import type { Passages } from "../similarity/similarity.ts";

/** What a guide's points share with the story as a whole, wherever in it. */
interface Acquaintance {
  /** Names in each point, and how many of them the story has. */
  readonly names: Int32Array;
  readonly known: Int32Array;
}

/** A word that begins with a capital and two more letters; an apostrophe may join its parts, so none begins after one. */
const capitalised = /\p{Lu}(?<![\p{L}\p{N}]['’]?\p{Lu})\p{L}{2}[\p{L}\p{N}]*(?:['’]\p{L}+)*/gu;

/** A name: a capital that no sentence start explains, of three letters or more; none where all nouns have capitals. */
export function acquaintance(passages: Passages): Acquaintance {
  const { summary, story } = passages;
  const language = languageOf(passages);
  const names = new Int32Array(summary.length);
  const known = new Int32Array(summary.length);
  if (language.capitals !== "names") return { names, known };
  const text = plain(story.join("\n"));
  const spoken = new Map<string, boolean>();
  summary.forEach((point, row) => {
    for (const name of namesIn(point, language.stopWords)) {
      names[row]!++;
      const isSpoken = spoken.get(name) ?? hasWord(text, name);
      spoken.set(name, isSpoken);
      if (isSpoken) known[row]!++;
    }
  });
  return { names, known };
}

/** Whether a text has a word, perhaps as a possessive. */
function hasWord(text: string, wanted: string): boolean {
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1))
    if (
      !wordBefore.test(text.slice(Math.max(0, at - 2), at)) &&
      wordEnd.test(text.slice(at + wanted.length, at + wanted.length + 4))
    )
      return true;
  return false;
}

const wordBefore = /[\p{L}\p{N}]['’]?$/u;
const wordEnd = /^(?:['’]s)?(?!['’]?\p{L}|\p{N})/u;

/** The names of a text, in small letters, without accents and possessives, each once. */
function namesIn(text: string, stopWords: ReadonlySet<string> = new Set()): Set<string> {
  const found = new Set<string>();
  for (const { 0: word, index } of text.matchAll(capitalised)) {
    if (startsSentence(text, index)) continue;
    const name = plain(word.replace(/['’]s$/u, ""));
    if (!stopWords.has(name)) found.add(name);
  }
  return found;
}

function startsSentence(text: string, at: number): boolean {
  return /(?:^|[.!?:…]["”’')\]]*)\s*["“‘'([_*—–-]*$/u.test(text.slice(Math.max(0, at - 8), at));
}

function plain(written: string): string {
  return withoutAccents(written.toLowerCase());
}
