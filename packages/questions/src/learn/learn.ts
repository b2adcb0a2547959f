import { type Alignment, diagonal, meanScore, rowsOf, score, tallyOf } from "@plotline/align";
import { type Random, random } from "@plotline/base";
import { type Build, model } from "@plotline/nn";
import { defaultThreads, Replicas, type TrainingProgress, train } from "@plotline/nn/node";
import { choose } from "../answer/choose.ts";
import type { EncodedCorpus } from "../readers/encoding/corpus.ts";
import type { AligningReader, Answer } from "./aligning-reader.ts";
import { contrastiveReader, paperAligner } from "./paper-aligner.ts";
import { pointingAligner } from "./pointing-aligner.ts";
import { pointingReader } from "./pointing-reader.ts";
import { type Round, RoundStore } from "./rounds.ts";
import { contrastRows, linksOf, type Rows, startRows } from "./rows.ts";
import { type LearnSettings, learnDefaults } from "./settings.ts";
import { divided, type Parts, type Unit, unitsIn } from "./units.ts";

interface LearnOptions {
  readonly data: EncodedCorpus;
  /** By chapter key. Rounds are scored with it; nothing is learned from it. */
  readonly gold: ReadonlyMap<string, Alignment>;
  readonly settings?: Partial<LearnSettings>;
  /** The folder of rounds, checkpoints and metrics, from which an interrupted run resumes. */
  readonly folder: string;
  readonly threads?: number;
  readonly onProgress?: (progress: TrainingProgress) => void;
  readonly onRound?: (round: Round) => void;
  readonly signal?: AbortSignal;
}

interface Learned {
  readonly ended: "finished" | "early" | "interrupted";
  readonly rounds: readonly Round[];
  readonly trainedOn: { readonly works: number; readonly chapters: number };
  /** The links of every summarised chapter, by its key, from the best round; none of a run that was interrupted. */
  readonly alignments: ReadonlyMap<string, Alignment>;
}

/**
 * Learns an alignment with a task, the paper's modified CCCP. A round moves the reader so that H answers its questions
 * and scores above sampled alignments; then H = argmax J(H) is solved again, by the DP on the reader's own scores.
 */
export async function learnAlignment(options: LearnOptions): Promise<Learned> {
  const learning = new Learning(options);
  await learning.lookBefore();
  return learning.go();
}

/** What a reader that learns computes. */
export function aligningNetwork(settings: LearnSettings, vocabulary: number): Build {
  return (settings.reader === "paper" ? contrastiveReader : pointingReader)(settings, vocabulary);
}

class Learning {
  private readonly settings: LearnSettings;
  private readonly parts: Parts;
  private readonly reader: AligningReader;
  private readonly store: RoundStore;
  /** H: the paragraphs that each chapter's points are linked to now. */
  private rows: ReadonlyMap<string, Rows>;

  constructor(private readonly options: LearnOptions) {
    const { data, gold, folder } = options;
    this.settings = { ...learnDefaults, ...options.settings };
    const { reader, seed } = this.settings;
    this.parts = divided(unitsIn(data.works), gold, this.settings);
    this.reader = (reader === "paper" ? paperAligner : pointingAligner)(this.settings, data.words);
    this.store = new RoundStore(folder);
    this.rows = new Map(
      this.everyone.map(({ key, chapter }) => [key, startRows(chapter, this.settings, random(seed, "start", key))]),
    );
  }

  /** The baselines of learning: the alignment it starts from, and the DP on an untrained reader. */
  async lookBefore(): Promise<void> {
    if (this.store.rounds().length > 1) return;
    const { seed } = this.settings;
    const replicas = await Replicas.open(model(this.reader.build), { threads: this.threads, seed });
    try {
      await this.look("start", replicas, new Map([...this.rows].map(([key, rows]) => [key, linksOf(rows)])));
      await this.look(0, replicas, await this.solve(replicas, [...this.parts.heldBack, ...this.parts.judged]));
    } finally {
      await replicas.close();
    }
  }

  async go(): Promise<Learned> {
    const { chapters, rounds, learningRate, clip, seed } = this.settings;
    const { folder, onProgress, signal } = this.options;
    const perRound = Math.ceil(this.parts.learned.length / chapters);
    const done = Math.floor(this.store.stepsDone() / perRound);
    if (done > 0) this.rows = this.store.rows(done);
    let round = done;
    const { replicas, ended } = await train<Unit>(this.reader.build, {
      threads: this.threads,
      examples: this.parts.learned,
      collate: (units, next) => this.collate(units, next),
      batchSize: chapters,
      epochs: rounds,
      adam: { learningRate },
      clip,
      seed,
      better: "higher",
      validate: (replicas) => this.endRound(++round, replicas),
      folder,
      checkpointEvery,
      onProgress,
      signal,
    });
    try {
      const all = unitsIn(this.options.data.works);
      return {
        ended,
        rounds: this.store.rounds(round),
        trainedOn: {
          works: new Set(this.parts.learned.map(({ work }) => work.title)).size,
          chapters: this.parts.learned.length,
        },
        alignments: ended === "interrupted" ? new Map() : await this.solve(replicas, all),
      };
    } finally {
      await replicas.close();
    }
  }

  private get everyone(): readonly Unit[] {
    const { learned, heldBack, judged } = this.parts;
    return [...learned, ...heldBack, ...judged];
  }

  private get threads(): number {
    return this.options.threads ?? defaultThreads();
  }

  private collate(units: readonly Unit[], next: Random) {
    const contrasted = units.map((unit) => ({
      ...unit,
      chosen: this.rows.get(unit.key) ?? [],
      rival: contrastRows(unit.chapter, next),
    }));
    return this.reader.batch(contrasted, next);
  }

  private async endRound(round: number, replicas: Replicas): Promise<Record<string, number>> {
    const solved = await this.solve(replicas, this.everyone);
    this.rows = new Map(this.everyone.map(({ key, chapter }) => [key, this.learnable(solved.get(key) ?? [], chapter)]));
    const { heldBack, accuracy, f } = await this.look(round, replicas, solved, this.rows);
    return { heldBack, accuracy, f };
  }

  /** A point that nothing was found for learns from the diagonal again. */
  private learnable(alignment: Alignment, { points, story }: Unit["chapter"]): Rows {
    const otherwise = rowsOf(diagonal(points.length, story.length, 1), points.length);
    return rowsOf(alignment, points.length).map((own, point) => (own.length > 0 ? own : otherwise[point]!));
  }

  private async solve(replicas: Replicas, units: readonly Unit[]): Promise<Map<string, Alignment>> {
    const gains = await this.reader.gains(
      replicas,
      units.map(({ chapter }) => chapter),
    );
    return new Map(units.map(({ key }, k) => [key, this.reader.best(gains[k]!)]));
  }

  /** Scores an alignment: against gold, and by the reader's answers with it. */
  private async look(
    round: Round["round"],
    replicas: Replicas,
    alignments: ReadonlyMap<string, Alignment>,
    rows: ReadonlyMap<string, Rows> = new Map(),
  ): Promise<Round> {
    const started = performance.now();
    const { gold, onRound } = this.options;
    const { heldBack, judged } = this.parts;
    const ask = async (units: readonly Unit[]) =>
      this.reader.answers(
        replicas,
        units.map((unit) => ({
          ...unit,
          rows: rowsOf(alignments.get(unit.key) ?? [], unit.chapter.points.length),
        })),
      );
    const answers = { judged: await ask(judged), heldBack: await ask(heldBack) };
    const seconds = (performance.now() - started) / 1000;
    const made = { ...scored(round, judged, { alignments, gold, answers }), seconds };
    this.store.save(made, rows);
    onRound?.(made);
    return made;
  }
}

interface Found {
  readonly alignments: ReadonlyMap<string, Alignment>;
  readonly gold: ReadonlyMap<string, Alignment>;
  readonly answers: Readonly<Record<"judged" | "heldBack", readonly Answer[]>>;
}

/** What a round is worth: its alignment against gold, and the answers with it. */
export function scored(
  round: Round["round"],
  judged: readonly Unit[],
  { alignments, gold, answers }: Found,
): Omit<Round, "seconds"> {
  const right = (part: readonly Answer[]) =>
    tallyOf(part.map(({ id, scores }) => ({ right: choose(scores, id) === 0, options: scores.length })));
  const [ofJudged, ofHeldBack] = [right(answers.judged), right(answers.heldBack)];
  const scores = judged.map(({ key }) => score(alignments.get(key) ?? [], gold.get(key) ?? []));
  return {
    round,
    ...meanScore(scores),
    chapters: scores.length,
    accuracy: ofJudged.right,
    heldBack: ofHeldBack.right,
    asked: { judged: ofJudged.questions, heldBack: ofHeldBack.questions, chance: ofHeldBack.chance },
  };
}

const checkpointEvery = 200;
