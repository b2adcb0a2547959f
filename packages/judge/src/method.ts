import { resolve } from "node:path";
import { type Aligner, type Method, memoryCorpus, pinned } from "@plotline/align";
import { makeFolder } from "@plotline/base/node";
import { judgeChapter, judgedAlignment } from "./align.ts";
import { fitCalibration } from "./calibration.ts";
import { CorpusJudge } from "./corpus.ts";
import { keyInEnvironment } from "./model/address.ts";
import { AnswerCache } from "./model/cache.ts";
import { judgeName } from "./model/request.ts";
import { JudgeSession, mustNameModel } from "./model/session.ts";
import { ownReader } from "./own.ts";
import { planChapter } from "./prompt/plan.ts";
import type { Example } from "./prompt/prompt.ts";
import { judgeDefaults, type Style } from "./settings.ts";
import { mustHelp } from "./try-out.ts";

/** Which model is asked, and how. */
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
  /** Tokens that may be sent and received in all. */
  readonly budget?: number;
  /** Use it even where the try-out, on three chapters of the sample corpus, says that it does not help. */
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
  const { style = judgeDefaults.style, context = judgeDefaults.context, anyway = false, example } = options;
  const settings = { model, style, context };
  return {
    name: judgeName(model),
    usesText: true,
    usesOrder: true,
    async prepare(_, { contextual }) {
      const { ask } = await sessionOf(options);
      const read = await ownReader(contextual);
      const judge = await CorpusJudge.of(memoryCorpus([]), [], { ...settings, read, withExample: false, parallel: 1 });
      const calibration = fitCalibration(mustHelp((await judge.tryOut(ask))!, anyway).outcomes);
      const align: Aligner = async (chapter, { visible = chapter.summary, pins } = {}) => {
        if (visible.length === 0 || chapter.story.length === 0) return [];
        const plan = await planChapter({ ...chapter, summary: visible }, read, settings, example);
        const links = judgedAlignment((await judgeChapter(plan, ask))!, calibration);
        return pins === undefined ? links : pinned(links, pins);
      };
      return align;
    },
  };
}

function sessionOf({ url, key, cache, budget }: JudgeOptions): Promise<JudgeSession> {
  if (cache !== undefined) makeFolder(cache);
  const client = { key: key ?? keyInEnvironment() };
  return JudgeSession.open({
    url,
    budget,
    client,
    cache: cache === undefined ? undefined : new AnswerCache(resolve(cache), "judge"),
  });
}
