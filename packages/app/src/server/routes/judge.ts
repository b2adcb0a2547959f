import { Problem, sumOf } from "@plotline/base";
import { judgeDefaults, mustBeSendable, restrictedAmong, styles } from "@plotline/judge";
import {
  AnswerCache,
  CorpusJudge,
  JudgeSession,
  keyInEnvironment,
  mustNameModel,
  saveJudged,
} from "@plotline/judge/node";
import { Hono } from "hono";
import { z } from "zod";
import type { Shelf } from "../library/shelf.ts";
import { askerOf, oneAtATime } from "../one-at-a-time.ts";
import { chapterAddress, valid } from "./valid.ts";

/** The language model that the page may use. Where nobody named one, nothing is sent. */
export interface Judging {
  /** The model that was named when the server was started. */
  readonly named?: { readonly url: string; readonly model: string } | undefined;
  /** Whether the page may name one: only where nobody but the user of this machine has access. */
  readonly mayName: boolean;
}

const asked = z.object({
  url: z.string().max(500).optional(),
  model: z.string().max(200).optional(),
  style: z.enum(styles),
  sendRestricted: z.boolean(),
  /** False: only estimate the cost. */
  send: z.boolean(),
});

/** A chapter's links by a language model: first the estimated cost, then the request. */
export function judgeRoutes(shelf: Shelf, judging: Judging) {
  const alone = oneAtATime("The model is working on another chapter");
  return new Hono()
    .get("/judge", (context) =>
      context.json({ named: judging.named === undefined ? null : { ...judging.named }, mayName: judging.mayName }),
    )
    .post("/judge/:folder/:number", valid("param", chapterAddress), valid("json", asked), async (context) => {
      const wanted = context.req.valid("json");
      const { url, model } = modelOf(wanted, judging);
      const { corpus, work, number } = await shelf.at(context.req.valid("param"));
      const { style, sendRestricted, send } = wanted;
      const { context: window } = judgeDefaults;
      const settings = { model, style, context: window, withExample: true, parallel: 1 };
      const judge = await CorpusJudge.of(corpus, [{ work, numbers: [number] }], settings);
      const [cache, client] = [AnswerCache.of(corpus), { key: keyInEnvironment() }];
      const session = await JudgeSession.open({ url, cache, client });
      const { usage, answered, works } = await judge.estimate(session.known);
      if (!send) {
        const restricted = restrictedAmong(works).map(({ title }) => title);
        return context.json({ address: session.address?.name ?? "", model, ...usage, answered, restricted });
      }
      mustBeSendable(works, sendRestricted);
      const { chapters: judged, tried } = await alone(() => judge.judge(session.ask), askerOf(context));
      if (judged.length === 0) throw new Problem("There is nothing to ask about in this chapter.");
      const method = await saveJudged(corpus, judged, { model, style, session, works, tried });
      shelf.reopen();
      const refused = sumOf(judged, (chapter) => chapter.refused.size);
      return context.json({ method, links: judged[0]?.alignment.length ?? 0, refused });
    });
}

export type JudgeRoutes = ReturnType<typeof judgeRoutes>;

/** The model that was named when the server was started, or, on this machine alone, in the page's settings. */
function modelOf({ url, model }: z.infer<typeof asked>, { named, mayName }: Judging): { url: string; model: string } {
  if (named !== undefined) return named;
  if (!mayName)
    throw new Problem("No language model was named when this server was started; plotline serve --judge names one.");
  if (url === undefined || url.trim() === "") throw new Problem("Enter the address of a language model.");
  return { url: url.trim(), model: mustNameModel(model) };
}
