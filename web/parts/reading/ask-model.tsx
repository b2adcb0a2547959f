import { useState } from "preact/hooks";
import type { ChapterPlace } from "../../route.ts";
import { answer, attempt, server, useFetched } from "../../server.ts";
import { Check } from "../controls/check.tsx";
import { Dialog } from "../controls/dialog.tsx";
import { useStored } from "../frame/appearance.tsx";

/** The language model that a person named, remembered in this browser; its key stays with the server. */
interface JudgeSettings {
  readonly url: string;
  readonly model: string;
  readonly style: "evidence" | "cover";
  readonly onlyUnsure: boolean;
}

const usual: JudgeSettings = { url: "", model: "", style: "evidence", onlyUnsure: false };

interface Available {
  readonly named: { readonly url: string; readonly model: string } | null;
  readonly mayName: boolean;
}

interface Cost {
  readonly address: string;
  readonly requests: number;
  readonly answered: number;
  readonly sent: number;
  readonly received: number;
  readonly restricted: readonly string[];
}

interface AskModelProps {
  readonly place: ChapterPlace;
  /** The model's links of this chapter are stored, under this name. */
  onDone(method: string): void;
}

/** Has the chapter aligned by a language model that the person names. Nothing is sent before they have seen what. */
export function AskModel({ place, onDone }: AskModelProps) {
  const available = useFetched(() => answer<Available>(server.judge.$get()), []);
  const [isOpen, setOpen] = useState(false);
  if (available === undefined || (available.named === null && !available.mayName)) return null;
  return (
    <>
      <button type="button" onClick={() => setOpen(true)} title="Have a language model of your own find the links">
        Ask a model
      </button>
      {isOpen && (
        <Asking
          {...{ place, available }}
          onClose={() => setOpen(false)}
          onDone={(method) => {
            setOpen(false);
            onDone(method);
          }}
        />
      )}
    </>
  );
}

function Asking(props: AskModelProps & { readonly available: Available; onClose(): void }) {
  const { place, available, onDone, onClose } = props;
  const [settings, setSettings] = useStored("judge", usual);
  const [cost, setCost] = useState<Cost>();
  const [mayRestricted, setMayRestricted] = useState(false);
  const [problem, setProblem] = useState<string>();
  const change = (changed: Partial<JudgeSettings>) => {
    setSettings({ ...settings, ...changed });
    setCost(undefined);
  };
  const post = <T,>(send: boolean): Promise<T> => {
    const param = { folder: place.folder, number: String(place.number) };
    const json = { ...settings, send, sendRestricted: mayRestricted };
    return answer<T>(server.judge[":folder"][":number"].$post({ param, json }));
  };
  const act = () => {
    setProblem(undefined);
    return attempt(async () => {
      if (cost === undefined) setCost(await post<Cost>(false));
      else onDone((await post<{ method: string }>(true)).method);
    }, setProblem);
  };
  const isRestricted = cost !== undefined && cost.restricted.length > 0;
  return (
    <Dialog
      title="Ask a language model"
      action={cost === undefined ? "See what it costs" : "Send"}
      isReady={!isRestricted || mayRestricted}
      {...{ problem, onClose }}
      onAct={act}
    >
      {available.named === null ? (
        <>
          <Field
            label="Address"
            value={settings.url}
            example="http://localhost:11434/v1"
            onText={(url) => change({ url })}
          />
          <Field label="Model" value={settings.model} example="qwen3:14b" onText={(model) => change({ model })} />
        </>
      ) : (
        <p>
          {available.named.model} at {available.named.url}
        </p>
      )}
      <label>
        Link{" "}
        <select
          value={settings.style}
          onChange={(event) => change({ style: event.currentTarget.value as JudgeSettings["style"] })}
        >
          <option value="evidence">the paragraphs that bear a point out</option>
          <option value="cover">every paragraph of the part that a point describes</option>
        </select>
      </label>
      <Check checked={settings.onlyUnsure} onCheck={(onlyUnsure) => change({ onlyUnsure })}>
        only where plotline is likely wrong (a third of the tokens)
      </Check>
      {cost !== undefined && <CostNote cost={cost} />}
      {isRestricted && (
        <Check checked={mayRestricted} onCheck={setMayRestricted}>
          send it although the licence of {cost.restricted.join(", ")} forbids passing the text on, or is unknown
        </Check>
      )}
    </Dialog>
  );
}

function Field(props: { label: string; value: string; example: string; onText(text: string): void }) {
  const { label, value, example, onText } = props;
  return (
    <label>
      {label} <input value={value} placeholder={example} onInput={(event) => onText(event.currentTarget.value)} />
    </label>
  );
}

function CostNote({ cost: { address, requests, answered, sent, received } }: { cost: Cost }) {
  if (requests === 0)
    return (
      <p>{answered === 0 ? "There is nothing to ask about here." : "It has been answered before; nothing is sent."}</p>
    );
  const number = (value: number) => Math.round(value).toLocaleString("en");
  return (
    <p>
      {requests === 1 ? "One request" : `${requests} requests`} to {address}: at most {number(sent)} tokens to send,
      about {number(received)} to receive.
    </p>
  );
}
