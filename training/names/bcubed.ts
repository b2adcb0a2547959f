import type { Score } from "@plotline/align";
import { tally } from "@plotline/text";

/** B³ (Bagga and Baldwin 1998): each mention's precision and recall of the cluster it is in, averaged over mentions. */
export function bCubed(
  documents: readonly { readonly found: readonly number[]; readonly gold: readonly string[] }[],
): Score {
  let [precision, recall, mentions] = [0, 0, 0];
  for (const { found, gold } of documents) {
    const foundSizes = tally(found);
    const goldSizes = tally(gold);
    const together = tally(found.map((cluster, k) => `${cluster} ${gold[k]}`));
    found.forEach((cluster, k) => {
      const both = together.get(`${cluster} ${gold[k]}`) ?? 0;
      precision += both / (foundSizes.get(cluster) ?? 1);
      recall += both / (goldSizes.get(gold[k] ?? "") ?? 1);
      mentions++;
    });
  }
  precision /= mentions || 1;
  recall /= mentions || 1;
  return { precision, recall, f: (2 * precision * recall) / (precision + recall || 1) };
}
