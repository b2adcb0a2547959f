import type { InferResponseType } from "hono/client";
import { useEffect, useMemo, useState } from "preact/hooks";
import type { Cell } from "../../src/align/method.ts";
import { type Annotation, decided } from "../../src/corpus/annotation.ts";
import { agreement } from "../../src/evaluate/agreement.ts";
import { useChapter, useSides } from "../parts/chapter.ts";
import { Check } from "../parts/check.tsx";
import { ChapterHeader, Waiting } from "../parts/frame.tsx";
import { Pages, type Place, show } from "../parts/pages.tsx";
import type { ChapterPlace } from "../route.ts";
import { answer, type ChapterAnswer, server, useAnswer } from "../server.ts";

/** Where annotators differ, cell by cell, and what becomes gold. */
export function Settle(place: ChapterPlace) {
  const [written, setWritten] = useState(0);
  const loaded = useChapter(place, written);
  if (loaded.state !== "there") return <Waiting loaded={loaded} />;
  return <Sheets chapter={loaded.value} onWritten={() => setWritten(written + 1)} />;
}

interface Voice {
  readonly name: string;
  readonly links: readonly Cell[];
}

function Sheets({ chapter, onWritten }: { chapter: ChapterAnswer; onWritten(): void }) {
  const voices = useAnswer(() => readVoices(chapter), [chapter]);
  if (voices.state !== "there") return <Waiting loaded={voices} />;
  if (voices.value.length === 0)
    return (
      <>
        <ChapterHeader screen="settle" folder={chapter.folder} number={chapter.number} title={chapter.title} />
        <main class="message">
          <p>Nobody has annotated this chapter yet.</p>
        </main>
      </>
    );
  return <OpenSettlement chapter={chapter} voices={voices.value} onWritten={onWritten} />;
}

async function readVoices({ annotators, folder, number }: ChapterAnswer): Promise<Voice[]> {
  const address = server.sheets[":annotator"][":folder"][":number"];
  return Promise.all(
    annotators.map(async (name) => {
      const sheet = await answer<Annotation>(
        address.$get({ param: { annotator: name, folder, number: String(number) } }),
      );
      return { name, links: decided(sheet).linked };
    }),
  );
}

function OpenSettlement(props: { chapter: ChapterAnswer; voices: readonly Voice[]; onWritten(): void }) {
  const { chapter, voices, onWritten } = props;
  const votes = useMemo(() => countVotes(voices), [voices]);
  const [settled, setSettled] = useState(() => majority(votes, voices.length));
  const [bullet, setBullet] = useState(0);
  const links = useMemo(() => linksOf(votes, voices.length), [votes, voices.length]);
  const sides = useSides(chapter, links);
  const differing = [...new Set(links.filter(({ confidence }) => confidence < 1).map(({ summary }) => summary))];
  useEffect(() => show({ side: "summary", index: bullet }), [bullet]);
  const { folder, number, title } = chapter;
  return (
    <>
      <ChapterHeader screen="settle" {...{ folder, number, title }} />
      <main>
        <div class="settling">
          <Voices chapter={chapter} voices={voices} differing={differing.length} />
          <button type="button" onClick={() => setBullet(nextOf(differing, bullet))} disabled={differing.length === 0}>
            Next difference
          </button>
          <Writing {...{ chapter, settled, onWritten }} />
        </div>
        <Pages
          chapter={chapter}
          sides={sides}
          active={{ side: "summary", index: bullet }}
          onActive={() => undefined}
          onChoose={({ side, index }) =>
            side === "summary"
              ? setBullet(index)
              : setSettled(toggled(settled, keyOf({ summary: bullet, story: index })))
          }
          markOf={(place) => markOf(place, bullet, differing, votes, settled)}
        />
      </main>
    </>
  );
}

/** The last word: what gold would lose is agreed to, then it is written. */
function Writing(props: { chapter: ChapterAnswer; settled: ReadonlySet<string>; onWritten(): void }) {
  const { chapter, settled, onWritten } = props;
  const [said, setSaid] = useState("");
  const [agreed, setAgreed] = useState(false);
  const loss = lossOf(chapter, settled);
  const write = async () => {
    setSaid(await writeGold(chapter, [...settled].map(cellOf)));
    setAgreed(false);
    onWritten();
  };
  const mayWrite = settled.size > 0 && (loss === undefined || agreed);
  return (
    <>
      <output aria-live="polite">{said}</output>
      {loss !== undefined && (
        <Check checked={agreed} onCheck={setAgreed}>
          {loss}
        </Check>
      )}
      <button type="button" class="main" onClick={write} disabled={!mayWrite}>
        Write gold
      </button>
    </>
  );
}

/** What would be gone from the gold that is there, to be agreed to. */
function lossOf({ gold, goldIsFaulty }: ChapterAnswer, settled: ReadonlySet<string>): string | undefined {
  if (goldIsFaulty) return "Replace the gold file, which has a fault";
  const gone = (gold ?? []).filter((link) => !settled.has(keyOf(link))).length;
  return gone === 0 ? undefined : `Replace gold: ${gone} of its ${gold?.length} links go`;
}

/** Writes on top of the gold that was seen, and says what became of it. */
async function writeGold({ folder, number, gold }: ChapterAnswer, links: readonly Cell[]): Promise<string> {
  const param = { folder, number: String(number) };
  const seen = gold?.map(({ summary, story }) => ({ summary, story })) ?? null;
  try {
    await answer(server.gold[":folder"][":number"].$put({ param, json: { seen, links: [...links] } }));
    return `${links.length} links are gold now.`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function toggled(settled: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(settled);
  if (!next.delete(key)) next.add(key);
  return next;
}

/** Who is here and how far each two agree. */
function Voices({
  chapter,
  voices,
  differing,
}: {
  chapter: ChapterAnswer;
  voices: readonly Voice[];
  differing: number;
}) {
  const everyone = chapter.gold === null ? voices : [...voices, { name: "gold", links: chapter.gold }];
  const pairs = everyone.flatMap((first, k) => everyone.slice(k + 1).map((second) => ({ first, second })));
  const shape = { bullets: chapter.summary.length, paragraphs: chapter.story.length };
  return (
    <ul class="voices">
      {pairs.map(({ first, second }) => {
        const { f, kappa } = agreement([{ ...shape, first: first.links, second: second.links }]);
        return (
          <li key={`${first.name} ${second.name}`}>
            {first.name} and {second.name}: F {f.toFixed(2)}, κ {kappa.toFixed(2)}
          </li>
        );
      })}
      <WholeWork folder={chapter.folder} />
      {voices.length > 1 && (
        <li>
          {differing === 0 ? "No differences" : `${differing} ${differing === 1 ? "bullet differs" : "bullets differ"}`}
        </li>
      )}
    </ul>
  );
}

/** The same over all chapters of the work that two have in common. */
function WholeWork({ folder }: { folder: string }) {
  const asked = useAnswer(
    () => answer<AgreementAnswer>(server.agreement[":folder"].$get({ param: { folder } })),
    [folder],
  );
  if (asked.state !== "there") return null;
  return (
    <>
      {asked.value.pairs
        .filter(({ chapters }) => chapters > 1)
        .map(({ first, second, chapters, f, kappa }) => (
          <li key={`${first} ${second}`}>
            {first} and {second} over {chapters} chapters: F {f.toFixed(2)}, κ {kappa.toFixed(2)}
          </li>
        ))}
    </>
  );
}

type AgreementAnswer = InferResponseType<(typeof server.agreement)[":folder"]["$get"], 200>;
type Votes = ReadonlyMap<string, number>;

function countVotes(voices: readonly Voice[]): Votes {
  const votes = new Map<string, number>();
  for (const { links } of voices) for (const link of links) votes.set(keyOf(link), (votes.get(keyOf(link)) ?? 0) + 1);
  return votes;
}

/** What more than half of them linked. */
function majority(votes: Votes, voices: number): ReadonlySet<string> {
  return new Set([...votes].filter(([, count]) => count > voices / 2).map(([key]) => key));
}

function linksOf(votes: Votes, voices: number) {
  return [...votes].map(([key, count]) => ({ ...cellOf(key), confidence: count / voices }));
}

function markOf(
  { side, index }: Place,
  bullet: number,
  differing: readonly number[],
  votes: Votes,
  settled: ReadonlySet<string>,
): string {
  if (side === "summary") return index === bullet ? "here" : differing.includes(index) ? "differing" : "";
  const key = keyOf({ summary: bullet, story: index });
  if (settled.has(key)) return "linked";
  return votes.has(key) ? "suggested" : "";
}

function nextOf(bullets: readonly number[], after: number): number {
  const sorted = [...bullets].sort((a, b) => a - b);
  return sorted.find((bullet) => bullet > after) ?? sorted[0] ?? after;
}

function keyOf({ summary, story }: Cell): string {
  return `${summary}:${story}`;
}

function cellOf(key: string): Cell {
  const [summary = 0, story = 0] = key.split(":").map(Number);
  return { summary, story };
}
