import type { ReadSoFar } from "@plotline/questions";
import { useState } from "preact/hooks";
import { attempt, type LibraryAnswer } from "../../server.ts";
import { Button } from "../controls/button.tsx";
import { Check, Form, SelectField } from "../controls/fields.tsx";
import { useLibrary, workOptions } from "../frame/library.ts";
import { usePlaces } from "../reading/places.ts";
import { QuizExport } from "./export.tsx";
import { questionsFor, type Round, type RoundRequest } from "./round.ts";

/** What to be asked, and the questions as files. */
export function Setup({ onRound }: { onRound(round: Round): void }) {
  const [request, setRequest] = useState(usual);
  const [said, setSaid] = useState("");
  const library = useLibrary();
  const works = library.state === "there" ? library.value.works : [];
  const soFar = useSoFar(works);
  const hasRead = Object.keys(soFar).length > 0;
  const requested: RoundRequest = { ...request, soFar: request.asRead && hasRead ? soFar : undefined };
  const begin = () => {
    setSaid("Reading the works and making questions …");
    void attempt(() => questionsFor(requested).then(onRound), setSaid);
  };
  return (
    <Form class="setup" onSend={begin}>
      <h2>How well do you know {works.length === 1 ? "this story" : "these stories"}?</h2>
      <RoundFields works={works} request={request} onChange={(changed) => setRequest({ ...request, ...changed })} />
      {hasRead && (
        <Check
          label="Only as far as I have read"
          checked={request.asRead}
          onCheck={(asRead) => setRequest({ ...request, asRead })}
        />
      )}
      <div class="turn">
        <Button label="Begin" type="submit" class="main" disabled={said.endsWith("…")} />
        <QuizExport request={requested} />
      </div>
      <output aria-live="polite">{said}</output>
    </Form>
  );
}

type Chosen = Omit<RoundRequest, "soFar">;

interface RoundFieldsProps {
  readonly works: LibraryAnswer["works"];
  readonly request: Chosen;
  onChange(changed: Partial<Chosen>): void;
}

/** Which work, which kind of question and how many. */
function RoundFields({ works, request, onChange }: RoundFieldsProps) {
  const summarised = works.filter((work) => work.summarised.length > 0);
  return (
    <>
      {summarised.length > 1 && (
        <SelectField
          label="About"
          value={request.folder}
          options={workOptions(summarised, "any book")}
          onChoose={(folder) => onChange({ folder })}
        />
      )}
      <Choice
        label="Question type"
        value={request.task}
        options={{ cloze: "Fill in the name", completion: "What happens next?", both: "Both" }}
        onChange={(task) => onChange({ task })}
      />
      <Choice
        label="Questions"
        value={String(request.count)}
        options={{ "5": "5", "10": "10", "20": "20" }}
        onChange={(count) => onChange({ count: Number(count) })}
      />
    </>
  );
}

const usual: Chosen & { readonly asRead: boolean } = {
  folder: "",
  task: "cloze",
  count: 10,
  asRead: false,
};

/** How far each work of this corpus was read: all chapters before the furthest, and that one to its last paragraph read. */
function useSoFar(works: LibraryAnswer["works"]): Readonly<Record<string, ReadSoFar>> {
  const [places] = usePlaces();
  return Object.fromEntries(
    works.flatMap(({ folder, title }) => {
      const read = places[folder]?.read ?? {};
      const chapter = Math.max(-1, ...Object.keys(read).map(Number));
      return chapter < 0 ? [] : [[title, { chapter, paragraph: read[chapter] ?? 0 }]];
    }),
  );
}

function Choice<Value extends string>(props: {
  label: string;
  value: Value;
  options: Readonly<Record<Value, string>>;
  onChange(value: Value): void;
}) {
  const { label, value, options, onChange } = props;
  const values = Object.keys(options) as Value[];
  return (
    <fieldset class="pick">
      <legend>{label}</legend>
      {values.map((each) => (
        <Button label={options[each]} key={each} aria-pressed={each === value} onClick={() => onChange(each)} />
      ))}
    </fieldset>
  );
}
