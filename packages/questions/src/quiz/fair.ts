import { type Random, shuffled } from "@plotline/base";
import { type ClozeQuestion, maskedText } from "../cloze.ts";
import type { ContextSource } from "../sources.ts";
import type { NamedChapter, NamedWork } from "../work.ts";
import { missingNameQuestions } from "./missing-name.ts";
import {
  type MadeQuestion,
  type QuestionPlace,
  type QuizCounts,
  type QuizOptions,
  type ReadSoFar,
  usualGap,
} from "./question.ts";
import { type WhatNext, whatNextQuestions } from "./what-next.ts";

type Choice = Pick<QuizOptions, "gap"> & Partial<Pick<QuizOptions, "task" | "soFar">>;

/** The questions of a work that are fit for people, and those of them that a round needs. */
export class FairQuestions {
  private readonly names: readonly ClozeQuestion[];
  private readonly events: readonly WhatNext[];

  constructor(
    private readonly work: NamedWork,
    private readonly source: ContextSource,
    private readonly choice: Choice,
  ) {
    const { task = "both" } = choice;
    this.names = task === "completion" ? [] : missingNameQuestions(work);
    this.events = task === "cloze" ? [] : whatNextQuestions(work);
  }

  /** As many of both kinds, where both are wanted and there are enough; in random order. */
  async draw({ wanted, half }: QuizCounts, next: Random): Promise<MadeQuestion[]> {
    const names = await this.allowed(shuffled(this.names, next), wanted);
    const events = await this.allowed(shuffled(this.events, next), wanted);
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

  async again(places: readonly QuestionPlace[]): Promise<MadeQuestion[]> {
    const found = places.map(({ task, chapter, bullet }) => {
      const isIt = (each: ClozeQuestion | WhatNext) => each.chapter === chapter && each.paragraph === bullet;
      const [name, event] = task === "cloze" ? [this.names.find(isIt)] : [undefined, this.events.find(isIt)];
      return name !== undefined ? this.nameQuestion(name) : event === undefined ? undefined : this.eventQuestion(event);
    });
    return (await Promise.all(found)).filter((each) => each !== undefined);
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
    const last = (await this.contextOf(chapter, paragraph)).at(-1);
    return last !== undefined && last <= read.paragraph;
  }

  private async nameQuestion(question: ClozeQuestion): Promise<MadeQuestion> {
    const { gap = usualGap } = this.choice;
    const context = await this.contextOf(question.chapter, question.paragraph);
    const { names: options, answer } = question.options;
    return {
      ...this.placeOf(question, context),
      task: "cloze",
      text: maskedText(question, gap),
      options,
      answer,
    };
  }

  private async eventQuestion(question: WhatNext): Promise<MadeQuestion> {
    const context = await this.contextOf(question.chapter, question.paragraph);
    const { text, options, answer } = question;
    return { ...this.placeOf(question, context), task: "completion", text, options, answer };
  }

  private placeOf({ id, work, chapter, paragraph }: ClozeQuestion | WhatNext, context: readonly number[]) {
    const { story } = this.chapter(chapter).chapter;
    return { id, work, chapter, bullet: paragraph, passage: context.map((k) => story[k] ?? "") };
  }

  private chapter(number: number): NamedChapter {
    return this.work.chapters.find(({ chapter }) => chapter.number === number) as NamedChapter;
  }

  private async contextOf(number: number, bullet: number): Promise<readonly number[]> {
    const contexts = await this.source.contexts(this.chapter(number).chapter, { protocol: "paper" });
    return contexts?.[bullet] ?? [];
  }
}
