import { useState } from "preact/hooks";
import { answer, attempt, server, useAnswer } from "../../server.ts";
import { Button } from "../controls/button.tsx";
import { minute } from "../controls/wording.ts";
import { bookChanged, chapterNames, useBook } from "./book.tsx";

/** Sections of the guide that others replaced, each with a way back. */
export function OldGuides() {
  const { folder, chapters } = useBook();
  const [said, setSaid] = useState("");
  const address = server.guides[":folder"];
  const loaded = useAnswer(() => answer(address.$get({ param: { folder } })), [folder, chapters]);
  const putBack = (id: string) =>
    attempt(async () => {
      await answer(address[":id"].$post({ param: { folder, id } }));
      setSaid("The earlier guide is back, with the links and annotations that belong to it.");
      dispatchEvent(new Event(bookChanged));
    }, setSaid);
  const guides = loaded.state === "there" ? loaded.value.guides : [];
  if (guides.length === 0 && said === "") return null;
  return (
    <section class="removed" aria-label="Earlier guides">
      {guides.length > 0 && <h3>Earlier guides</h3>}
      <ul>
        {guides.map(({ id, at, chapters: numbers }) => (
          <li key={id}>
            <span>{chapterNames(numbers, chapters)}</span> <span class="quiet">replaced {minute(at)}</span>
            <Button label="Put back" onClick={() => void putBack(id)} />
          </li>
        ))}
      </ul>
      <output aria-live="polite">{said}</output>
    </section>
  );
}
