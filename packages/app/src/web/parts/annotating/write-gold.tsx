import { type Cell, without } from "@plotline/align";
import { goldOf, isUndecided, type PointStanding, type UndecidedRule } from "@plotline/corpus";
import { useState } from "preact/hooks";
import { answer, attempt, type ChapterAnswer, server } from "../../server.ts";
import { bookChanged, chapterOf, nameOf, useBook } from "../book/book.tsx";
import { Alert } from "../controls/alert.tsx";
import { Button } from "../controls/button.tsx";
import { Dialog, DialogBox } from "../controls/dialog.tsx";
import { Points } from "../controls/points.tsx";
import { counted, minute } from "../controls/wording.ts";
import { NameForm, usePerson } from "../frame/person.tsx";
import { tally } from "./answers.tsx";
import type { Settlement, SettlingAnswer } from "./settlement.ts";

interface WriteGoldProps {
  readonly chapter: ChapterAnswer;
  readonly settling: SettlingAnswer;
  readonly settlement: Settlement;
  onChanged(): void;
}

/** Gold is written after a summary of what it will be and what it replaces. */
export function WriteGold(props: WriteGoldProps) {
  const [isOpen, setOpen] = useState(false);
  const [said, setSaid] = useState("");
  const done = (sentence: string) => {
    setSaid(sentence);
    setOpen(false);
    dispatchEvent(new Event(bookChanged));
    props.onChanged();
  };
  return (
    <>
      <output aria-live="polite">{said}</output>
      <Button
        label="Write gold …"
        class="main"
        onClick={() => setOpen(true)}
        disabled={props.settlement.status.state !== "saved"}
      />
      {isOpen && <Summary {...props} onDone={done} onClose={() => setOpen(false)} />}
    </>
  );
}

function Summary(props: WriteGoldProps & { onDone(said: string): void; onClose(): void }) {
  const { chapter, settling, settlement, onDone, onClose } = props;
  const { standings, history, follow } = settlement;
  const revision = history?.revision ?? 0;
  const [by, setBy] = usePerson();
  const [rule, setRule] = useState<UndecidedRule>("refuse");
  const name = chapterOf(useBook(), chapter.number);
  const open = standings.filter(isUndecided);
  const links = goldOf(standings, rule, chapter.gold ?? undefined);
  const write = async () => {
    const json = {
      by,
      undecided: rule,
      seen: seenGold(chapter),
      sheets: Object.fromEntries(settling.sheets.map(({ name, revision }) => [name, revision])),
      revision,
    };
    const { links } = await answer(server.gold[":folder"][":number"].$post({ param: placeOf(chapter), json }));
    await follow(revision + 1);
    onDone(`Gold saved: ${counted(links, "link")}.`);
  };
  if (by === "") return <WhoSettles onName={setBy} onClose={onClose} />;
  return (
    <Dialog
      title={`Write gold for ${name === undefined ? "this chapter" : nameOf(name)}`}
      action="Write gold"
      isReady={(open.length === 0 || rule !== "refuse") && links.length > 0}
      onAct={write}
      onClose={onClose}
    >
      <Points items={countsOf(standings)} />
      {open.length > 0 && <Undecided {...{ chapter, rule }} count={open.length} onRule={setRule} />}
      <p>{changeText(chapter, links, open.length > 0 && rule === "refuse")}</p>
      <Earlier {...{ chapter, settling, onDone }} />
    </Dialog>
  );
}

function countsOf(standings: readonly PointStanding[]): string[] {
  const isAlone = standings[0]?.answers.length === 1;
  const counts = tally(standings, {
    agreed: isAlone ? "answered by the only annotator" : "on which everyone agrees",
    settled: "decided here",
    differing: "on which annotators differ, undecided",
    partial: "that not everyone has looked at, undecided",
    unseen: "that nobody has looked at, undecided",
  });
  return counts.map(({ count, what }) => `${counted(count, "point")} ${what}`);
}

interface UndecidedProps {
  readonly chapter: ChapterAnswer;
  readonly count: number;
  readonly rule: UndecidedRule;
  onRule(rule: UndecidedRule): void;
}

/** Nothing becomes “no match” because nobody looked at it, unless somebody says so here. */
function Undecided({ chapter, count, rule, onRule }: UndecidedProps) {
  const which = count === 1 ? "the undecided point" : `the ${count} undecided points`;
  const choices: [UndecidedRule, string][] = [
    ["refuse", `Do not write gold until ${which} ${count === 1 ? "is" : "are"} decided`],
    ...(chapter.gold === null ? [] : [["keep", `Keep the current gold for ${which}`] as [UndecidedRule, string]]),
    ["empty", `Write ${which} as having no match`],
  ];
  return (
    <fieldset class="choices">
      <legend>What becomes of {which}?</legend>
      {choices.map(([value, label]) => (
        <label key={value} class="check">
          <input type="radio" name="undecided" checked={rule === value} onChange={() => onRule(value)} />
          <span>{label}</span>
        </label>
      ))}
    </fieldset>
  );
}

function changeText({ gold, faulty }: ChapterAnswer, links: readonly Cell[], isOpen: boolean): string {
  if (isOpen) return "Nothing is written yet.";
  if (faulty.includes("gold"))
    return `The current gold file has a fault; it is kept, and ${counted(links.length, "link")} replace it.`;
  if (gold === null) return `This chapter gets its first gold: ${counted(links.length, "link")}.`;
  const [lost, gained] = [without(gold, links).length, without(links, gold).length];
  if (lost + gained === 0) return "The current gold stays as it is.";
  return `Of the ${counted(gold.length, "link")} in the current gold ${lost} will be removed; ${gained} will be added. The current gold is saved as an earlier version.`;
}

/** Gold that was replaced, which can be restored. */
function Earlier(props: Pick<WriteGoldProps, "chapter" | "settling"> & { onDone(said: string): void }) {
  const { chapter, settling, onDone } = props;
  const [problem, setProblem] = useState<string>();
  if (settling.earlier.length === 0) return null;
  const restore = (earlier: string) =>
    attempt(async () => {
      const json = { seen: seenGold(chapter), earlier };
      await answer(server.gold[":folder"][":number"].$put({ param: placeOf(chapter), json }));
      onDone(`The gold replaced on ${dateOf(earlier)} is back.`);
    }, setProblem);
  return (
    <details class="folds">
      <summary>Earlier gold ({settling.earlier.length})</summary>
      <Alert>{problem}</Alert>
      <ul class="points">
        {settling.earlier.map((earlier) => (
          <li key={earlier}>
            replaced on {dateOf(earlier)} <Button label="Put back" onClick={() => void restore(earlier)} />
          </li>
        ))}
      </ul>
    </details>
  );
}

function placeOf({ folder, number }: ChapterAnswer) {
  return { folder, number: String(number) };
}

function seenGold({ gold }: ChapterAnswer) {
  return gold?.map(({ summary, story }) => ({ summary, story })) ?? null;
}

/** `2026-11-16T04-12-05.123Z`, as a file is called, in words. */
function dateOf(time: string): string {
  return minute(time.replace(/T(\d\d)-(\d\d)-/, "T$1:$2:"));
}

/** Gold is signed: asks for a name where nobody has given one yet. */
function WhoSettles({ onName, onClose }: { onName: (name: string) => Promise<void>; onClose: () => void }) {
  return (
    <DialogBox title="Who is settling?" onClose={onClose}>
      <NameForm label="Your name (gold is signed with it)" onName={onName} />
      <footer>
        <Button label="Cancel" onClick={onClose} />
      </footer>
    </DialogBox>
  );
}
