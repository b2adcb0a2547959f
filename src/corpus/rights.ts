import licences from "./data/free-licences.json" with { type: "json" };
import type { Rights } from "./types.ts";

const free: ReadonlySet<string> = new Set(licences);

/**
 * Whether anyone may pass a text on for any purpose, which is what `export` asks. Only licences that we know to allow it:
 * no licence, an unknown one, and one that excludes some uses (CC BY-NC, CC BY-ND) do not.
 */
export function isFree({ licence }: Rights): boolean {
  return licence !== undefined && free.has(plainName(licence));
}

/** Without versions, countries and punctuation: "CC-BY-4.0", "CC BY 3.0 US" and "cc by" are one licence. */
function plainName(licence: string): string {
  return licence
    .toLowerCase()
    .replace(/^https?:\/\/(www\.)?|\/(deed|legalcode)(\.\w+)?\/?$/g, "")
    .replace(/\(.*\)$/, "")
    .replace(/\b(in|within) (the )?(us|usa|u\.s\.|u\.s\.a\.|united states( of america)?)\.?$/, "")
    .replace(/[^a-z0-9]+/g, " ")
    .replace(
      /( v?\d+)+( (us|usa|uk|international|universal|unported))?( licen[cs]e)?\s*$|\s+(licen[cs]e|international)\s*$/,
      "",
    )
    .trim();
}
