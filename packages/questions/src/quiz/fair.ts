import type { Alignment } from "@plotline/align";
import { memo, type Random, shuffled } from "@plotline/base";
import { type ClozeQuestion, maskedText } from "../cloze.ts";
import type { ContextSource } from "../contexts.ts";
import type { NamedChapter, NamedWork } from "../work.ts";
import { missingNameQuestions } from "./missing-name.ts";
import { gap, type MadeQuestion, type QuizCounts, type QuizOptions, type ReadSoFar } from "./question.ts";
import { soundLinks, type WhatNext, whatNextQuestions } from "./what-next.ts";

type Choice = Pick<QuizOptions, "task" | "soFar">;

/** The questions of a work that are fit for people, and those of them that a round needs. */
export class FairQuestions {
  private readonly names: readonly ClozeQuestion[];
  private readonly links: (named: NamedChapter) => Promise<Alignment>;

  constructor(
    private readonly work: NamedWork,
    source: ContextSource,
    private readonly choice: Choice,
  ) {
    this.names = choice.task === "completion" ? [] : missingNameQuestions(work);
    this.links = memo(async ({ chapter }) => (await source.links(chapter)) ?? []);
  }

  /** As many of both kinds, where both are wanted and there are enough; in random order. */
  async draw({ wanted, half }: QuizCounts, next: Random): Promise<MadeQuestion[]> {
    const names = await this.allowed(shuffled(this.names, next), wanted);
    const events = await this.allowed(shuffled(await this.someEvents(wanted, next), next), wanted);
    const ofNames = this.choice.task === "both" ? Math.min(half, wanted) : wanted;
    const share = Math.max(ofNames, wanted - events.length);
    const drawn = [
      ...(await Promise.all(names.slice(0, share).map((each) => this.nameQuestion(each)))),
      ...(await Promise.all(
        events.slice(0, wanted - Math.min(share, names.length)).map((each) => this.eventQuestion(each)),
      )),
    ];
    return shuffled(drawn, next);
  }

  /** Of chapters in random order, each of which must be aligned, until there is enough to choose from. */
  private async someEvents(wanted: number, next: Random): Promise<WhatNext[]> {
    const { task, soFar } = this.choice;
    const last = soFar === undefined ? Number.POSITIVE_INFINITY : (soFar[this.work.title]?.chapter ?? -1);
    const found: WhatNext[] = [];
    for (const named of task === "cloze" ? [] : shuffled(this.work.chapters, next))
      if (found.length < 3 * wanted && named.chapter.number <= last) found.push(...(await this.eventsOf(named)));
    return found;
  }

  private async eventsOf(named: NamedChapter): Promise<WhatNext[]> {
    return whatNextQuestions(this.work, named, await this.links(named));
  }

  /** The first `wanted` that ask only about what has been read. */
  private async allowed<Question extends ClozeQuestion | WhatNext>(
    questions: readonly Question[],
    wanted: number,
  ): Promise<Question[]> {
    const { soFar } = this.choice;
    if (soFar === undefined) return questions.slice(0, wanted);
    const read = soFar[this.work.title];
    if (read === undefined) return [];
    const found: Question[] = [];
    for (const question of questions) {
      if (found.length === wanted) break;
      if (await this.isRead(question, read)) found.push(question);
    }
    return found;
  }

  private async isRead({ chapter, paragraph }: ClozeQuestion | WhatNext, read: ReadSoFar): Promise<boolean> {
    if (chapter !== read.chapter) return chapter < read.chapter;
    const last = (await this.passageOf(chapter, paragraph)).at(-1);
    return last !== undefined && last <= read.paragraph;
  }

  private async nameQuestion(question: ClozeQuestion): Promise<MadeQuestion> {
    const passage = await this.passageOf(question.chapter, question.paragraph);
    const { names: options, answer } = question.options;
    return {
      ...this.placeOf(question, passage),
      task: "cloze",
      text: maskedText(question, gap),
      options,
      answer,
    };
  }

  private async eventQuestion(question: WhatNext): Promise<MadeQuestion> {
    const passage = await this.passageOf(question.chapter, question.paragraph, soundLinks);
    const { text, options, answer } = question;
    return { ...this.placeOf(question, passage), task: "completion", text, options, answer };
  }

  private placeOf({ id, work, chapter, paragraph }: ClozeQuestion | WhatNext, passage: readonly number[]) {
    const story = this.chapter(chapter)?.chapter.story ?? [];
    return { id, work, chapter, point: paragraph, passage: passage.map((k) => story[k] ?? "") };
  }

  private chapter(number: number): NamedChapter | undefined {
    return this.work.chapters.find(({ chapter }) => chapter.number === number);
  }

  /** The paragraphs of a point, by all its links or by some. */
  private async passageOf(number: number, point: number, which = (links: Alignment) => links): Promise<number[]> {
    const named = this.chapter(number);
    const links = named === undefined ? [] : which(await this.links(named));
    return links.flatMap(({ summary, story }) => (summary === point ? story : [])).sort((a, b) => a - b);
  }
}
