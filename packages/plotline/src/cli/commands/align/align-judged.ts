import { join } from "node:path";
import type { Corpus } from "@plotline/align";
import { Problem, sumOf } from "@plotline/base";
import { openCorpus } from "@plotline/corpus/node";
import { ownReader, type Style } from "@plotline/judge";
import {
  type ChosenChapters,
  CorpusJudge,
  type JudgedChapter,
  type JudgeSession,
  judgeName,
  saveJudged,
  tryOutText,
} from "@plotline/judge/node";
import { encoderOf } from "@plotline/runs/node";
import { Asking } from "../../options/asking.ts";
import type { JudgeChoice } from "../../options/judge.ts";
import { tellAside } from "../../options/replace.ts";
import { chooseWorks, type WorkChoice } from "../../options/works.ts";
import { counted, print, printJson, warn } from "../../print/print.ts";
import { Progress } from "../../print/progress.ts";

export interface JudgedOptions extends WorkChoice, JudgeChoice {
  readonly style: Style;
  readonly example: boolean;
  readonly chapters?: readonly number[];
  readonly encoder?: string;
}

/** `align --judge`: prints the cost, asks, writes the links and records where the texts were sent. */
export async function alignJudged(folder: string, options: JudgedOptions): Promise<void> {
  const corpus = await openCorpus(folder);
  const chosen = chosenChapters(folder, corpus, options);
  const asking = await Asking.open(options, corpus);
  const { model, session } = asking;
  const { style, context, parallel, example: withExample, anyway } = options;
  const { contextual } = await encoderOf({
    encoder: options.encoder,
    vectors: join(corpus.folder, ".cache", "vectors"),
  });
  const read = await ownReader(contextual);
  const reading = new Progress(
    "Reading chapters",
    sumOf(chosen, ({ numbers }) => numbers.length),
    options.quiet,
  );
  const settings = { model, style, context, parallel, withExample, read, onRead: () => reading.advance() };
  const judge = await CorpusJudge.of(corpus, chosen, settings);
  const { works, ...cost } = await judge.estimate(session.known);
  reading.end();
  asking.maySend(
    works,
    chosen.map(({ work }) => work),
  );
  const tryOut = cost.tryOut === 0 ? "" : `, ${counted(cost.tryOut, "request")} more to try the model out`;
  if (asking.endsWithCost(cost, `${counted(cost.points, "point")} of ${counted(cost.chapters, "chapter")}${tryOut}: `))
    return;
  const progress = new Progress("Asking about chapters", cost.chapters, options.quiet);
  const made = await asking.ask((ask) =>
    judge.judge(ask, {
      anyway,
      onTryOut: (tried) => warn(`${tryOutText(tried)}.`, options),
      onChapter: ({ chapter }) => progress.advance(1, chapter.work),
    }),
  );
  progress.end();
  if (made === undefined) return;
  if (made.chapters.length === 0) throw asking.noAnswers();
  const by = { model, style, session, works, tried: made.tried, price: options.price };
  const aside = await saveJudged(corpus, made.chapters, by);
  if (aside !== undefined) tellAside(join(folder, aside));
  report(folder, made.chapters, session, options, model);
}

function chosenChapters(folder: string, corpus: Corpus, options: JudgedOptions): ChosenChapters[] {
  const wanted = options.chapters && new Set(options.chapters);
  const chosen = chooseWorks(corpus, options).map((work) => ({
    work,
    numbers: work.summarised.filter((number) => wanted === undefined || wanted.has(number)),
  }));
  if (chosen.some(({ numbers }) => numbers.length > 0)) return chosen;
  throw new Problem(`${folder} has no summarised chapter among those that were asked for.`);
}

function report(
  folder: string,
  judged: readonly JudgedChapter[],
  session: JudgeSession,
  options: JudgedOptions,
  model: string,
): void {
  const method = judgeName(model);
  const total = (of: (chapter: JudgedChapter) => number) => sumOf(judged, of);
  const refused = total((chapter) => chapter.refused.size);
  const links = total((chapter) => chapter.alignment.length);
  if (options.json) {
    const own = judged.flatMap(({ work, number, refused: points }) =>
      [...points].map(([point, why]) => ({ work, chapter: number, point, why })),
    );
    const { usage } = session;
    printJson({ method, chapters: judged.length, links, own, unanswered: session.unanswered.size, usage });
    return;
  }
  print(
    `${method}: ${counted(links, "link")} in ${counted(judged.length, "chapter")}, in ${join(folder, "alignments", method)}`,
  );
  if (refused > 0)
    warn(
      `Of ${refused} of ${total(({ asked }) => asked)} points the model's answer failed the checks, in whole or in part: plotline's own odds decide there; "plotline explain" says why.`,
      options,
    );
  if (session.unanswered.size > 0)
    warn(`${counted(session.unanswered.size, "request")} had no answer; --batch with --answers writes them.`, options);
}
