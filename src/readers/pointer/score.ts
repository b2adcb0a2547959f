import type { Corpus, Work } from "../../corpus/types.ts";
import type { Answered } from "../../evaluate/answered.ts";
import { choose } from "../../tasks/choose.ts";
import { clozeQuestions } from "../../tasks/cloze.ts";
import { type CandidateSet, candidateSets, type Protocol, protocols } from "../../tasks/options.ts";
import { byChapter, namedWork, workText } from "../../tasks/work.ts";
import { ReadQuestions } from "./encoder/read-questions.ts";
import type { ClozeReader } from "./encoder/reader.ts";
import { openWork, type Pointer } from "./pointer.ts";

/** One question as one protocol and one set of candidates ask it. */
interface PointerHit extends Answered {
  readonly id: string;
  readonly protocol: Protocol;
  readonly set: CandidateSet;
}

/** Asks the pointer every entity question of some works, under both protocols, with both sets of candidates. */
export async function askPointer(
  pointer: Pointer,
  corpus: Corpus,
  works: readonly Work[],
  { onWork = () => {}, reader }: { onWork?: (work: Work) => void; reader?: ClozeReader | undefined } = {},
): Promise<PointerHit[]> {
  const hits: PointerHit[] = [];
  for (const work of works) {
    const named = namedWork(await workText(corpus, work));
    const asked = byChapter(clozeQuestions(named));
    const open = openWork(pointer, named);
    const reading = reader === undefined ? undefined : new ReadQuestions(reader, named);
    for (const chapter of named.chapters) {
      const questions = asked.get(chapter.chapter.number) ?? [];
      for (const protocol of questions.length > 0 ? protocols : []) {
        const own = open(chapter, questions, protocol);
        const answer = (await reading?.blended(chapter, questions, { protocol, pointer: own })) ?? own;
        for (const question of questions)
          for (const set of candidateSets) {
            const { id, options } = question;
            const right = choose(answer(question, set), id, "pointer") === options[set].answer;
            hits.push({ work: work.title, id, protocol, set, right, options: options[set].entities.length });
          }
      }
    }
    onWork(work);
  }
  return hits;
}
