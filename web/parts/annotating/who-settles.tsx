import { Dialog } from "../controls/dialog.tsx";
import { NameForm } from "../frame/person.tsx";

/** Gold is signed: asks for a name where nobody has given one yet. */
export function WhoSettles({ onName, onClose }: { onName: (name: string) => void; onClose: () => void }) {
  return (
    <Dialog title="Who is settling?" action="" problem={undefined} onAct={async () => undefined} onClose={onClose}>
      <NameForm label="Your name (gold is signed with it)" onName={onName} />
    </Dialog>
  );
}
