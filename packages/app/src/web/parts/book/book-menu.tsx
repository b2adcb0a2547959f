import { useState } from "preact/hooks";
import { go } from "../../route.ts";
import { answer, server } from "../../server.ts";
import { Button } from "../controls/button.tsx";
import { Dialog } from "../controls/dialog.tsx";
import { TextField } from "../controls/fields.tsx";
import { Menu } from "../controls/menu.tsx";
import { movePlaces } from "../frame/taken-over.ts";
import { useBook } from "./book.tsx";

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
  const remove = async () => {
    await answer(server.works[":folder"].$delete({ param: { folder }, json: { title } }));
    go({ screen: "library" });
  };
  return (
    <Dialog title={`Remove “${title}”?`} onClose={onClose} action="Remove" onAct={remove}>
      <p>
        Its story, guide, links and annotations leave the corpus. Nothing is deleted yet: the library lists removed
        books, and you can put this one back from there or delete it for good.
      </p>
    </Dialog>
  );
}
