import type { Corpus, Work } from "../../corpus/types.ts";
import { bootstrapInterval, type Interval } from "../../evaluate/bootstrap.ts";
import { random } from "../../random.ts";
import { clozeQuestions } from "../../tasks/cloze.ts";
import { type CandidateSet, candidateSets, type Protocol, protocols } from "../../tasks/options.ts";
import { choose } from "../../tasks/ranker.ts";
import { byChapter, namedWork, workText } from "../../tasks/work.ts";
import { openWork, type Pointer } from "./pointer.ts";

/** One question as one protocol and one set of candidates ask it. */
export interface PointerHit {
  readonly work: string;
  readonly id: string;
  readonly protocol: Protocol;
  readonly set: CandidateSet;
  readonly right: boolean;
  readonly options: number;
}

export interface PointerScore {
  readonly protocol: Protocol;
  readonly set: CandidateSet;
  readonly questions: number;
  readonly right: number;
  readonly chance: number;
  /** 95 %, by drawing questions again, and by drawing works again with all their questions. */
  readonly interval: Interval;
  readonly byWork: Interval;
  readonly works: readonly { readonly work: string; readonly questions: number; readonly right: number }[];
}

/** Asks the pointer every entity question of some works, under both protocols, with both sets of candidates. */
export async function askPointer(
  pointer: Pointer,
  corpus: Corpus,
  works: readonly Work[],
  onWork: (work: Work) => void = () => {},
): Promise<PointerHit[]> {
  const hits: PointerHit[] = [];
  for (const work of works) {
    const named = namedWork(await workText(corpus, work));
    const asked = byChapter(clozeQuestions(named));
    const open = openWork(pointer, named);
    for (const chapter of named.chapters) {
      const questions = asked.get(chapter.chapter.number) ?? [];
      for (const protocol of questions.length > 0 ? protocols : []) {
        const answer = open(chapter, questions, protocol);
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

/** A line for each protocol and set. */
export function pointerScores(hits: readonly PointerHit[]): PointerScore[] {
  return protocols.flatMap((protocol) =>
    candidateSets.flatMap((set) => {
      const own = hits.filter((hit) => hit.protocol === protocol && hit.set === set);
      return own.length === 0 ? [] : { protocol, set, ...scoreOf(own) };
    }),
  );
}

function scoreOf(hits: readonly PointerHit[]): Omit<PointerScore, "protocol" | "set"> {
  const titles = [...new Set(hits.map(({ work }) => work))];
  const works = titles.map((work) => {
    const own = hits.filter((hit) => hit.work === work);
    return { work, questions: own.length, right: share(own) };
  });
  return {
    questions: hits.length,
    right: share(hits),
    chance: hits.reduce((sum, { options }) => sum + 1 / options, 0) / hits.length,
    interval: bootstrapInterval(hits.map(({ right }) => Number(right))),
    byWork: worksInterval(works),
    works,
  };
}

function share(hits: readonly PointerHit[]): number {
  return hits.filter(({ right }) => right).length / hits.length;
}

/** Questions of one work are alike, so whole works are drawn. */
function worksInterval(works: PointerScore["works"], rounds = 2000): Interval {
  const next = random("works");
  const means = Float64Array.from({ length: rounds }, () => {
    let [right, questions] = [0, 0];
    for (let k = 0; k < works.length; k++) {
      const work = works[Math.floor(next() * works.length)]!;
      right += work.right * work.questions;
      questions += work.questions;
    }
    return right / questions;
  }).sort();
  return [means[Math.floor(0.025 * rounds)]!, means[Math.floor(0.975 * rounds)]!];
}
