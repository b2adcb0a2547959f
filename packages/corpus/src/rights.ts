import type { Rights } from "@plotline/align";
import licences from "./data/free-licences.json" with { type: "json" };
import identifiers from "./data/licence-identifiers.json" with { type: "json" };

const free: ReadonlySet<string> = new Set(licences);
const identified: ReadonlyMap<string, string> = new Map(Object.entries(identifiers));

/**
 * Whether anyone may redistribute a text for any purpose, which is what `export` requires. Only licences that we know
 * to allow it: no licence, an unknown one, and one that excludes some uses (CC BY-NC, CC BY-ND) do not.
 */
export function isFree({ licence }: Rights): boolean {
  return licence !== undefined && free.has(plainName(licence));
}

/**
 * The identifier of the licence under which texts may be redistributed together, as dataset cards name it: that of the
 * public domain, or the one further licence among them; "other" where there are several, or one that has no identifier.
 */
export function sharedLicence(all: readonly Rights[]): string {
  const found = new Set(all.map(identifierOf));
  if (found.size > 1) found.delete(publicDomain);
  const [only, ...more] = found;
  return only === undefined || more.length > 0 ? "other" : only;
}

/** Where the texts of a work came from and under which licence, for people. */
export function rightsSentences({ story, summary }: { readonly story: Rights; readonly summary: Rights }): string[] {
  const said = (what: string, { source, licence }: Rights) =>
    [`${what}: ${source ?? "source unknown"}`, licence ?? "no licence on record"].join(", ");
  return [said("Story", story), said("Guide", summary)];
}

const publicDomain = "cc0-1.0";

function identifierOf({ licence = "" }: Rights): string {
  const [, shareAlike = "", version] = /^cc[ -]by([ -]sa)?[ -](\d\.\d)$/i.exec(licence.trim()) ?? [];
  if (version !== undefined) return `cc-by${shareAlike === "" ? "" : "-sa"}-${version}`;
  return identified.get(plainName(licence)) ?? "other";
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
