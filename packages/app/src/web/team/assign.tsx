import { placeList } from "@plotline/corpus";
import { useState } from "preact/hooks";
import { Button } from "../parts/controls/button.tsx";
import { Check, Form, SelectField, TextField } from "../parts/controls/fields.tsx";
import { useLibrary, workOptions } from "../parts/frame/library.ts";
import { answer, attempt, type LibraryAnswer, useFetched } from "../server.ts";
import { accounts, type TrainingAnswer, team } from "./api.ts";

type Works = LibraryAnswer["works"];

/** The owner deals out chapters, and says which of them train newcomers. */
export function Assign({ changes, onChange }: { changes: number; onChange(): void }) {
  const library = useLibrary();
  const people = useFetched(() => answer(accounts.team.people.$get()), [changes])?.people;
  const training = useFetched(() => answer(team.training.$get()), []);
  if (library.state !== "there" || people === undefined || training === undefined) return null;
  const names = people.filter(({ role }) => role !== "reader").map(({ name }) => name);
  return (
    <>
      <Deal works={library.value.works} names={names} onDeal={onChange} />
      <h3>Training</h3>
      <TrainingForm works={library.value.works} training={training} />
    </>
  );
}

function Deal({ works, names, onDeal }: { works: Works; names: readonly string[]; onDeal(): void }) {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [folder, setFolder] = useState("");
  const [list, setList] = useState("");
  const [overlap, setOverlap] = useState(20);
  const [said, setSaid] = useState("");
  const deal = () =>
    attempt(async () => {
      const chapters = chaptersOf(works, folder, list, "summarised");
      const share = chosen.length < 2 ? 0 : overlap / 100;
      const json = { names: [...chosen], chapters, overlap: share, seed: chapters.length };
      const { add } = await answer(team.assignments.$post({ json }));
      const counts = chosen.map((name) => `${name} ${add.filter((task) => task.name === name).length}`);
      setSaid(`Chapters assigned: ${counts.join(", ")}.`);
      onDeal();
    }, setSaid);
  return (
    <Form class="line" onSend={deal}>
      <fieldset class="names">
        <legend>Who</legend>
        {names.map((name) => (
          <Check
            key={name}
            label={name}
            checked={chosen.includes(name)}
            onCheck={(is) => setChosen(is ? [...chosen, name] : chosen.filter((each) => each !== name))}
          />
        ))}
      </fieldset>
      <SelectField label="Work" value={folder} options={workOptions(works, "All works")} onChoose={setFolder} />
      <TextField label="Chapters" value={list} placeholder="all, or 1-4,7" onText={setList} />
      <TextField
        label="Chapters annotated twice, %"
        type="number"
        min={0}
        max={100}
        value={overlap}
        disabled={chosen.length < 2}
        onText={(text) => setOverlap(Number(text))}
      />
      <Button label="Assign" type="submit" class="main" disabled={chosen.length === 0} />
      <output aria-live="polite">{said}</output>
    </Form>
  );
}

function TrainingForm({ works, training }: { works: Works; training: TrainingAnswer }) {
  const withGold = works.filter(({ annotated }) => annotated.length > 0);
  const [folder, setFolder] = useState(training.chapters[0]?.folder ?? "");
  const [list, setList] = useState(training.chapters.map(({ number }) => number + 1).join(","));
  const [leastF, setLeastF] = useState(training.leastF);
  const [said, setSaid] = useState("");
  const save = () =>
    attempt(async () => {
      const chapters = folder === "" ? [] : chaptersOf(works, folder, list, "annotated");
      await answer(team.training.$put({ json: { chapters, leastF } }));
      setSaid(chapters.length === 0 ? "No training required." : `${chapters.length} chapters train newcomers.`);
    }, setSaid);
  return (
    <Form class="line" onSend={save}>
      <SelectField label="Work" value={folder} options={workOptions(withGold, "No training")} onChoose={setFolder} />
      <TextField label="Chapters" value={list} placeholder="all, or 1-4,7" onText={setList} />
      <TextField
        label="Minimum F"
        type="number"
        min={0}
        max={1}
        step={0.01}
        value={leastF}
        onText={(text) => setLeastF(Number(text))}
      />
      <Button label="Save the training" type="submit" />
      <output aria-live="polite">{said}</output>
    </Form>
  );
}

/** The chapters of a list like `1-4,7`, counted from 1, or all that have what is needed. */
function chaptersOf(works: Works, folder: string, list: string, having: "summarised" | "annotated") {
  const chosen = folder === "" ? works : works.filter((work) => work.folder === folder);
  const wanted = list.trim() === "" ? undefined : placeList(list);
  if (wanted === undefined && list.trim() !== "") throw new Error(`“${list}” is not a list like 1-4,7.`);
  return chosen.flatMap((work) => {
    const numbers = wanted ?? work[having];
    const missing = numbers.find((number) => !work[having].includes(number));
    if (missing !== undefined)
      throw new Error(
        `${work.title} has no chapter ${missing + 1} with ${having === "annotated" ? "gold" : "a summary"}.`,
      );
    return numbers.map((number) => ({ folder: work.folder, number }));
  });
}
