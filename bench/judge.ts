// What a language model's answers bring beside plotline's own odds: a careful reader's that are recorded, and such as weak
// models were seen to give. The model is tried out on the three chapters of the sample, then used on all nine.
//   npm run bench -- judge [--encoder FOLDER]
// F is the mean over the nine chapters; "anyway" is with --anyway, where the try-out says that the model does not help.
import { meanScore, score } from "@plotline/align";
import { shippedEncoder } from "@plotline/align/node";
import { ownReader } from "@plotline/judge";
import { encoderOf } from "@plotline/runs/node";
import { type Judgement, judgedAlignment, namedLinks } from "../packages/judge/src/align.ts";
import type { OwnReader } from "../packages/judge/src/own.ts";
import { type Faulty, faulty } from "../packages/judge/src/testing/faulty.ts";
import { judgements } from "../packages/judge/src/testing/recorded.ts";
import { calibrationsOf, triedOut } from "../packages/judge/src/try-out.ts";
import { program } from "./kit/kit.ts";

program(import.meta.url, { encoder: undefined }, async ({ values }) => {
  const read = await reading(values.encoder);
  console.log("answers        plotline  the model  used  F used  anyway");
  const careful: Faulty = ({ answer }) => answer;
  for (const [name, answer] of Object.entries<Faulty>({ careful, ...faulty })) await print(name, answer, read);
});

async function print(name: string, answer: Faulty, read: OwnReader): Promise<void> {
  const judged = await judgements(
    (recorded) => async (request) => ({ text: answer(recorded, request.messages.length > 2) }),
    { read },
  );
  const tried = triedOut(judged.slice(0, 3));
  const calibration = calibrationsOf(tried.outcomes);
  const mean = (links: (judgement: Judgement, gold: (typeof judged)[0]["gold"]) => Parameters<typeof score>[0]) =>
    meanScore(judged.map(({ judgement, gold }) => score(links(judgement, gold), gold))).f;
  const own = mean(({ plan }) => plan.own.links);
  const both = mean((judgement, gold) => judgedAlignment(judgement, calibration({ ...judgement.plan.chapter, gold })));
  const figures = [own, mean(namedLinks), tried.helps ? "yes" : "no", tried.helps ? both : own, both];
  const cells = figures.map((each) => (typeof each === "number" ? each.toFixed(3) : each).padStart(8));
  console.log(`${name.padEnd(14)} ${cells.join("")}`);
}

/** Each chapter is read once, however many models answer about it. */
async function reading(folder: string | undefined): Promise<OwnReader> {
  const encoder = folder === "shipped" ? shippedEncoder() : folder;
  const { contextual } = await encoderOf({ encoder });
  const own = await ownReader(contextual);
  const known = new Map<string, ReturnType<OwnReader>>();
  return (chapter) => {
    const key = `${chapter.work} ${chapter.number}`;
    known.set(key, known.get(key) ?? own(chapter));
    return known.get(key)!;
  };
}
