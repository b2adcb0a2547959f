import { type Aligner, memoryCorpus, type Readable } from "@plotline/align";
import { once, sumOf } from "@plotline/base";
import { ownReader, type Style } from "@plotline/judge";
import { CorpusJudge, type JudgedChapter, judgeName, type TryOut, tryOutText } from "@plotline/judge/node";
import { encoderOf } from "@plotline/runs/node";
import { Asking } from "../../options/asking.ts";
import type { JudgeChoice } from "../../options/judge.ts";
import { counted, warn } from "../../print/print.ts";

export interface JudgedReading extends JudgeChoice {
  readonly style: Style;
  readonly encoder?: string;
}

/**
 * `read --judge`: the book and guide are the user's own files, and are sent to the address that the user names. Prints
 * the cost; undefined after a dry run. The aligner asks about the whole book when it is given the first chapter; it
 * gives what was answered, and plotline's own links where nothing was.
 */
export async function openJudging(chapters: readonly Readable[], options: JudgedReading) {
  const asking = await Asking.open(options);
  const { model, session } = asking;
  const corpus = memoryCorpus(chapters);
  const chosen = corpus.works.map((work) => ({ work, numbers: work.summarised }));
  const { style, context, parallel } = options;
  const { contextual } = await encoderOf({ encoder: options.encoder });
  const read = await ownReader(contextual);
  const settings = { model, style, context, parallel, withExample: false, read };
  const judge = await CorpusJudge.of(corpus, chosen, settings);
  const cost = await judge.estimate(session.known);
  if (asking.endsWithCost(cost)) return undefined;
  const judged = once(async () => {
    const onTryOut = (tried: TryOut) => warn(`${tryOutText(tried)}.`, options);
    const found = await asking.ask((ask) => judge.judge(ask, { anyway: options.anyway, onTryOut }));
    if (found !== undefined) sayWhatIsOwn(found.chapters, cost.chapters, options);
    return found?.chapters;
  });
  const align: Aligner = async (chapter) => {
    const found = (await judged())?.find(({ number }) => number === chapter.number);
    return found?.alignment ?? (await read(chapter)).links;
  };
  return { name: judgeName(model), align };
}

function sayWhatIsOwn(judged: readonly JudgedChapter[], chapters: number, options: JudgedReading): void {
  const refused = sumOf(judged, (chapter) => chapter.refused.size);
  const unanswered = chapters - judged.length;
  if (refused > 0)
    warn(
      `${counted(refused, "point has", "points have")} plotline's own links: the model's answer failed the checks.`,
      options,
    );
  if (unanswered > 0)
    warn(
      `${counted(unanswered, "chapter has", "chapters have")} plotline's own links: a request had no answer.`,
      options,
    );
}
