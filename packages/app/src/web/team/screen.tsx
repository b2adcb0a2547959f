import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { Button, Download } from "../parts/controls/button.tsx";
import { CorpusHeader } from "../parts/frame/headers.tsx";
import { Pending } from "../parts/frame/waiting.tsx";
import { here } from "../route.ts";
import { answer, apiOf, attempt, useAnswer } from "../server.ts";
import { team, type WorkAnswer } from "./api.ts";
import { Assign } from "./assign.tsx";
import { ChapterLink, chapterName } from "./chapter-link.tsx";
import { Dashboard } from "./dashboard.tsx";
import { may } from "./identity.ts";
import { People } from "./people.tsx";

/** What a team does on this corpus: everyone's own work, and for those who lead it how it goes and who belongs. */
export function Team() {
  const [changes, setChanges] = useState(0);
  const onChange = () => setChanges((before) => before + 1);
  return (
    <>
      <CorpusHeader screen="team" />
      <main class="team">
        {may("annotator") && (
          <Part title="Your chapters">
            <OwnWork changes={changes} />
          </Part>
        )}
        {may("curator") && (
          <Part title="Progress and agreement">
            <Dashboard changes={changes} />
          </Part>
        )}
        {may("owner") && (
          <>
            <Part title="Assign chapters">
              <Assign changes={changes} onChange={onChange} />
            </Part>
            <Part title="People">
              <People changes={changes} onChange={onChange} />
            </Part>
            <p>
              <Download label="Download the audit trail" href={`${apiOf(here)}/team/audit`} name="audit.jsonl" />
            </p>
          </>
        )}
      </main>
    </>
  );
}

function Part({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

/** The chapters that somebody is to annotate; the training comes first. */
function OwnWork({ changes }: { changes: number }) {
  const loaded = useAnswer(() => answer(team.work.$get()), [changes]);
  if (loaded.state !== "there") return <Pending loaded={loaded} />;
  const { training, chapters, hasPassed, leastF } = loaded.value;
  return (
    <>
      {training.length > 0 && !hasPassed && (
        <>
          <p>
            Start with the training: each chapter must agree with its known links at F {leastF.toFixed(2)} or better.
            Your other chapters open after it.
          </p>
          <ul class="tasks">
            {training.map((each) => (
              <li key={`${each.folder} ${each.number}`}>
                <AssignedChapter chapter={each} />
                <HandIn chapter={each} leastF={leastF} onDone={loaded.again} />
              </li>
            ))}
          </ul>
        </>
      )}
      {training.length > 0 && hasPassed && <p>You have passed the training.</p>}
      {chapters.length === 0 && <p class="quiet">No chapter is assigned to you.</p>}
      <ul class="tasks">
        {chapters.map((each) => (
          <li key={`${each.folder} ${each.number}`}>
            {hasPassed ? <AssignedChapter chapter={each} /> : <span>{chapterName(each)}</span>}
          </li>
        ))}
      </ul>
    </>
  );
}

type Chapter = WorkAnswer["chapters"][number];

function AssignedChapter({ chapter }: { chapter: Chapter }) {
  const { folder, title, number, closed, points, isDone } = chapter;
  return (
    <>
      <ChapterLink screen="annotate" {...{ folder, title, number }} />
      <span class="quiet">{isDone ? "done" : `${closed} of ${points} points`}</span>
      <meter min={0} max={points} value={closed} aria-label={`Points done in ${chapterName(chapter)}`} />
    </>
  );
}

function HandIn(props: { chapter: WorkAnswer["training"][number]; leastF: number; onDone(): void }) {
  const { chapter, leastF, onDone } = props;
  const [said, setSaid] = useState("");
  const { result } = chapter;
  const hand = () =>
    attempt(async () => {
      const param = { folder: chapter.folder, number: String(chapter.number) };
      const { f } = await answer(team.training[":folder"][":number"].$post({ param }));
      setSaid(
        f >= leastF
          ? `F ${f.toFixed(2)}: passed.`
          : `F ${f.toFixed(2)}: not enough yet; look again and hand it in again.`,
      );
      onDone();
    }, setSaid);
  const isPassed = result !== null && result.f >= leastF;
  return (
    <>
      {!isPassed && <Button label="Hand in" disabled={!chapter.isDone} onClick={hand} />}
      <output aria-live="polite">
        {said !== "" ? said : result === null ? "" : `Best F ${result.f.toFixed(2)}${isPassed ? ", passed" : ""}`}
      </output>
    </>
  );
}
