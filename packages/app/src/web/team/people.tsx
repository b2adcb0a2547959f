import { nameFault, type Role, roles } from "@plotline/corpus";
import { useState } from "preact/hooks";
import { Alert } from "../parts/controls/alert.tsx";
import { Button } from "../parts/controls/button.tsx";
import { Form, type Option, Select, TextField } from "../parts/controls/fields.tsx";
import { Table } from "../parts/controls/table.tsx";
import { day } from "../parts/controls/wording.ts";
import { Pending } from "../parts/frame/waiting.tsx";
import { answer, useAnswer } from "../server.ts";
import { accounts, type PeopleAnswer } from "./api.ts";
import { SecretLink } from "./menu.tsx";

/** Who belongs; the owner invites, changes roles, makes new links and lets people go. */
export function People({ changes, onChange }: { changes: number; onChange(): void }) {
  const loaded = useAnswer(() => answer(accounts.team.people.$get()), [changes]);
  const [made, setMade] = useState<{ name: string; link: string }>();
  const [problem, setProblem] = useState("");
  const act = async (doing: Promise<unknown>) => {
    setProblem("");
    await doing.catch((error: Error) => setProblem(error.message));
    onChange();
  };
  const link = (name: string, asked: Promise<{ link: string }>) =>
    act(asked.then(({ link: secret }) => setMade({ name, link: secret })));
  if (loaded.state !== "there") return <Pending loaded={loaded} />;
  return (
    <>
      <Invite onInvite={(name, role) => link(name, answer(accounts.team.people.$post({ json: { name, role } })))} />
      <Alert>{problem}</Alert>
      {made !== undefined && (
        <div class="made">
          <p>Give this link to {made.name} and nobody else:</p>
          <SecretLink key={made.link} link={made.link} />
        </div>
      )}
      <Table label="People" header={["Name", "Role", "Last seen", ""]}>
        {loaded.value.people.map((person) => (
          <TeamPerson
            key={person.name}
            person={person}
            onRole={(role) => act(answer(accounts.team.people[":name"].$put({ param: person, json: { role } })))}
            onReset={() => link(person.name, answer(accounts.team.people[":name"].reset.$post({ param: person })))}
            onRevoke={() => act(answer(accounts.team.people[":name"].$delete({ param: person })))}
          />
        ))}
      </Table>
    </>
  );
}

function Invite({ onInvite }: { onInvite(name: string, role: Role): void }) {
  const [name, setName] = useState("");
  const [role, setRole] = useState<Role>("annotator");
  const [fault, setFault] = useState<string>();
  return (
    <Form
      class="line"
      onSend={() => {
        const wrong = nameFault(name.trim());
        setFault(wrong);
        if (wrong !== undefined) return;
        onInvite(name.trim(), role);
        setName("");
      }}
    >
      <TextField label="Name" value={name} autoComplete="off" aria-invalid={fault !== undefined} onText={setName} />
      <Select label="Role" value={role} options={roleOptions} onChoose={setRole} />
      <Button label="Invite" type="submit" class="main" />
      <Alert>{fault}</Alert>
    </Form>
  );
}

const roleOptions = roles.map((role): Option<Role> => [role, role]);

interface PersonProps {
  readonly person: PeopleAnswer["people"][number];
  onRole(role: Role): void;
  onReset(): void;
  onRevoke(): void;
}

function TeamPerson({ person: { name, role, lastSeen, linkExpires }, onRole, onReset, onRevoke }: PersonProps) {
  const [isSure, setSure] = useState(false);
  const seen = lastSeen === null ? "never" : day(lastSeen);
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>
        <Select label={`Role of ${name}`} value={role} options={roleOptions} onChoose={onRole} />
      </td>
      <td>
        {seen}
        {linkExpires !== null && <small> link open</small>}
      </td>
      <td class="buttons">
        <Button label="New link" onClick={onReset} aria-label={`New link for ${name}`} />
        <Button
          label={isSure ? "Really revoke" : "Revoke"}
          onClick={() => (isSure ? onRevoke() : setSure(true))}
          aria-label={`${isSure ? "Really revoke" : "Revoke"} ${name}`}
        />
      </td>
    </tr>
  );
}
