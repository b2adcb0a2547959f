import type { ComponentChildren } from "preact";

interface TableProps {
  readonly label: string;
  /** The label is a heading above the table. */
  readonly isTitled?: boolean;
  readonly header: readonly string[];
  readonly caption?: ComponentChildren;
  readonly class?: string;
  /** The cells of each row; the first says what the row is about. */
  readonly rows?: readonly (readonly ComponentChildren[])[];
  /** Rows that are more than their cells. */
  readonly children?: ComponentChildren;
}

/** A table. Where it is wide or long it scrolls within its place rather than spread; from the keyboard too. */
export function Table({ label, isTitled = false, header, caption, class: look, rows = [], children }: TableProps) {
  return (
    <>
      {isTitled && <h3>{label}</h3>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable from the keyboard */}
      <section class="scroll" aria-label={label} tabIndex={0}>
        <table class={look}>
          {caption !== undefined && <caption>{caption}</caption>}
          <thead>
            <tr>
              {header.map((title, k) => (
                <th key={`${k} ${title}`} scope="col">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([name, ...cells], k) => (
              <tr key={k}>
                <th scope="row">{name}</th>
                {cells.map((cell, column) => (
                  <td key={column}>{cell}</td>
                ))}
              </tr>
            ))}
            {children}
          </tbody>
        </table>
      </section>
    </>
  );
}
