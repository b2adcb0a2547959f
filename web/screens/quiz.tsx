import type { InferResponseType } from "hono/client";
import { useState } from "preact/hooks";
import { CorpusHeader, useLibrary } from "../parts/frame.tsx";
import { usePerson } from "../parts/person.tsx";
import { Question } from "../parts/question.tsx";
import { type Given, Score, saveRound } from "../parts/quiz-score.tsx";
import { Scores } from "../parts/scores.tsx";
import { answer, server } from "../server.ts";

export type QuizAnswer = InferResponseType<typeof server.quiz.$get, 200>;
export type AskedQuestion = QuizAnswer["questions"][number];

interface Wish {
  readonly folder: string;
  readonly task: "cloze" | "completion" | "both";
  readonly set: "story" | "hard";
  readonly count: number;
}

interface Round {
  readonly seed: number;
  readonly questions: readonly AskedQuestion[];
}

/** Questions about the stories as a game: answer, see the passage, and what chance and simple rules score. */
export function Quiz() {
  const [round, setRound] = useState<Round>();
  const [said, setSaid] = useState("");
  const begin = async ({ folder, task, set, count }: Wish) => {
    const seed = Math.floor(Math.random() * 1_000_000);
    setSaid("Reading the works and making questions …");
    try {
      const query = { task, set, count: String(count), seed: String(seed), ...(folder !== "" && { folder }) };
      const { questions } = await answer<QuizAnswer>(server.quiz.$get({ query }));
      setRound({ seed, questions });
      setSaid("");
    } catch (error) {
      setSaid(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <>
      <CorpusHeader screen="quiz" />
      <main class="quiz">
        {round === undefined ? (
          <Setup onBegin={begin} said={said} />
        ) : (
          <Play key={round.seed} round={round} onEnd={() => setRound(undefined)} />
        )}
      </main>
    </>
  );
}

function Setup({ onBegin, said }: { onBegin(wish: Wish): Promise<void>; said: string }) {
  const library = useLibrary();
  const [wish, setWish] = useState<Wish>({ folder: "", task: "cloze", set: "story", count: 10 });
  const works = library.state === "there" ? library.value.works.filter((work) => work.summarised.length > 0) : [];
  return (
    <>
      <form
        class="setup"
        onSubmit={(event) => {
          event.preventDefault();
          void onBegin(wish);
        }}
      >
        <h2>How well do you know these stories?</h2>
        <label>
          About
          <select
            value={wish.folder}
            onChange={({ currentTarget }) => setWish({ ...wish, folder: currentTarget.value })}
          >
            <option value="">any work</option>
            {works.map(({ folder, title }) => (
              <option key={folder} value={folder}>
                {title}
              </option>
            ))}
          </select>
        </label>
        <Choice
          label="Asked for"
          value={wish.task}
          options={{ cloze: "the missing name", completion: "how it goes on", both: "both" }}
          onChange={(task) => setWish({ ...wish, task })}
        />
        <Choice
          label="Names from"
          value={wish.set}
          options={{ story: "the whole story", hard: "the same chapter first" }}
          onChange={(set) => setWish({ ...wish, set })}
        />
        <Choice
          label="Questions"
          value={String(wish.count)}
          options={{ "5": "5", "10": "10", "20": "20" }}
          onChange={(count) => setWish({ ...wish, count: Number(count) })}
        />
        <button type="submit" class="main" disabled={said.endsWith("…")}>
          Begin
        </button>
        <output aria-live="polite">{said}</output>
      </form>
      <Scores />
    </>
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
        <button key={each} type="button" aria-pressed={each === value} onClick={() => onChange(each)}>
          {options[each]}
        </button>
      ))}
    </fieldset>
  );
}

/** Question by question; what was answered is kept when the round ends, early or not. */
function Play({ round, onEnd }: { round: Round; onEnd(): void }) {
  const [name] = usePerson();
  const [given, setGiven] = useState<readonly Given[]>([]);
  const [at, setAt] = useState(0);
  const [kept, setKept] = useState<string>();
  const question = round.questions[at];
  const end = async (answers: readonly Given[]) => {
    setAt(round.questions.length);
    if (answers.length === 0) return onEnd();
    setKept(await saveRound(name, round.seed, answers));
  };
  if (question === undefined) return <Score given={given} kept={kept} onAgain={onEnd} />;
  return (
    <Question
      key={at}
      question={question}
      count={`${at + 1} of ${round.questions.length}`}
      onGiven={(one) => setGiven([...given, one])}
      onNext={() => (at + 1 < round.questions.length ? setAt(at + 1) : void end(given))}
      onEnd={() => void end(given)}
    />
  );
}
