import type { InferResponseType } from "hono/client";
import { useState } from "preact/hooks";
import { go } from "../../route.ts";
import { answer, attempt, server, useAnswer } from "../../server.ts";
import { Dialog } from "../controls/dialog.tsx";
import { Menu } from "../controls/menu.tsx";
import { counted } from "../controls/wording.ts";
import { useBook } from "./book.tsx";

type Holdings = InferResponseType<(typeof server.holdings)[":folder"]["$get"], 200>;

/** Another title for the book, or its removal. */
export function BookMenu({ onSaid }: { onSaid(said: string): void }) {
  const [open, setOpen] = useState<"rename" | "remove">();
  const close = () => setOpen(undefined);
  return (
    <>
      <Menu label="Edit">
        <button type="button" onClick={() => setOpen("rename")}>
          Rename …
        </button>
        <button type="button" onClick={() => setOpen("remove")}>
          Remove … <small>can be undone in the library</small>
        </button>
      </Menu>
      {open === "rename" && <Rename onClose={close} onSaid={onSaid} />}
      {open === "remove" && <Remove onClose={close} />}
    </>
  );
}

function Rename({ onClose, onSaid }: { onClose(): void; onSaid(said: string): void }) {
  const book = useBook();
  const [title, setTitle] = useState(book.title);
  const [problem, setProblem] = useState<string>();
  const rename = () =>
    attempt(async () => {
      const renamed = server.works[":folder"].$patch({ param: { folder: book.folder }, json: { title } });
      const { folder } = await answer<{ folder: string }>(renamed);
      onSaid(`Renamed to “${title.trim()}”.`);
      onClose();
      if (folder === book.folder) book.reload();
      else go({ screen: "book", folder });
    }, setProblem);
  return (
    <Dialog title="Rename this book" onClose={onClose} action="Rename" onAct={rename} problem={problem}>
      <label>
        Title
        <input
          type="text"
          maxLength={1000}
          value={title}
          onInput={(event) => setTitle(event.currentTarget.value)}
          onKeyDown={(event) => event.key === "Enter" && void rename()}
        />
      </label>
      <p class="quiet">Its links, annotations and everyone’s reading places follow.</p>
    </Dialog>
  );
}

function Remove({ onClose }: { onClose(): void }) {
  const { folder, title } = useBook();
  const [refused, setRefused] = useState<string>();
  const holdings = useAnswer(() => answer<Holdings>(server.holdings[":folder"].$get({ param: { folder } })), [folder]);
  const remove = () =>
    attempt(async () => {
      await answer(server.works[":folder"].$delete({ param: { folder }, json: { title } }));
      go({ screen: "library" });
    }, setRefused);
  const problem = refused ?? (holdings.state === "failed" ? holdings.problem : undefined);
  return (
    <Dialog title={`Remove “${title}”?`} onClose={onClose} action="Remove" onAct={remove} problem={problem}>
      {holdings.state === "there" && (
        <>
          <p>This takes out of the corpus:</p>
          <ul class="holdings">
            {linesOf(holdings.value).map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </>
      )}
      <p>
        Nothing is deleted yet: the library lists removed books, and you can put this one back from there or delete it
        for good.
      </p>
    </Dialog>
  );
}

function linesOf({ chapters, summarised, annotated, annotators, methods }: Holdings): string[] {
  return [
    `the story, ${counted(chapters, "chapter")}`,
    ...(summarised > 0 ? [`the study guide to ${counted(summarised, "chapter")}`] : []),
    ...(annotated > 0 ? [`the gold links of ${counted(annotated, "chapter")}`] : []),
    ...(annotators.length > 0 ? [`the annotations of ${annotators.join(", ")}`] : []),
    ...(methods.length > 0 ? [`the saved alignments by ${methods.join(", ")}`] : []),
  ];
}
