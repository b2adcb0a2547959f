import type { agreementOfFinished } from "../../../team/dashboard.ts";
import { Table } from "../controls/table.tsx";

/** How far each two annotators agree over the chapters that both have finished. */
export function Agreement({ pairs }: { pairs: ReturnType<typeof agreementOfFinished> }) {
  if (pairs.length === 0) return <p class="quiet">Agreement appears when two people have finished the same chapter.</p>;
  return (
    <Table
      isTitled
      label="Agreement by pair"
      header={["Pair", "Chapters", "F", "κ"]}
      rows={pairs.map(({ first, second, chapters, f, kappa }) => [
        `${first} and ${second}`,
        chapters,
        f.toFixed(2),
        kappa.toFixed(2),
      ])}
    />
  );
}
