import { Button } from "../controls/button.tsx";
import { DialogBox } from "../controls/dialog.tsx";
import { NameForm } from "../frame/person.tsx";

/** Gold is signed: asks for a name where nobody has given one yet. */
export function WhoSettles({ onName, onClose }: { onName: (name: string) => Promise<void>; onClose: () => void }) {
  return (
    <DialogBox title="Who is settling?" onClose={onClose}>
      <NameForm label="Your name (gold is signed with it)" onName={onName} />
      <footer>
        <Button label="Cancel" onClick={onClose} />
      </footer>
    </DialogBox>
  );
}
