import { Table } from "../controls/table.tsx";

interface Pair {
  readonly first: string;
  readonly second: string;
  readonly chapters: number;
  readonly f: number;
  readonly kappa: number;
}

/** How far each two annotators agree over the chapters that both have finished. */
export function Agreement({ pairs }: { pairs: readonly Pair[] }) {
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
