import { type ClozeQuestion, maskedText } from "../../../tasks/cloze.ts";
import { candidateSets, type Protocol } from "../../../tasks/options.ts";
import type { NamedChapter, NamedWork } from "../../../tasks/work.ts";
import type { Passage } from "../../passages.ts";
import { softmax } from "../../softmax.ts";
import { attend } from "../attention.ts";
import { type NamingSegment, namingSegments, questionPassages } from "../passages.ts";
import type { Answerer } from "../pointer.ts";
import { type CandidateScore, type ClozeReader, candidateScore, clozeBlendRows, type PassagePart } from "./reader.ts";

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
    { protocol, pointer }: { protocol: Protocol; pointer: Answerer },
  ): Promise<Answerer> {
    await this.readChapter(chapter, questions);
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

  private async readChapter(chapter: NamedChapter, questions: readonly ClozeQuestion[]): Promise<void> {
    if (questions.every(({ id }) => this.known.has(id))) return;
    const { story } = chapter.chapter;
    const segments = namingSegments(story, this.work.index);
    const look = attend(chapter, questions, "blind");
    for (const question of questions) {
      const candidates = freeCandidates(question);
      const passages = questionPassages(segments, look(question.paragraph), candidates);
      const found = await this.reader.read(
        (gap) => maskedText(question, gap),
        passages.map((passage) => partsOf(passage, segments, story)),
      );
      const scores = candidates.map((who) => [who, candidateScore(found, who, this.reader.absent)] as const);
      this.known.set(question.id, new Map(scores));
    }
  }
}

/** The candidates of both sets whom the bullet does not name. */
function freeCandidates({ options, named }: ClozeQuestion): number[] {
  const all = new Set(candidateSets.flatMap((set) => options[set].entities));
  return [...all].filter((entity) => !named.includes(entity));
}

/** A passage cut at its names. */
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
