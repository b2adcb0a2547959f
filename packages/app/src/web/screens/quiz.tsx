import { CorpusHeader } from "../parts/frame/headers.tsx";
import { usePerson } from "../parts/frame/person.tsx";
import { Question } from "../parts/quiz/question.tsx";
import { type Given, newRound, type Round, useRound } from "../parts/quiz/round.ts";
import { Score, saveRound } from "../parts/quiz/score.tsx";
import { Setup } from "../parts/quiz/setup.tsx";

/** Questions about the stories: answer, see the passage, and review what was missed. A round outlives a reload. */
export function Quiz() {
  const [round, setRound] = useRound();
  return (
    <>
      <CorpusHeader screen="quiz" />
      <main class="quiz">
        {round === undefined ? <Setup onRound={setRound} /> : <Play round={round} onRound={setRound} />}
      </main>
    </>
  );
}

/** Question by question; what was answered is saved when the round ends, early or not. */
function Play({ round, onRound }: { round: Round; onRound(round: Round | undefined): void }) {
  const [name] = usePerson();
  const { questions, given, at, seed } = round;
  const end = async (answers: readonly Given[]) => {
    if (answers.length === 0) return onRound(undefined);
    const over = { ...round, given: answers, at: questions.length };
    onRound(over);
    onRound({ ...over, saved: await saveRound(name, seed, answers) });
  };
  const question = questions[at];
  if (question === undefined)
    return (
      <Score
        {...{ name, given }}
        saved={round.saved}
        onAgain={() => onRound(undefined)}
        onMissed={(missed) => onRound(newRound(missed))}
      />
    );
  return (
    <Question
      key={`${seed} ${at}`}
      question={question}
      count={`${at + 1} of ${questions.length}`}
      answered={given[at]}
      onGiven={(one) => onRound({ ...round, given: [...given, one] })}
      onNext={() => (at + 1 < questions.length ? onRound({ ...round, at: at + 1 }) : void end(given))}
      onEnd={() => void end(given)}
    />
  );
}
