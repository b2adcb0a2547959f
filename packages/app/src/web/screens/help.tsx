import type { ComponentChildren } from "preact";
import { isPage } from "../backend.ts";
import { annotatorKeys, type Key, readerKeys, settleKeys } from "../parts/controls/key-lists.ts";
import { CorpusHeader } from "../parts/frame/headers.tsx";

/** What each screen is for, and every key. */
export function Help() {
  return (
    <>
      <CorpusHeader screen="help" />
      <main class="help-page">
        <h2>Help</h2>
        <p>
          plotline shows a book next to its study guide: each point of the guide is linked to the passage it describes.
          Press <kbd>?</kbd> on any screen to come back here.
        </p>
        <Section title="Reading">
          <p>
            Open a book from the library to see its contents. Every chapter can be read, whether or not the guide covers
            it. Point at a paragraph to see what belongs to it; select it to move the other side there. Text in grey is
            covered by no point.
          </p>
          <KeyTable keys={readerKeys} />
          <KeyTable keys={walking} />
        </Section>
        <Section title="Recap and search">
          <p>
            <em>Recap</em> lists the guide’s points for what you have read, each with its passage. <em>Contents</em> has
            a search through the whole book. Your place is remembered in this browser
            {!isPage && ", and in the corpus under the name that you enter under Your name"}.
          </p>
        </Section>
        {!isPage && <Working />}
      </main>
    </>
  );
}

/** What only those do who have more than the page. */
function Working() {
  return (
    <>
      <Section title="Matrix">
        <p>
          Each row is a point, each column a paragraph. <kbd>Tab</kbd> to a matrix, then:
        </p>
        <KeyTable keys={matrix} />
      </Section>
      <Section title="Annotating">
        <p>
          Link points to paragraphs by hand. The aligner suggests links around what you have decided. “Saved” means
          written to disk.
        </p>
        <KeyTable keys={annotatorKeys} />
      </Section>
      <Section title="Settling">
        <p>
          Compare annotators, decide where they differ, and write gold. Points that nobody has decided stay undecided;
          gold that was there before is kept.
        </p>
        <KeyTable keys={settleKeys.filter(({ shown }) => !/^[2-9]$/.test(shown))} />
      </Section>
    </>
  );
}

type Shown = Pick<Key, "shown" | "means">;

const walking: readonly Shown[] = [
  { shown: "Tab", means: "to the guide, then to the story" },
  { shown: "↓ ↑", means: "next and previous paragraph" },
  { shown: "Enter", means: "select it, and move the other side to its match" },
];

const matrix: readonly Shown[] = [
  { shown: "→ ← ↑ ↓", means: "next cell" },
  { shown: "Enter", means: "next link" },
  { shown: "Esc", means: "no cell" },
];

function Section({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      {children}
    </section>
  );
}

function KeyTable({ keys }: { keys: readonly Shown[] }) {
  return (
    <dl class="key-table">
      {keys.map(({ shown, means }) => (
        <div key={shown}>
          <dt>
            <kbd>{shown}</kbd>
          </dt>
          <dd>{means}</dd>
        </div>
      ))}
    </dl>
  );
}
