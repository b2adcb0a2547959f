import type { InferResponseType } from "hono/client";
import { useState } from "preact/hooks";
import { go } from "../../route.ts";
import { answer, server, useAnswer } from "../../server.ts";
import { Alert } from "../controls/alert.tsx";
import { Button } from "../controls/button.tsx";
import { Dialog } from "../controls/dialog.tsx";
import { TextField } from "../controls/fields.tsx";
import { Menu } from "../controls/menu.tsx";
import { Points } from "../controls/points.tsx";
import { counted } from "../controls/wording.ts";
import { movePlaces } from "../frame/taken-over.ts";
import { useBook } from "./book.tsx";

type Holdings = InferResponseType<(typeof server.holdings)[":folder"]["$get"], 200>;

/** Another title for the book, or its removal. */
export function BookMenu({ onSaid }: { onSaid(said: string): void }) {
  const [open, setOpen] = useState<"rename" | "remove">();
  const close = () => setOpen(undefined);
  return (
    <>
      <Menu label="Edit">
        <Button label="Rename …" onClick={() => setOpen("rename")} />
        <Button label="Remove …" note="can be undone in the library" onClick={() => setOpen("remove")} />
      </Menu>
      {open === "rename" && <Rename onClose={close} onSaid={onSaid} />}
      {open === "remove" && <Remove onClose={close} />}
    </>
  );
}

function Rename({ onClose, onSaid }: { onClose(): void; onSaid(said: string): void }) {
  const book = useBook();
  const [title, setTitle] = useState(book.title);
  const rename = async () => {
    const renamed = server.works[":folder"].$patch({ param: { folder: book.folder }, json: { title } });
    const { folder } = await answer(renamed);
    movePlaces(book.folder, folder);
    onSaid(`Renamed to “${title.trim()}”.`);
    onClose();
    if (folder === book.folder) book.reload();
    else go({ screen: "book", folder });
  };
  return (
    <Dialog title="Rename this book" onClose={onClose} action="Rename" onAct={rename}>
      <TextField label="Title" maxLength={1000} value={title} onText={setTitle} />
      <p class="quiet">Its links, annotations and everyone’s reading places follow.</p>
    </Dialog>
  );
}

function Remove({ onClose }: { onClose(): void }) {
  const { folder, title } = useBook();
  const holdings = useAnswer(() => answer(server.holdings[":folder"].$get({ param: { folder } })), [folder]);
  const remove = async () => {
    await answer(server.works[":folder"].$delete({ param: { folder }, json: { title } }));
    go({ screen: "library" });
  };
  return (
    <Dialog title={`Remove “${title}”?`} onClose={onClose} action="Remove" onAct={remove}>
      {holdings.state === "failed" && <Alert>{holdings.problem}</Alert>}
      {holdings.state === "there" && (
        <>
          <p>This takes out of the corpus:</p>
          <Points items={linesOf(holdings.value)} />
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
