import { type ClozeQuestion, maskedText } from "../../../tasks/cloze.ts";
import { candidateSets, type Protocol } from "../../../tasks/options.ts";
import type { NamedChapter, NamedWork } from "../../../tasks/work.ts";
import type { Passage } from "../../passages.ts";
import { softmax } from "../../softmax.ts";
import { attend } from "../attention.ts";
import { freeCandidates } from "../exhibit.ts";
import { type NamingSegment, namingSegments, questionPassages } from "../passages.ts";
import type { Answerer } from "../pointer.ts";
import {
  type CandidateScore,
  type Cast,
  type ClozeReader,
  candidateScore,
  clozeBlendRows,
  type MentionScore,
  type PassagePart,
} from "./reader.ts";

interface Blending {
  readonly protocol: Protocol;
  readonly pointer: Answerer;
  /** Which of the chapter's questions are read; all of them, if not given. */
  readonly asked?: readonly ClozeQuestion[];
}

/**
 * Reads the questions of a work with an encoder, each once, where a blind alignment looks, whatever protocol and candidates
 * they are then asked with.
 */
export class ReadQuestions {
  private readonly known = new Map<string, ReadonlyMap<number, CandidateScore>>();

  constructor(
    private readonly reader: ClozeReader,
    private readonly work: NamedWork,
  ) {}

  /** The pointer's answers to a chapter's questions, blended with what the encoder says. */
  async blended(
    chapter: NamedChapter,
    questions: readonly ClozeQuestion[],
    { protocol, pointer, asked = questions }: Blending,
  ): Promise<Answerer> {
    await this.readChapter(chapter, questions, asked);
    const blend = this.reader.blends[protocol];
    return (question, set) => {
      const chances = pointer(question, set);
      const scores = this.known.get(question.id);
      const { entities } = question.options[set];
      const free = [...entities.keys()].filter((k) => scores?.has(entities[k]!));
      if (scores === undefined || free.length === 0) return chances;
      const rows = clozeBlendRows(
        free.map((k) => chances[k]!),
        free.map((k) => scores.get(entities[k]!)!),
      );
      const blended = softmax(Float64Array.from(blend.scores(rows)));
      return entities.map((_, k) => blended[free.indexOf(k)] ?? 0);
    };
  }

  private async readChapter(
    chapter: NamedChapter,
    questions: readonly ClozeQuestion[],
    asked: readonly ClozeQuestion[],
  ): Promise<void> {
    const fresh = asked.filter(({ id }) => !this.known.has(id));
    if (fresh.length === 0) return;
    const { story } = chapter.chapter;
    const segments = namingSegments(story, this.work.index);
    const look = attend(chapter, questions, "blind");
    for (const question of fresh) {
      const candidates = castOf(question);
      const entities = candidates.map(({ entity }) => entity);
      const passages = questionPassages(segments, look(question.paragraph), entities);
      const found = await this.reader.read(
        (gap) => maskedText(question, gap),
        passages.map((passage) => partsOf(passage, segments, story)),
        { title: this.work.title, candidates },
      );
      this.known.set(question.id, new Map(entities.map((entity) => [entity, scoreOf(entity, found)])));
    }
  }
}

type Found = Awaited<ReturnType<ClozeReader["read"]>>;

function scoreOf(entity: number, { named, listed }: Found): CandidateScore {
  const own = (found: readonly MentionScore[]) =>
    found.filter((each) => each.entity === entity).map((each) => each.score);
  return candidateScore(own(named), own(listed)[0]!);
}

/** The free candidates by their names: the order must not give the answer away. */
function castOf(question: ClozeQuestion): Cast["candidates"] {
  const nameOf = (entity: number) =>
    candidateSets.flatMap(
      (set) => question.options[set].names[question.options[set].entities.indexOf(entity)] ?? [],
    )[0];
  const free = freeCandidates(question).map((entity) => ({ entity, name: nameOf(entity)! }));
  return free.sort((a, b) => (a.name < b.name ? -1 : 1));
}

function partsOf({ from, to }: Passage, segments: readonly NamingSegment[], story: readonly string[]): PassagePart[] {
  return segments.slice(from, to).flatMap(({ paragraph, start, end, mentions }) => {
    const text = story[paragraph]!;
    const parts: PassagePart[] = [];
    let at = start;
    for (const mention of mentions) {
      parts.push({ text: text.slice(at, mention.start) });
      parts.push({ text: text.slice(mention.start, mention.end), entity: mention.entity });
      at = mention.end;
    }
    return [...parts, { text: text.slice(at, end) }];
  });
}
