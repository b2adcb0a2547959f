import { chronological, type Matrix, matrix } from "@plotline/align";
import { groupedBy, inGroups, random, sumOf } from "@plotline/base";
import {
  add,
  type Build,
  divide,
  matmul,
  mean,
  multiply,
  negate,
  relu,
  reshape,
  slice,
  subtract,
  sum,
  type Value,
  type Values,
} from "@plotline/nn";
import type { Replicas } from "@plotline/nn/node";
import { attentiveReader } from "../readers/attentive-reader.ts";
import { clozeBatch, optionCount, questionInputs } from "../readers/batches/cloze-batch.ts";
import { floats, inputGroup } from "../readers/batches/input-group.ts";
import { someOf } from "../readers/batches/units.ts";
import type { ClozeExample, EncodedChapter } from "../readers/encoding/examples.ts";
import type { WordList } from "../readers/encoding/words.ts";
import { evaluated } from "../readers/reader.ts";
import { trainDefaults } from "../readers/settings.ts";
import type { AligningReader, Answer, Contrasted, Examined } from "./aligning-reader.ts";
import type { Rows } from "./rows.ts";
import type { LearnSettings } from "./settings.ts";

/** Which questions are asked for the task, and which belong to the alignment of a chapter and to its rival. */
const contrastInputs = inputGroup("contrast", {
  task: floats("questions"),
  chosen: floats("contrasts", "questions"),
  rival: floats("contrasts", "questions"),
});

const { margin } = trainDefaults;

/**
 * The paper's reader in its own algorithm. With the softmax over paragraphs its score is not linear in H, so what
 * paragraph j gives point i is how far the right answer leads when j is all that is read, and J adds that up:
 *
 *   g(s_i, d_j) = cos(a*, right) − mean cos(a*, wrong) with d_j alone as context      J(H) = mean of g over H
 *   loss = max-margin of the questions with H* as context + max(0, margin − J(H*) + J(H')), H' a sampled staircase
 *
 * A question that is easy whatever is read scores in every paragraph, and would draw the whole chapter to its point. So
 * g is relative unless asked otherwise: every point counts once in J, and H* is solved on g less its mean in the point.
 */
export function contrastiveReader(settings: LearnSettings, vocabulary: number): Build {
  const reader = attentiveReader(settings, vocabulary, margin);
  return (p, batch) => {
    const { scores } = reader(p, batch);
    const { offered } = questionInputs.tensors(batch);
    const { task, chosen, rival } = contrastInputs.tensors(batch);
    const [right, wrong] = [slice(scores, 1, 0, 1), slice(scores, 1, 1, optionCount)];
    const others = slice(offered, 1, 1, optionCount);
    const wrongMean = divide(
      sum(multiply(wrong, others), [1], { keep: true }),
      add(sum(others, [1], { keep: true }), tiny),
    );
    const lead = subtract(right, wrongMean);
    const short = sum(multiply(relu(add(subtract(wrong, right), margin)), others), [1]);
    const asked = divide(sum(multiply(short, task)), add(sum(task), tiny));
    const gap = subtract(matmul(chosen, lead), matmul(rival, lead));
    const contrast = mean(relu(add(negate(gap), margin)));
    return { loss: add(asked, contrast), scores, lead: reshape(lead, [-1]) };
  };
}

const tiny = 1e-9;

export function paperAligner(settings: LearnSettings, words: WordList): AligningReader {
  const shape = { ...settings, words, tokens: Number.POSITIVE_INFINITY };
  return {
    build: contrastiveReader(settings, words.size),
    batch: (units, next) => {
      const turns = units.map((unit) => turnsOf(unit, someOf(unit.chapter.cloze, settings.questions, next)));
      return asked(
        units.map((unit, k) => ({ ...unit, turns: turns[k]! })),
        { ...shape, next },
      );
    },
    gains: (replicas, chapters) => gainsOf(replicas, chapters, shape),
    best: (gains) => chronological(gains),
    answers: (replicas, examined) => answersOf(replicas, examined, shape),
  };
}

type Options = Parameters<typeof clozeBatch>[1] & Pick<LearnSettings, "gains">;
type Shape = Omit<Options, "next">;

/** The task's questions, each with what the alignment gives it. */
async function answersOf(replicas: Replicas, examined: readonly Examined[], shape: Shape): Promise<Answer[]> {
  const jobs = examined.flatMap((unit) => {
    const entities = unit.chapter.cloze.filter(({ kind }) => kind === "entity");
    const turns = entities.map((question): Turn => ({ question, reads: readBy(unit.rows, question) }));
    return inGroups(turns, questionsAtOnce).map((some) => ({ ...unit, turns: some }));
  });
  const found: Answer[] = [];
  const batchOf = (job: (typeof jobs)[number]) => asked([job], { ...shape, next: random("ask", job.key) });
  for await (const { job, results } of evaluated(replicas, jobs, batchOf))
    job.turns.forEach(({ question: { id, options } }, k) => {
      const own = results["scores"]!.data.subarray(k * optionCount, k * optionCount + options.length);
      found.push({ id, scores: Array.from(own) });
    });
  return found;
}

const questionsAtOnce = 48;

/** A question, what it reads, and whether that is a cell of an alignment or all that the task may see. */
interface Turn {
  readonly question: ClozeExample;
  readonly reads: readonly number[];
  readonly part?: "chosen" | "rival";
}

interface Chapter extends Pick<Contrasted, "work" | "chapter"> {
  readonly turns: readonly Turn[];
}

/** Each question with H* as its context, and with each paragraph of H* and of its rival alone. */
function turnsOf({ chosen, rival }: Contrasted, questions: readonly ClozeExample[]): Turn[] {
  return questions.flatMap((question): Turn[] => [
    { question, reads: readBy(chosen, question) },
    ...readBy(chosen, question).map((place) => ({ question, reads: [place], part: "chosen" as const })),
    ...readBy(rival, question).map((place) => ({ question, reads: [place], part: "rival" as const })),
  ]);
}

function readBy(rows: Rows, { paragraph }: ClozeExample): readonly number[] {
  return rows[paragraph] ?? [];
}

function asked(chapters: readonly Chapter[], options: Options): Values {
  const units = chapters.map(({ work, chapter, turns }) => ({
    work,
    chapter,
    contexts: turns.map(({ reads }) => reads),
    asked: turns.map(({ question }, place) => ({ ...question, paragraph: place })),
  }));
  const all = chapters.flatMap(({ turns }, chapter) => turns.map((turn) => ({ ...turn, chapter })));
  const shares = (part: Turn["part"]): Value => {
    const data = chapters.flatMap((_, chapter) => {
      const isOwn = (turn: (typeof all)[number]) => turn.part === part && turn.chapter === chapter;
      const cells = groupedBy(all.filter(isOwn), ({ question }) => question);
      const count = sumOf(cells.values(), ({ length }) => length);
      const share = (question: ClozeExample) =>
        options.gains === "plain" ? 1 / count : 1 / (cells.size * cells.get(question)!.length);
      return all.map((turn) => (isOwn(turn) ? share(turn.question) : 0));
    });
    return { shape: [chapters.length, all.length], data: Float32Array.from(data) };
  };
  return {
    ...clozeBatch(units, options),
    ...contrastInputs.values({
      task: { shape: [all.length], data: Float32Array.from(all, ({ part }) => Number(part === undefined)) },
      chosen: shares("chosen"),
      rival: shares("rival"),
    }),
  };
}

/** The score of every question with every paragraph alone; a point that asks nothing has none. */
async function gainsOf(replicas: Replicas, chapters: readonly EncodedChapter[], shape: Shape): Promise<Matrix[]> {
  const found = chapters.map(({ points, story }) => matrix(points.length, story.length));
  const jobs = chapters.flatMap((chapter, number) => {
    // Paragraph by paragraph, so that each is read with one job, or two.
    const turns = spokenIn(chapter).flatMap((place) =>
      chapter.cloze.map((question): Turn => ({ question, reads: [place] })),
    );
    return inGroups(turns, pairsAtOnce).map((some) => ({ number, chapter, turns: some }));
  });
  const work = { title: "", split: "train", questions: { cloze: "", completion: "" }, chapters: [] } as const;
  const batchOf = (job: (typeof jobs)[number]) =>
    asked([{ work, ...job }], { ...shape, next: random("solve", job.chapter.number) });
  for await (const { job, results } of evaluated(replicas, jobs, batchOf))
    job.turns.forEach(({ question, reads: [place = 0] }, k) => {
      const { columns, values } = found[job.number]!;
      values[question.paragraph * columns + place] = Number(results["lead"]!.data[k]);
    });
  chapters.forEach((chapter, number) => void levelled(found[number]!, chapter, shape));
  return found;
}

/** Leads as gains: from 0 to 1 where they are plain, else less their mean in the point. */
function levelled({ columns, values }: Matrix, chapter: EncodedChapter, { gains }: Shape): void {
  const spoken = spokenIn(chapter);
  for (const { paragraph } of chapter.cloze) {
    const row = values.subarray(paragraph * columns, (paragraph + 1) * columns);
    const level = sumOf(spoken, (place) => row[place]!) / spoken.length;
    for (const place of spoken) row[place] = gains === "plain" ? (2 + row[place]!) / 4 : row[place]! - level;
  }
}

/** The paragraphs that have words. */
function spokenIn({ story }: EncodedChapter): number[] {
  return [...story.keys()].filter((place) => story[place]!.length > 0);
}

const pairsAtOnce = 400;
