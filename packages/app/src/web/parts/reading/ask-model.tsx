import type { ChapterPlace } from "@plotline/corpus";
import type { InferResponseType } from "hono/client";
import { useState } from "preact/hooks";
import { answer, judge, useFetched } from "../../server.ts";
import { Button } from "../controls/button.tsx";
import { Dialog } from "../controls/dialog.tsx";
import { Check, SelectField, TextField } from "../controls/fields.tsx";
import { useStored } from "../frame/appearance.tsx";

/** The language model that a person named, remembered in this browser; its key stays with the server. */
interface JudgeSettings {
  readonly url: string;
  readonly model: string;
  readonly style: "evidence" | "cover";
}

const usual: JudgeSettings = { url: "", model: "", style: "evidence" };

type Available = InferResponseType<typeof judge.$get, 200>;
type Judged = InferResponseType<(typeof judge)[":folder"][":number"]["$post"], 200>;
type Cost = Extract<Judged, { requests: number }>;

interface AskModelProps {
  readonly place: ChapterPlace;
  /** The model's links of this chapter are stored, under this name. */
  onDone(method: string): void;
}

/** Has the chapter aligned by a language model that the person names. Nothing is sent before they have seen what. */
export function AskModel({ place, onDone }: AskModelProps) {
  const available = useFetched(() => answer(judge.$get()), []);
  const [isOpen, setOpen] = useState(false);
  if (available === undefined || (available.named === null && !available.mayName)) return null;
  return (
    <>
      <Button
        label="Ask a model"
        onClick={() => setOpen(true)}
        title="Have a language model of your own find the links"
      />
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
  const change = (changed: Partial<JudgeSettings>) => {
    setSettings({ ...settings, ...changed });
    setCost(undefined);
  };
  const act = async () => {
    const param = { folder: place.folder, number: String(place.number) };
    const json = { ...settings, send: cost !== undefined, sendRestricted: mayRestricted };
    const judged = await answer(judge[":folder"][":number"].$post({ param, json }));
    if ("method" in judged) onDone(judged.method);
    else setCost(judged);
  };
  const isRestricted = cost !== undefined && cost.restricted.length > 0;
  return (
    <Dialog
      title="Ask a language model"
      action={cost === undefined ? "See what it costs" : "Send"}
      isReady={!isRestricted || mayRestricted}
      onAct={act}
      onClose={onClose}
    >
      {available.named === null ? (
        <>
          <TextField
            label="Address"
            value={settings.url}
            placeholder="http://localhost:11434/v1"
            onText={(url) => change({ url })}
          />
          <TextField
            label="Model"
            value={settings.model}
            placeholder="qwen3:14b"
            onText={(model) => change({ model })}
          />
        </>
      ) : (
        <p>
          {available.named.model} at {available.named.url}
        </p>
      )}
      <SelectField label="Link" value={settings.style} options={styles} onChoose={(style) => change({ style })} />
      {cost !== undefined && <CostNote cost={cost} />}
      {isRestricted && (
        <Check
          label={`send it although the licence of ${cost.restricted.join(", ")} forbids passing the text on, or is unknown`}
          checked={mayRestricted}
          onCheck={setMayRestricted}
        />
      )}
    </Dialog>
  );
}

const styles = [
  ["evidence", "the paragraphs that support a point"],
  ["cover", "every paragraph of the part that a point describes"],
] as const;

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
