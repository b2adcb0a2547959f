import type { Corpus, Work } from "../../src/corpus/types.ts";
import { random, shuffled } from "../../src/random.ts";
import type { Evidence } from "../../src/readers/pointer/evidence/evidence.ts";
import { type Exhibit, exhibitor } from "../../src/readers/pointer/exhibit.ts";
import { askedOf } from "../../src/readers/pointer/question.ts";
import { WorkReading } from "../../src/readers/pointer/reading.ts";
import { clozeQuestions } from "../../src/tasks/cloze.ts";
import { type Protocol, protocols } from "../../src/tasks/options.ts";
import { byChapter, namedWork, workText } from "../../src/tasks/work.ts";

interface CollectOptions {
  /** Questions of each chapter, at most. */
  readonly questions: number;
  readonly seed: number;
}

export type Collected = Readonly<Record<Protocol, readonly Exhibit[]>>;

/** The exhibits of all questions of some works, as each protocol shows them. Works are read one after the other. */
export async function collectExhibits(
  corpus: Corpus,
  works: readonly Work[],
  evidence: readonly Evidence[],
  { questions: most, seed }: CollectOptions,
  onWork: (work: Work) => void = () => {},
): Promise<Collected> {
  const found: Record<Protocol, Exhibit[]> = { paper: [], blind: [] };
  for (const work of works) {
    const named = namedWork(await workText(corpus, work));
    const asked = byChapter(clozeQuestions(named, { seed }));
    const reading = new WorkReading(named);
    for (const chapter of named.chapters) {
      const questions = asked.get(chapter.chapter.number) ?? [];
      if (questions.length === 0) continue;
      const chosen = shuffled(questions, random("collect", seed, work.title, chapter.chapter.number)).slice(0, most);
      const shows = protocols.map((protocol) => exhibitor(chapter, questions, protocol, reading, evidence));
      for (const question of chosen) {
        const read = askedOf(question, chapter, reading);
        protocols.forEach((protocol, k) => void found[protocol].push(shows[k]!(read)));
      }
    }
    onWork(work);
  }
  return found;
}
