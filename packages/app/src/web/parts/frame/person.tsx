import { nameFault, type Person } from "@plotline/corpus";
import { useId, useState } from "preact/hooks";
import { type Base, here } from "../../route.ts";
import { answer, attempt, server, serverOf, useFetched } from "../../server.ts";
import { isTeam, me } from "../../team/identity.ts";
import { TeamMenu } from "../../team/menu.tsx";
import { Alert } from "../controls/alert.tsx";
import { Button } from "../controls/button.tsx";
import { Form, TextField } from "../controls/fields.tsx";
import { Menu } from "../controls/menu.tsx";
import { useStored } from "./stored.ts";
import { takeOver } from "./taken-over.ts";

/**
 * Who is using the page: the person who signed in, or the name that was entered; empty where there is none. Links,
 * places and answers are saved under this name.
 */
export function usePerson(): [string, (name: string) => Promise<void>] {
  const [name, setName] = useStored("annotator", "");
  const known = me();
  const become = async (next: string) => {
    if (next !== "" && next !== name) await takeOver(name, next);
    setName(next);
  };
  return known === undefined ? [name, become] : [known.name, async () => undefined];
}

/** What is saved under a name. */
export function readPerson(name: string, base: Base = here): Promise<Person> {
  return answer(serverOf(base).people[":name"].$get({ param: { name } }));
}

/** The name in the header, and a way to change it. */
export function PersonMenu() {
  return isTeam ? <TeamMenu /> : <NameMenu />;
}

function NameMenu() {
  const [name, setName] = usePerson();
  return (
    <Menu label={name === "" ? "Your name" : name}>
      {name === "" ? (
        <NameForm label="Continue as" onName={setName} />
      ) : (
        <>
          <Button label="Sign out" note={`everything ${name} saved stays`} onClick={() => void setName("")} />
          <NameForm label="Another name for you" button="Change" isNew onName={setName} />
          <p class="quiet">Your place, recap and scores follow; links that you made stay under {name}.</p>
        </>
      )}
    </Menu>
  );
}

/** Asks for a name that can be used here; one that cannot gets its reason in place. */
export function NameForm(props: {
  label: string;
  button?: string;
  /** It must be nobody's yet. */
  isNew?: boolean;
  onName(name: string): Promise<void>;
}) {
  const { label, button = "Continue", isNew = false, onName } = props;
  const [name, setName] = useState("");
  const people = useId();
  const [fault, setFault] = useState<string>();
  const known = useFetched(() => answer(server.people.$get()), [])?.names ?? [];
  return (
    <Form
      class="naming"
      onSend={() => {
        const chosen = name.trim();
        const isTaken = isNew && known.includes(chosen);
        const wrong = isTaken
          ? `${chosen} has saved something here: sign out, then continue as ${chosen}.`
          : nameFault(chosen);
        setFault(wrong);
        if (wrong === undefined) void attempt(() => onName(chosen), setFault);
      }}
    >
      <TextField
        label={label}
        value={name}
        list={people}
        autoComplete="off"
        aria-invalid={fault !== undefined}
        onText={(text) => {
          setName(text);
          setFault(undefined);
        }}
      />
      <datalist id={people}>
        {known.map((each) => (
          <option key={each} value={each} />
        ))}
      </datalist>
      <Button label={button} type="submit" />
      <Alert>{fault}</Alert>
    </Form>
  );
}
