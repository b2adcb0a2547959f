import type { Corpus, Work } from "../corpus/types.ts";
import { random } from "../random.ts";
import { type ClozeQuestion, clozeQuestions } from "./cloze.ts";
import { askedOf, clozeAnswers } from "./cloze-rules.ts";
import { type CompletionItem, completionItems } from "./completion.ts";
import { completionAnswers, WorkBags } from "./completion-rules.ts";
import { type Contexts, contextWithout, shuffledContexts } from "./contexts.ts";
import type { Controls } from "./controls.ts";
import { type ClozeOptions, type CompletionOptions, candidateSets, type Protocol } from "./options.ts";
import type { ClozeRow, CompletionRow, PassageRow } from "./row-schemas.ts";
import { clozeRow, completionRow, passageRows } from "./rows.ts";
import type { ContextSource, Wanted } from "./sources.ts";
import { WorkWords } from "./story-words.ts";
import { byChapter, type NamedChapter, type NamedWork, namedWork, workText } from "./work.ts";

interface BuildOptions {
  readonly cloze: ClozeOptions;
  readonly completion: CompletionOptions;
  readonly sources: readonly ContextSource[];
  readonly corpusHash: string;
  /** Whether a work's texts of one side may be shared. */
  goesOut(work: Work, side: "story" | "summary"): boolean;
  /** Adds up what the baselines answer; left out where nobody wants to know. */
  readonly controls?: Controls;
}

export interface WorkRows {
  readonly bullets: number;
  readonly cloze: ClozeRow[];
  readonly completion: CompletionRow[];
  readonly passages: PassageRow[];
}

/** Contexts of a chapter by their source. */
interface Joined {
  readonly alignment: string;
  readonly protocol: Protocol;
  readonly contexts: Contexts;
}

/** Everything that the tasks say of one work. Questions come first and know nothing of alignments; contexts are joined. */
export async function buildWork(corpus: Corpus, work: Work, options: BuildOptions): Promise<WorkRows> {
  const named = namedWork(await workText(corpus, work));
  const words = options.cloze.words && work.split === "train";
  const chapters = named.chapters.map(({ chapter }) => chapter);
  const questions = byChapter(clozeQuestions(named, { ...options.cloze, words }));
  const items = byChapter(completionItems({ title: work.title, chapters }, options.completion));
  const summaries = new Map(chapters.map(({ number, summary }) => [number, summary]));
  const bullets = chapters.reduce((n, { summary }) => n + summary.length, 0);
  const rows: WorkRows = { bullets, cloze: [], completion: [], passages: [] };
  const tools = options.controls === undefined ? undefined : controlTools(named);
  for (const chapter of named.chapters) {
    const { number } = chapter.chapter;
    const asked = { questions: questions.get(number) ?? [], items: items.get(number) ?? [] };
    const contexts = await contextsFor(chapter, asked.questions, options);
    addRows(rows, { work, named, summaries, chapter, ...asked, contexts }, options);
    if (tools === undefined || options.controls === undefined) continue;
    controlCloze(asked.questions, chapter, contexts.cloze, named, tools.words(), options.controls);
    controlCompletion(asked.items, chapter, contexts.completion, tools.bags(), options.controls);
  }
  return rows;
}

/** What readers of each task are given: under the paper's protocol the same, under the blind one not. */
interface TaskContexts {
  readonly cloze: readonly Joined[];
  readonly completion: readonly Joined[];
}

async function contextsFor(
  chapter: NamedChapter,
  questions: readonly ClozeQuestion[],
  { sources, completion: { given } }: BuildOptions,
): Promise<TaskContexts> {
  const paper = await joined(sources, chapter, { protocol: "paper" });
  const cloze = await joined(sources, chapter, { protocol: "blind", task: "cloze", questions });
  const completion = await joined(sources, chapter, { protocol: "blind", task: "completion", given });
  return { cloze: [...paper, ...cloze], completion: [...paper, ...completion] };
}

interface ChapterQuestions {
  readonly work: Work;
  readonly named: NamedWork;
  /** By chapter: options come from other chapters too. */
  readonly summaries: ReadonlyMap<number, readonly string[]>;
  readonly chapter: NamedChapter;
  readonly questions: readonly ClozeQuestion[];
  readonly items: readonly CompletionItem[];
  readonly contexts: TaskContexts;
}

function addRows(
  rows: WorkRows,
  { work, named, summaries, chapter, questions, items, contexts }: ChapterQuestions,
  { cloze, completion, corpusHash, goesOut }: BuildOptions,
): void {
  const about = { split: work.split, corpus: corpusHash };
  const summaryOut = goesOut(work, "summary");
  for (const question of questions)
    rows.cloze.push(
      clozeRow(question, named, rowsOf(contexts.cloze, question), { ...about, seed: cloze.seed }, summaryOut),
    );
  for (const item of items)
    rows.completion.push(
      completionRow(
        item,
        summaries,
        rowsOf(contexts.completion, item),
        { ...about, seed: completion.seed },
        summaryOut,
      ),
    );
  rows.passages.push(...passageRows(chapter, work.split, goesOut(work, "story")));
}

async function joined(sources: readonly ContextSource[], { chapter }: NamedChapter, wanted: Wanted): Promise<Joined[]> {
  const found: Joined[] = [];
  for (const source of sources) {
    if (!source.protocols.includes(wanted.protocol)) continue;
    const contexts = await source.contexts(chapter, wanted);
    if (contexts !== undefined) found.push({ alignment: source.name, protocol: wanted.protocol, contexts });
  }
  return found;
}

function rowsOf(contexts: readonly Joined[], { paragraph }: { paragraph: number }) {
  return contexts.map(({ alignment, protocol, contexts: rows }) => ({
    alignment,
    protocol,
    paragraphs: rows[paragraph] ?? [],
  }));
}

function controlCloze(
  questions: readonly ClozeQuestion[],
  chapter: NamedChapter,
  contexts: readonly Joined[],
  work: NamedWork,
  words: WorkWords,
  controls: Controls,
): void {
  const lines = [...contexts, ...clozeControls(contexts, chapter)];
  for (const question of questions) {
    if (question.kind !== "entity") continue;
    const asked = askedOf(question, chapter, words);
    for (const line of lines) {
      const given = line.contexts[question.paragraph] ?? [];
      const absent = line.alignment.endsWith(answerAbsent);
      const context = absent ? contextWithout(given, chapter.story, question.entity ?? -1) : given;
      for (const set of candidateSets)
        controls.addCloze({ ...line, set }, asked, context, clozeAnswers(asked, context, set, work));
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

function controlCompletion(
  items: readonly CompletionItem[],
  chapter: NamedChapter,
  contexts: readonly Joined[],
  bags: WorkBags,
  controls: Controls,
): void {
  const none: Joined = { alignment: "no context", protocol: "blind", contexts: chapter.chapter.summary.map(() => []) };
  for (const line of [...contexts, none])
    for (const item of items) {
      const context = line.contexts[item.paragraph] ?? [];
      const inputs = [item.prefix, ...context.map((paragraph) => chapter.chapter.story[paragraph] ?? "")];
      controls.addCompletion(line, item, inputs, completionAnswers(item, chapter, context, bags));
    }
}

/** Made when first needed: a work without questions needs none. */
function controlTools(work: NamedWork): { words: () => WorkWords; bags: () => WorkBags } {
  let words: WorkWords | undefined;
  let bags: WorkBags | undefined;
  return { words: () => (words ??= new WorkWords(work)), bags: () => (bags ??= new WorkBags(work)) };
}
