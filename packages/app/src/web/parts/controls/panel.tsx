import type { ComponentChildren } from "preact";
import { Button } from "./button.tsx";

/** Something to read next to the texts: a column of its own where there is space, below them otherwise. It covers nothing. */
export function Panel(props: { label: string; title: string; onClose(): void; children: ComponentChildren }) {
  const { label, title, onClose, children } = props;
  return (
    <aside class="panel" aria-label={label}>
      <header>
        <h2>{title}</h2>
        <Button label="×" aria-label="Close" title="Close (Esc)" onClick={onClose} />
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable from the keyboard */}
      <section class="content" tabIndex={0} aria-label={`${label}: details`}>
        {children}
      </section>
    </aside>
  );
}
