// What becomes of the links when the guides of a corpus with gold are changed: fewer points, other orders, repeats, prose,
// strangers, guides of other books (of the same corpus and of corpora/open); and what looking
// for the order costs guides that keep it. What is random is drawn several times.
//   npm run bench -- guides [CORPUS] [--chapters 60] [--draws 10] [--split validation] [--weights FOLDER | --encoder FOLDER]
// With --weights each chapter is aligned by the weights file of FOLDER that has not learned from its work (the folds of a
// run); with --encoder by an encoder's vectors ("shipped" is ours).
//   npm run bench -- guides CORPUS --calibrated
// The guides as they are, next to Posterior-BM25, as shipped and with a calibration: for each draw three random chapters
// calibrate, all others are scored. Posterior-BM25 gets the same three: its temperature and prices are the best on them.
import {
  type Alignment,
  bm25,
  type Cell,
  calibrationOf,
  distinctLinks,
  type GuideOdds,
  type Matrix,
  meanOf,
  meanScore,
  noPins,
  type Passages,
  type PointChoice,
  pointsOf,
  score,
  shippedScorer,
  shippedWithEncoder,
  type Work,
} from "@plotline/align";
import { below, inGroups, Problem, random, shuffled } from "@plotline/base";
import { openCorpus } from "@plotline/corpus/node";
import { shippedTable } from "@plotline/text";
import { bestExpectedF } from "../packages/align/src/choose.ts";
import { leastGain } from "../packages/align/src/guide/constants.ts";
import { decideGuide, type Wanted } from "../packages/align/src/guide/decide.ts";
import { foundIn } from "../packages/align/src/guide/guide.ts";
import { guided } from "../packages/align/src/guide/similarity.ts";
import { plotline } from "../packages/align/src/plotline.ts";
import { likelyOptions, type PosteriorOptions, posterior } from "../packages/align/src/posterior.ts";
import { all, calibrationError, casesOf, changes, encoderIn, foldsIn, goldRow, judged } from "./kit/cases.ts";
import { type GoldChapter, goldOf, open, percent, program, sample, share } from "./kit/kit.ts";

const options = {
  chapters: 60,
  draws: 10,
  split: undefined,
  weights: undefined,
  encoder: undefined,
  calibrated: false,
};
program(import.meta.url, options, async ({ positionals: [source = sample], values }) => {
  const scorerFor = await scorers(values.weights, values.encoder);
  const corpus = await openCorpus(source);
  const works = corpus.works.filter(({ split }) => values.split === undefined || split === values.split);
  const chapters = await goldOf(corpus, works);
  if (values.calibrated) return calibrated(source, chapters, works, scorerFor, values.draws);
  const chosen = shuffled(chapters, random("outside")).slice(0, values.chapters);
  const seen = chosen.filter(({ work }) => plotline.learnedFrom?.includes(work)).length;
  const flatters = seen > 0 && values.weights === undefined && values.encoder === undefined;
  console.log(
    `${source}: ${chosen.length} chapters with gold${flatters ? `, ${seen} of them of works that the weights learned from` : ""}`,
  );
  const others = source.includes("open") ? [] : (await goldOf(await openCorpus(open))).slice(0, 400);
  await new Changed(chosen, [...chosen, ...others], scorerFor).measure(values.draws);
});

type Score = (passages: Passages) => GuideOdds | Promise<GuideOdds>;
type ScorerFor = (work: string) => Score;

/** What ships, an encoder's, or for each work the fold that has not learned from it. */
async function scorers(folder: string | undefined, encoder: string | undefined): Promise<ScorerFor> {
  const table = await shippedTable();
  if (encoder !== undefined) {
    const own = shippedWithEncoder(await encoderIn(encoder)).prepare({ table });
    return () => own;
  }
  if (folder === undefined) return () => shippedScorer();
  const folds = foldsIn(folder).map((weights) => ({ works: weights.works, score: guided(weights).prepare({ table }) }));
  return (work) => {
    const unseen = folds.find(({ works }) => !works.includes(work));
    if (unseen === undefined) throw new Problem(`All weights of ${folder} have learned from ${work}.`);
    return unseen.score;
  };
}

/** Chapters whose guides are changed. */
class Changed {
  constructor(
    private readonly chapters: readonly GoldChapter[],
    private readonly others: readonly GoldChapter[],
    private readonly scorerFor: ScorerFor,
  ) {}

  async measure(draws: number): Promise<void> {
    for (const [name, { isDrawn }] of Object.entries(changes)) await this.change(name, isDrawn ? draws : 1);
    await this.inItsOwnOrder();
    for (const choice of ["auto", "paragraphs"] as const) await this.prose(choice);
    await this.wrongGuides();
    await this.strangers();
  }

  /** F of the links when the points are picked and ordered otherwise, the calibration error, and the orders that were found. */
  private async change(name: string, draws: number, title = name): Promise<void> {
    const [links, orders, means] = [[] as ReturnType<typeof judged>, new Map<string, number>(), [] as number[]];
    for (let draw = 0; draw < draws; draw++) {
      const scores: number[] = [];
      for (const { chapter, summary, gold } of casesOf(this.chapters, name, draw)) {
        const found = await this.aligned(chapter, summary);
        scores.push(score(found.links, gold).f);
        links.push(...judged(found.links, gold));
        orders.set(found.order.verdict, (orders.get(found.order.verdict) ?? 0) + 1);
      }
      means.push(meanOf(scores));
    }
    show(
      title,
      `F ${share(meanOf(means))}${rangeOf(means)}`,
      `calibration error ${share(calibrationError(links))}`,
      [...orders].map(([order, count]) => `${order} ${count}`).join(", "),
    );
  }

  /** The guides as they are, where no other order may win. */
  private async inItsOwnOrder(): Promise<void> {
    const { order, someMoved } = leastGain;
    Object.assign(leastGain, { order: Number.POSITIVE_INFINITY, someMoved: Number.POSITIVE_INFINITY });
    await this.change("as it is", 1, "as it is, order as given");
    Object.assign(leastGain, { order, someMoved });
  }

  /** Points joined to paragraphs of five: F by paragraph, cut into sentences and not. */
  private async prose(choice: PointChoice): Promise<void> {
    const scores: number[] = [];
    for (const chapter of this.chapters.filter(({ summary }) => summary.length >= 5)) {
      const paragraphs = inGroups(chapter.summary, 5).map((points) => points.join(" "));
      const { links, points } = await this.aligned(chapter, paragraphs, choice);
      const byParagraph = (cells: Alignment, paragraph: (summary: number) => number) =>
        distinctLinks(cells.map((cell) => ({ ...cell, summary: paragraph(cell.summary) })));
      const found = byParagraph(links, (point) => points.list[point]!.paragraph);
      scores.push(
        score(
          found,
          byParagraph(chapter.gold, (point) => Math.floor(point / 5)),
        ).f,
      );
    }
    show(`prose, ${choice}`, `F ${share(meanOf(scores))}`);
  }

  private async wrongGuides(): Promise<void> {
    const isFlagged = (verdict: string) => verdict === "does not fit" || verdict === "swapped";
    let [flagged, accused, likely] = [0, 0, 0];
    for (const chapter of this.chapters) {
      const strange = this.strangeTo(chapter).filter(({ summary }) => summary.length > 2);
      const [other] = shuffled(strange, random("wrong", chapter.work, chapter.number));
      const wrong = await this.aligned(chapter, other?.summary ?? [], "auto");
      if (isFlagged(wrong.fit.verdict)) flagged++;
      if (isFlagged((await this.aligned(chapter, chapter.summary, "auto")).fit.verdict)) accused++;
      likely += wrong.links.filter(({ confidence }) => confidence >= 0.5).length;
    }
    show(
      "guide of another book",
      `flagged ${percent(flagged / this.chapters.length)}`,
      `the right one ${percent(accused / this.chapters.length)}`,
      `its links at .5 or more: ${likely}`,
    );
  }

  private async strangers(): Promise<void> {
    let [hits, wrong, missed] = [0, 0, 0];
    const scores: number[] = [];
    for (const chapter of this.chapters) {
      const list = this.withStrangers(chapter);
      const found = await this.aligned(
        chapter,
        list.map(({ text }) => text),
      );
      const lost = new Set(found.unmatched);
      list.forEach(({ own }, row) => {
        if (own < 0 && lost.has(row)) hits++;
        else if (own < 0) missed++;
        else if (lost.has(row) && goldRow(chapter, own).length > 0) wrong++;
      });
      const gold = list.flatMap(({ own }, row) => goldRow(chapter, own).map((story) => ({ summary: row, story })));
      scores.push(
        score(
          found.links.filter(({ summary }) => list[summary]!.own >= 0),
          gold,
        ).f,
      );
    }
    show(
      "strangers, 30 %",
      `found with P ${share(hits / (hits + wrong))} R ${share(hits / (hits + missed))} F ${share((2 * hits) / (2 * hits + wrong + missed))}`,
      `F of the true points ${share(meanOf(scores))}`,
    );
  }

  /** The points of a chapter with points of other works among them, which are nobody's own. */
  private withStrangers(chapter: GoldChapter): { readonly text: string; readonly own: number }[] {
    const next = random("strangers", chapter.work, chapter.number);
    const list = all(chapter).map((own) => ({ text: chapter.summary[own]!, own }));
    const strange = this.strangeTo(chapter);
    for (let k = Math.round((0.3 / 0.7) * list.length); k > 0; k--) {
      const { summary } = shuffled(strange, next)[0]!;
      list.splice(below(list.length + 1, next), 0, { text: summary[below(summary.length, next)]!, own: -1 });
    }
    return list;
  }

  private strangeTo({ work: own }: GoldChapter): GoldChapter[] {
    return this.others.filter(({ work }) => work !== own);
  }

  private async aligned({ work, story }: GoldChapter, summary: readonly string[], choice: PointChoice = "paragraphs") {
    const points = pointsOf(summary, choice);
    const passages = { summary: points.list.map(({ text }) => text), story };
    return { ...foundIn(await this.scorerFor(work)(passages), passages, noPins), points };
  }
}

/** A chapter as both aligners see it. */
interface Scored extends GoldChapter {
  readonly odds: GuideOdds;
  readonly bm25: Matrix;
}

async function scored(chapters: readonly GoldChapter[], scorerFor: ScorerFor): Promise<Scored[]> {
  const lexical = bm25({ stopWords: true, stems: true }).prepare();
  const made: Scored[] = [];
  for (const chapter of chapters)
    made.push({ ...chapter, odds: await scorerFor(chapter.work)(chapter), bm25: lexical(chapter) });
  return made;
}

async function calibrated(
  folder: string,
  gold: readonly GoldChapter[],
  works: readonly Work[],
  scorerFor: ScorerFor,
  draws: number,
): Promise<void> {
  const chapters = await scored(gold, scorerFor);
  const covered = meanOf(
    chapters.map(({ gold, story }) => new Set(gold.map((link) => link.story)).size / story.length),
  );
  console.log(
    `${folder}: ${chapters.length} chapters with gold of ${new Set(chapters.map(({ work }) => work)).size} works; ${percent(covered)} of the paragraphs covered`,
  );
  const splits = new Map(works.map(({ title, split }) => [title, split]));
  const line = (name: string, rounds: readonly Round[]) => {
    const of = (figure: (round: Round) => number) => share(meanOf(rounds.map(figure)));
    const inSplit = (split: string) => (round: Round) => fOf(round.filter(({ work }) => splits.get(work) === split));
    show(
      name,
      `P ${of((round) => scoreOf(round).precision)} R ${of((round) => scoreOf(round).recall)} F ${of(fOf)}${rangeOf(rounds.map(fOf))}`,
      ...["train", "validation"]
        .filter((split) => [...splits.values()].some((own) => own === split))
        .map((split) => `${split} ${of(inSplit(split))}`),
      `calibration error ${of((round) => calibrationError(round.flatMap(({ links, gold }) => judged(links, gold))))}`,
    );
  };
  const links = ({ odds }: Scored, wanted: Wanted) => decideGuide(odds, noPins, wanted).links;
  line("Posterior-BM25", [aligned(chapters, (each) => byPosterior(each.bm25))]);
  line(
    "  calibrated",
    drawn(chapters, draws, bestPrices, (each, prices) => byPosterior(each.bm25, prices)),
  );
  line("plotline", [aligned(chapters, (each) => links(each, {}))]);
  line("  --density whole", [aligned(chapters, (each) => links(each, { density: "whole" }))]);
  line(
    "  calibrated",
    drawn(chapters, draws, calibrationOf, (each, calibration) => links(each, { calibration })),
  );
}

/** Chapters with the links that were found in them. */
type Round = readonly { readonly work: string; readonly links: Alignment; readonly gold: readonly Cell[] }[];

function aligned(chapters: readonly Scored[], align: (chapter: Scored) => Alignment): Round {
  return chapters.map((chapter) => ({ work: chapter.work, links: align(chapter), gold: chapter.gold }));
}

/** Of each draw: three chapters at random calibrate, and the others are aligned. */
function drawn<How>(
  chapters: readonly Scored[],
  draws: number,
  calibrate: (chapters: readonly Scored[]) => How,
  align: (chapter: Scored, how: How) => Alignment,
): Round[] {
  return Array.from({ length: draws }, (_, draw) => {
    const mixed = shuffled(chapters, random("wider", draw));
    const how = calibrate(mixed.slice(0, 3));
    return aligned(mixed.slice(3), (chapter) => align(chapter, how));
  });
}

function scoreOf(round: Round) {
  return meanScore(round.map(({ links, gold }) => score(links, gold)));
}

function fOf(round: Round): number {
  return scoreOf(round).f;
}

function byPosterior(matrix: Matrix, prices: PosteriorOptions = likelyOptions): Alignment {
  return bestExpectedF(posterior(matrix, prices));
}

/** The temperature and prices with which Posterior-BM25 does best on some chapters. */
function bestPrices(chapters: readonly Scored[]): PosteriorOptions {
  const candidates = [1, 2, 4, 8].flatMap((temperature) =>
    [Number.POSITIVE_INFINITY, 2, 1, 0, -1, -2].map((skipStory) => ({ temperature, skipStory, skipSummary: 2 })),
  );
  const f = (prices: PosteriorOptions) => fOf(aligned(chapters, (each) => byPosterior(each.bm25, prices)));
  return candidates.map((prices) => ({ prices, f: f(prices) })).sort((a, b) => b.f - a.f)[0]!.prices;
}

function rangeOf(figures: readonly number[]): string {
  if (figures.length < 2) return "";
  return ` (${share(Math.min(...figures))} to ${share(Math.max(...figures))} in ${figures.length} draws)`;
}

function show(name: string, ...rest: readonly string[]): void {
  console.log(`${name.padEnd(24)} ${rest.filter((part) => part !== "").join(" · ")}`);
}
