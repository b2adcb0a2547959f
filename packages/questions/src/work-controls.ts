import { random } from "@plotline/base";
import type { AskedChapter, Joined } from "./asked-work.ts";
import { askedOf, clozeAnswers } from "./cloze-rules.ts";
import { completionAnswers, WorkBags } from "./completion-rules.ts";
import { contextWithout, shuffledContexts } from "./contexts.ts";
import type { Controls } from "./controls.ts";
import { WorkWords } from "./story-words.ts";
import type { NamedChapter, NamedWork } from "./work.ts";

/** Adds up what rules that need no training answer to the questions of a work. */
export class WorkControls {
  /** Made when first needed: a work without questions needs none. */
  private words: WorkWords | undefined;
  private bags: WorkBags | undefined;

  constructor(
    private readonly work: NamedWork,
    private readonly controls: Controls,
  ) {}

  addCloze({ chapter, questions, contexts: { cloze } }: AskedChapter): void {
    const lines = [...cloze, ...clozeControls(cloze, chapter)];
    for (const question of questions) {
      if (question.kind !== "entity") continue;
      this.words ??= new WorkWords(this.work);
      const asked = askedOf(question, chapter, this.words);
      for (const line of lines) {
        const given = line.contexts[question.paragraph] ?? [];
        const absent = line.alignment.endsWith(answerAbsent);
        const context = absent ? contextWithout(given, chapter.story, question.entity ?? -1) : given;
        this.controls.addCloze(line, asked, context, clozeAnswers(asked, context, this.work));
      }
    }
  }

  addCompletion({ chapter: named, items, contexts: { completion } }: AskedChapter): void {
    const { chapter } = named;
    const none: Joined = { alignment: "no context", protocol: "blind", contexts: chapter.summary.map(() => []) };
    for (const line of [...completion, none])
      for (const item of items) {
        this.bags ??= new WorkBags(this.work);
        const context = line.contexts[item.paragraph] ?? [];
        const inputs = [item.prefix, ...context.map((paragraph) => chapter.story[paragraph] ?? "")];
        const answers = completionAnswers(item, named, context, this.bags);
        this.controls.addCompletion(line, item, inputs, answers);
      }
  }
}

const answerAbsent = ", answer absent";

/** What a score would be without a context, with another bullet's, and without the paragraphs that name the answer. */
function clozeControls(contexts: readonly Joined[], { chapter }: NamedChapter): Joined[] {
  const none: Joined = { alignment: "no context", protocol: "paper", contexts: chapter.summary.map(() => []) };
  const made = contexts.filter(({ protocol, alignment }) => protocol === "paper" && alignment !== "gold");
  const next = random("shuffled", chapter.work, chapter.number);
  return [
    none,
    ...made.flatMap((line) => [
      { ...line, alignment: `${line.alignment}, shuffled`, contexts: shuffledContexts(line.contexts, next) },
      { ...line, alignment: `${line.alignment}${answerAbsent}` },
    ]),
  ];
}
