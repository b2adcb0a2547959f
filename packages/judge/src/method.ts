import { resolve } from "node:path";
import {
  type Aligner,
  type Asked,
  explainCell,
  type Method,
  memoryCorpus,
  pinned,
  type Readable,
} from "@plotline/align";
import { makeFolder } from "@plotline/base/node";
import { likeStem } from "@plotline/text";
import { judgeChapter, judgedAlignment } from "./align.ts";
import { fitCalibration, type JudgeCalibration } from "./calibration.ts";
import { CorpusJudge } from "./corpus.ts";
import { keyInEnvironment } from "./model/address.ts";
import { AnswerCache } from "./model/cache.ts";
import { type TokenCounter, upperBound } from "./model/cost.ts";
import { type Ask, judgeName } from "./model/request.ts";
import { JudgeSession, mustNameModel } from "./model/session.ts";
import { encoderScorer, type OwnReader, ownReader } from "./own.ts";
import { type PlanSettings, planChapter } from "./prompt/plan.ts";
import type { Example } from "./prompt/prompt.ts";
import { judgeDefaults, type Style } from "./settings.ts";
import { mustHelp } from "./try-out.ts";

export interface JudgeOptions {
  /** Where the model is: `http://localhost:11434/v1`. Texts of chapters are sent there, and nowhere else. */
  readonly url: string;
  /** The model's name there. */
  readonly model: string;
  /** By default the value of PLOTLINE_JUDGE_KEY, if any. */
  readonly key?: string;
  /** `evidence` (the default): the paragraphs that bear a point out; `cover`: all that it describes. */
  readonly style?: Style;
  /** Tokens that the model can read and write for one request. */
  readonly context?: number;
  /** A chapter with its right links, which shows the model what is wanted. */
  readonly example?: Example;
  /** A folder for answers, so that nothing is asked twice. */
  readonly cache?: string;
  /** Counts the tokens of a text; by default an upper bound is used. */
  readonly counter?: TokenCounter;
  /** Tokens that may be sent and received in all. */
  readonly budget?: number;
  /** What the model's word is worth beside plotline's own odds; by default it is tried out on the sample's chapters first. */
  readonly calibration?: JudgeCalibration;
  /** Use it even where the try-out says that it does not help. */
  readonly anyway?: boolean;
}

/**
 * A method that asks a language model: `judge({ url: "http://localhost:11434/v1", model: "qwen3:14b" })`. It aligns as
 * every method does; its links have the words that the model quoted as their reason.
 *
 * @example
 * judge({ url: "http://localhost:11434/v1", model: "qwen3:14b" }).name; // → "judge-qwen3-14b"
 */
export function judge(options: JudgeOptions): Method {
  const model = mustNameModel(options.model);
  const { style = judgeDefaults.style, context = judgeDefaults.context, counter = upperBound } = options;
  const settings = { model, style, context, counter };
  return {
    name: judgeName(model),
    about:
      "Links by what a language model answers beside plotline's own odds; the model's have a quote of their paragraph.",
    usesText: true,
    usesOrder: true,
    options: { style, context },
    async prepare(_, { contextual }) {
      const session = await sessionOf(options, counter);
      const read = await ownReader(contextual && (await encoderScorer(contextual)));
      const calibration = options.calibration ?? (await triedCalibration(session, settings, read, options));
      return judgingAligner(session.ask, settings, { read, calibration, example: options.example });
    },
  };
}

function sessionOf({ url, key, cache, budget }: JudgeOptions, counter: TokenCounter): Promise<JudgeSession> {
  if (cache !== undefined) makeFolder(cache);
  return JudgeSession.open({
    url,
    counter,
    budget,
    client: { key: key ?? keyInEnvironment() },
    cache: cache === undefined ? undefined : new AnswerCache(resolve(cache), "judge"),
  });
}

async function triedCalibration(
  session: JudgeSession,
  settings: PlanSettings,
  read: OwnReader,
  { anyway = false }: JudgeOptions,
): Promise<JudgeCalibration> {
  const judge = await CorpusJudge.of(memoryCorpus([]), [], { ...settings, read, withExample: true, parallel: 1 });
  const tried = await judge.tryOut(session);
  if (tried !== undefined) mustHelp(tried, anyway);
  return fitCalibration(tried?.outcomes ?? []);
}

interface Judging {
  readonly read: OwnReader;
  readonly calibration: JudgeCalibration;
  readonly example: Example | undefined;
}

/** Aligns chapter by chapter with any source of answers. */
function judgingAligner(ask: Ask, settings: PlanSettings, { read, calibration, example }: Judging): Aligner {
  const judged = async (chapter: Readable, { visible, pins }: Asked = {}) => {
    const seen = visible === undefined ? chapter : { ...chapter, summary: visible };
    if (seen.summary.length === 0 || seen.story.length === 0) return { links: [], own: undefined };
    const plan = await planChapter(seen, read, settings, example);
    const judgement = await judgeChapter(plan, ask);
    const links = judgement === undefined ? plan.own.links : judgedAlignment(judgement, calibration);
    return { links: pins === undefined ? links : pinned(links, pins), own: plan.own };
  };
  const align: Aligner = async (chapter, asked) => (await judged(chapter, asked)).links;
  const explain: Aligner["explain"] = async (chapter, cell, asked) => {
    const { links, own } = await judged(chapter, asked);
    if (own === undefined) throw new RangeError("A chapter without text has no links to explain.");
    const found = links.find(({ summary, story }) => summary === cell.summary && story === cell.story);
    const reason = explainCell(chapter, own.odds, links, cell, likeStem);
    return found?.quote === undefined ? reason : { ...reason, quote: found.quote };
  };
  return Object.assign(align, { explain });
}
