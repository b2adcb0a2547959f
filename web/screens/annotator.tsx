import { useMemo } from "preact/hooks";
import { bulletToResume } from "../../src/corpus/annotations/annotation.ts";
import { overruled } from "../../src/corpus/annotations/settlement.ts";
import type { Cell } from "../../src/corpus/cells.ts";
import type { Link } from "../../src/corpus/types.ts";
import { type Desk, isChosen, useDesk } from "../parts/annotating/desk.ts";
import { PointNote } from "../parts/annotating/note.tsx";
import { OvertakenNote } from "../parts/annotating/overtaken.tsx";
import { goToLeastSure, QueueMenu } from "../parts/annotating/queue.tsx";
import { SavingLamp } from "../parts/annotating/saving-lamp.tsx";
import { pinsOf, type Sheet, useSheet } from "../parts/annotating/sheet.ts";
import { CalibrationOffer } from "../parts/book/calibration.tsx";
import { Button } from "../parts/controls/button.tsx";
import { type Actions, annotatorKeys } from "../parts/controls/key-lists.ts";
import { Keys, useKeys } from "../parts/controls/keys.tsx";
import { counted, day, numbered, percent } from "../parts/controls/wording.ts";
import { ChapterHeader, NeedsGuide, Waiting } from "../parts/frame/frame.tsx";
import { NameForm, usePerson } from "../parts/frame/person.tsx";
import { useChapter, useLinks, useSides } from "../parts/reading/chapter.ts";
import { Pages, type Place } from "../parts/reading/pages.tsx";
import { Strip } from "../parts/reading/strip.tsx";
import type { ChapterPlace } from "../route.ts";
import type { ChapterAnswer } from "../server.ts";
import { TeamAside } from "../team/aside.tsx";
import { may } from "../team/identity.ts";

/** Gold alignments from the keyboard. */
export function Annotator(place: ChapterPlace) {
  const loaded = useChapter(place);
  const [name, setName] = usePerson();
  if (loaded.state !== "there") return <Waiting loaded={loaded} />;
  if (loaded.value.summary.length === 0) return <NeedsGuide screen="annotate" number={place.number} />;
  if (name === "") return <WhoAreYou chapter={loaded.value} onName={setName} />;
  return <OpenSheet chapter={loaded.value} annotator={name} />;
}

function WhoAreYou({ chapter, onName }: { chapter: ChapterAnswer; onName(name: string): void }) {
  return (
    <>
      <ChapterHeader screen="annotate" number={chapter.number} />
      <main class="message">
        <NameForm label="Your name (your links are saved under it)" button="Start" onName={onName} />
      </main>
    </>
  );
}

function OpenSheet({ chapter, annotator }: { chapter: ChapterAnswer; annotator: string }) {
  const sheet = useSheet(chapter, annotator);
  const { isOpen, saving } = sheet;
  return (
    <>
      <ChapterHeader screen="annotate" number={chapter.number} lamp={isOpen && <SavingLamp saving={saving} />}>
        <QueueMenu annotator={annotator} folder={chapter.folder} />
      </ChapterHeader>
      {isOpen && <AnnotatingDesk {...{ chapter, annotator, sheet }} />}
      {!isOpen && <Waiting loaded={"problem" in saving ? { ...saving, state: "failed" } : { state: "loading" }} />}
    </>
  );
}

/** Both texts, what was decided and what is suggested, and the keys to decide more. */
function AnnotatingDesk({ chapter, annotator, sheet }: Annotating) {
  const pins = useMemo(() => pinsOf(sheet.decided, chapter), [sheet.decided, chapter]);
  const links = useLinks(chapter, undefined, pins) ?? none;
  const sides = useSides(chapter, links);
  const desk = useDesk(chapter, {
    opensAt: () => bulletToResume(sheet.annotation, chapter.summary.length),
    startsAt: (bullet) => likelyParagraph(sheet.decided.linked, bullet),
    paragraphOf: (bullet) => links.find((link) => link.summary === bullet)?.story,
    ranges: true,
  });
  const actions = actionsOf({ chapter, annotator, sheet, links, desk });
  useKeys(annotatorKeys, actions);
  const mark = useMarks(sheet, links, desk);
  const verdicts = useVerdicts(sheet, links, desk.bullet);
  const remarks = useRemarks({ chapter, annotator, sheet }, desk);
  const under = useMemo(() => (place: Place) => verdicts(place) ?? remarks(place), [verdicts, remarks]);
  const { linked, done, commentary } = sheet.decided;
  const finished = new Set([...done, ...commentary]).size;
  const isFinished = finished === chapter.summary.length;
  return (
    <main>
      <OverruledNote chapter={chapter} sheet={sheet} annotator={annotator} />
      <OvertakenNote saving={sheet.saving} onAgain={sheet.change} />
      {isFinished && sheet.saving.state === "saved" && may("owner") && <CalibrationOffer onlyIfNew />}
      <div class="desk">
        <Pages
          chapter={chapter}
          sides={sides}
          active={{ side: "summary", index: desk.bullet }}
          onActive={() => undefined}
          onChoose={({ side, index }: Place, extend) =>
            side === "summary" ? desk.toBullet(index) : desk.toParagraph(index, extend)
          }
          ranges
          markOf={mark}
          under={under}
        >
          <Strip sides={sides} />
        </Pages>
      </div>
      <TeamAside chapter={chapter} bullet={desk.bullet} onSheet={sheet.follow} />
      <Keys
        keys={annotatorKeys}
        actions={actions}
        status={`${finished} of ${counted(chapter.summary.length, "point")} done, ${counted(linked.length, "link")}`}
      />
    </main>
  );
}

interface Annotating {
  readonly chapter: ChapterAnswer;
  readonly annotator: string;
  readonly sheet: Sheet;
}

/** Where gold says otherwise than this annotator, once it was made of their sheet. */
function overruledOf({ chapter: { settled, gold, summary }, sheet, annotator }: Annotating) {
  if (settled === null || gold === null || !settled.annotators.includes(annotator)) return [];
  return overruled(sheet.decided, gold, summary.length);
}

function OverruledNote(props: Annotating) {
  const { settled } = props.chapter;
  if (settled === null || !settled.annotators.includes(props.annotator)) return null;
  const found = overruledOf(props);
  return (
    <p class="note">
      {settled.by} wrote gold for this chapter on {day(settled.at)}.{" "}
      {found.length === 0
        ? "It agrees with all your links."
        : `It differs from your links at ${numbered(
            "point",
            found.map(({ bullet }) => bullet),
          )}; each is marked below.`}
    </p>
  );
}

/** Under a point: what gold says instead, and the notes. */
function useRemarks({ chapter, annotator, sheet }: Annotating, { bullet, isNoting, endNote }: Desk) {
  const { decided, change } = sheet;
  return useMemo(() => {
    const instead = new Map(overruledOf({ chapter, annotator, sheet }).map((each) => [each.bullet, each]));
    const reasons = new Map(chapter.settled?.notes.map(({ summary, text }) => [summary, text]));
    const notes = new Map(decided.notes.map(({ summary, text }) => [summary, text]));
    return ({ side, index }: Place) => {
      if (side !== "summary") return null;
      const other = instead.get(index);
      const own = notes.get(index);
      return (
        <>
          {other !== undefined && (
            <p class="overruled">
              Gold: {answerText(other.gold)}. You: {answerText(other.own)}.
              {reasons.has(index) && ` ${chapter.settled?.by}: “${reasons.get(index)}”`}
            </p>
          )}
          <PointNote
            by="Note"
            text={own}
            isEdited={index === bullet && isNoting}
            onChange={(text) => change({ act: "note", summary: index, text })}
            onEnd={endNote}
          />
        </>
      );
    };
  }, [chapter, decided, annotator, bullet, isNoting]);
}

function answerText(stories: readonly number[]): string {
  return stories.length === 0 ? "no match" : numbered("paragraph", stories);
}

const none: readonly Link[] = [];

/** The first paragraph linked to a point, else the last one linked to an earlier point: where it is likely to be. */
function likelyParagraph(linked: readonly Cell[], bullet: number): number {
  const own = linked.find((cell) => cell.summary === bullet);
  return (own ?? linked.findLast((cell) => cell.summary < bullet))?.story ?? 0;
}

interface AtHand extends Annotating {
  readonly links: readonly Link[];
  readonly desk: Desk;
}

function actionsOf(at: AtHand): Actions<(typeof annotatorKeys)[number]["action"]> {
  const { chapter, annotator, sheet, links, desk } = at;
  const { bullet } = desk;
  const chosen = Array.from({ length: desk.to - desk.from + 1 }, (_, k) => ({ summary: bullet, story: desk.from + k }));
  return {
    ...desk.moves,
    ...suggestionActions(at, chosen),
    link: () => sheet.change({ act: "link", cells: chosen }),
    unlink: () => sheet.change({ act: "unlink", cells: chosen }),
    commentary: () => {
      const is = !sheet.decided.commentary.includes(bullet);
      sheet.change({ act: "commentary", summary: bullet, is });
      if (is) desk.goTo(bullet + 1);
    },
    done: () => finish(at),
    leastSure: () => {
      const next = leastSure(chapter, sheet, links);
      if (next !== undefined) desk.goTo(next);
    },
    leastSureOfAll: () => void goToLeastSure(annotator, chapter, desk.goTo),
    undo: () => sheet.change({ act: "undo" }),
    redo: () => sheet.change({ act: "redo" }),
  };
}

/** What can be done with the suggestions for the point at hand. */
function suggestionActions(at: AtHand, chosen: readonly Cell[]) {
  const { sheet, links, desk } = at;
  const { bullet: summary, from, to } = desk;
  const suggested = links.filter((link) => link.summary === summary && !isLinked(sheet, link));
  return {
    accept: () => {
      const [one, next] = suggestionsFrom(suggested, from, to);
      if (one === undefined) return;
      sheet.change({ act: "link", cells: [{ summary, story: one.story }] });
      desk.toParagraph(next?.story ?? one.story);
    },
    refuse: () => {
      const [one, next] = from === to ? suggestionsFrom(suggested, from, to) : [];
      sheet.change({ act: "refuse", cells: one === undefined ? [...chosen] : [{ summary, story: one.story }] });
      if (one !== undefined) desk.toParagraph(next?.story ?? one.story);
    },
    acceptAll: () => {
      if (suggested.length > 0)
        sheet.change({ act: "link", cells: suggested.map(({ story }) => ({ summary, story })) });
      finish(at);
    },
  };
}

function finish({ sheet, desk }: AtHand): void {
  sheet.change({ act: "done", summary: desk.bullet, is: true });
  desk.goTo(desk.bullet + 1);
}

/** The suggestion under the cursor, else the bullet's first; and the one to decide after it. */
function suggestionsFrom(suggested: readonly Link[], from: number, to: number): readonly Link[] {
  const here = suggested.findIndex(({ story }) => story >= from && story <= to);
  const start = Math.max(0, here);
  return [...suggested.slice(start), ...suggested.slice(0, start)];
}

/** On each suggestion for the bullet at hand, for the mouse: take this one, or refuse it. */
function useVerdicts(sheet: Sheet, links: readonly Link[], bullet: number) {
  const { decided, change } = sheet;
  return useMemo(() => {
    const taken = new Set(decided.linked.filter((cell) => cell.summary === bullet).map((cell) => cell.story));
    const own = links.filter((link) => link.summary === bullet && !taken.has(link.story));
    const open = new Map(own.map((link) => [link.story, link]));
    return ({ side, index }: Place) => {
      const link = side === "story" ? open.get(index) : undefined;
      return link === undefined ? null : <Verdict link={link} onChange={change} />;
    };
  }, [decided, links, bullet, change]);
}

function Verdict({ link: { summary, story, confidence }, onChange }: { link: Link; onChange: Sheet["change"] }) {
  const cells = [{ summary, story }];
  return (
    <span class="verdict">
      <Button label="Accept" tabIndex={-1} onClick={() => onChange({ act: "link", cells })} />
      <Button label="Reject" tabIndex={-1} onClick={() => onChange({ act: "refuse", cells })} />
      <span class="quiet">{percent(confidence)}</span>
    </span>
  );
}

/** The open bullet whose surest suggestion is the least sure. */
function leastSure(chapter: ChapterAnswer, { decided }: Sheet, links: readonly Link[]): number | undefined {
  const sureness = chapter.summary.map(() => 0);
  for (const { summary, confidence } of links) sureness[summary] = Math.max(sureness[summary] ?? 0, confidence);
  const open = sureness
    .map((_, bullet) => bullet)
    .filter((bullet) => !decided.done.includes(bullet) && !decided.commentary.includes(bullet));
  return open.sort((a, b) => (sureness[a] ?? 0) - (sureness[b] ?? 0))[0];
}

function useMarks({ decided }: Sheet, links: readonly Link[], desk: Desk): (place: Place) => string {
  return useMemo(() => {
    const own = (cells: readonly Cell[]) =>
      new Set(cells.filter((cell) => cell.summary === desk.bullet).map((cell) => cell.story));
    const [linked, refused, suggested] = [own(decided.linked), own(decided.refused), own(links)];
    const [done, commentary] = [new Set(decided.done), new Set(decided.commentary)];
    return (place) => {
      const { side, index } = place;
      if (side === "summary")
        return [index === desk.bullet && "here", done.has(index) && "done", commentary.has(index) && "commentary"]
          .filter(Boolean)
          .join(" ");
      const state = linked.has(index)
        ? "linked"
        : refused.has(index)
          ? "refused"
          : suggested.has(index)
            ? "suggested"
            : "";
      return isChosen(desk, place) ? `chosen ${state}` : state;
    };
  }, [decided, links, desk.bullet, desk.from, desk.to]);
}

function isLinked({ decided }: Sheet, { summary, story }: Link): boolean {
  return decided.linked.some((cell) => cell.summary === summary && cell.story === story);
}
