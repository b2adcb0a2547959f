import type { InferResponseType } from "hono/client";
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { addressOf, finding, pathOf, routeOf, soughtIn } from "../../route.ts";
import { answer, server, useAnswer } from "../../server.ts";
import { Alert } from "../controls/alert.tsx";
import { SearchField } from "../controls/fields.tsx";
import { counted } from "../controls/wording.ts";
import { idOf } from "../reading/pages.tsx";
import { chapterOf, nameOf, useBook } from "./book.tsx";

type Found = InferResponseType<(typeof server.search)[":folder"]["$get"], 200>;
type Hit = Found["hits"][number];

/** The words that are looked for; the address has them too, so that going back finds them again. */
export function useSought(): [string, (words: string) => void] {
  const [sought, setSought] = useState(() => soughtIn(location.search));
  return [
    sought,
    (words) => {
      setSought(words);
      history.replaceState(history.state, "", finding(addressOf(routeOf(pathOf(location))), words));
    },
  ];
}

/** Looks for words in every chapter and in the guide, and shows them marked. */
export function BookSearch({ sought, onSought }: { sought: string; onSought(words: string): void }) {
  const { folder } = useBook();
  const words = sought.trim();
  const search = async () => {
    if (words.length < 2) return undefined;
    return { ...(await answer(server.search[":folder"].$get({ param: { folder }, query: { words } }))), words };
  };
  const loaded = useAnswer(search, [folder, words], pause);
  const found = loaded.state === "there" ? loaded.value : undefined;
  return (
    <search>
      <SearchField label="Search this book" placeholder="Search this book" value={sought} onText={onSought} />
      {loaded.state === "failed" && <Alert>{loaded.problem}</Alert>}
      {words.length >= 2 && <Results found={found?.words === words ? found : undefined} words={words} />}
    </search>
  );
}

/** How long typing must pause before the book is searched, in milliseconds. */
const pause = 200;

function Results({ found, words }: { found: Found | undefined; words: string }) {
  const book = useBook();
  if (found === undefined)
    return (
      <p class="quiet" role="status">
        Searching …
      </p>
    );
  const numbers = [...new Set(found.hits.map(({ number }) => number))];
  return (
    <>
      <p class="quiet" role="status">
        {saying(found, words)}
      </p>
      {numbers.map((number) => {
        const chapter = chapterOf(book, number);
        if (chapter === undefined) return null;
        return (
          <section key={number} class="hits" aria-label={nameOf(chapter)}>
            <h3 dir="auto">{nameOf(chapter)}</h3>
            <ul>
              {found.hits
                .filter((hit) => hit.number === number)
                .map((hit) => (
                  <HitLine key={`${hit.side} ${hit.index}`} hit={hit} slug={chapter.slug} />
                ))}
            </ul>
          </section>
        );
      })}
    </>
  );
}

function saying({ total, hits, isPhrase }: Found, words: string): string {
  if (total === 0) return `“${words}” was not found in this book or its guide.`;
  const shown = hits.length < total ? `; the first ${hits.length} are shown` : "";
  if (isPhrase) return `${counted(total, "paragraph")} with “${words}”${shown}`;
  return `“${words}” was not found; ${counted(total, "paragraph")} with all of these words${shown}`;
}

function HitLine({ hit, slug }: { hit: Hit; slug: string }) {
  const { folder } = useBook();
  const { side, index } = hit;
  const address = addressOf({ screen: "read", folder, chapter: slug });
  return (
    <li>
      <a href={`${address}#${idOf({ side, index })}`}>
        <span class="quiet">
          {side === "story" ? "Paragraph" : "Guide, point"} {index + 1}
        </span>
        <span dir="auto">{marked(hit)}</span>
      </a>
    </li>
  );
}

function marked({ text, marks }: Hit): ComponentChildren {
  const parts: ComponentChildren[] = [];
  let at = 0;
  for (const { from, to } of marks) {
    if (from < at) continue;
    parts.push(text.slice(at, from), <mark key={from}>{text.slice(from, to)}</mark>);
    at = to;
  }
  return [...parts, text.slice(at)];
}
