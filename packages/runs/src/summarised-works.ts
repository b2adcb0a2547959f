import type { Corpus, Split, Work } from "@plotline/align";

/** The works that have a summary of any chapter: what can be asked about, and learned from. */
export function summarisedWorks({ works }: Pick<Corpus, "works">, split?: Split): Work[] {
  return works.filter((work) => work.summarised.length > 0 && (split === undefined || work.split === split));
}
