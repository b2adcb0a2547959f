import type { Rights } from "@plotline/align";
import { sharedLicence } from "@plotline/corpus";
import { tally } from "@plotline/text";
import { type AnswererScore, answersTable } from "./answer/answerer.ts";

/** The contents of a dataset's card. */
interface CardFacts {
  readonly name: string;
  readonly version: string;
  readonly corpusHash: string;
  /** The question set by name and version, and the hashes of what its questions ask. */
  readonly set: string;
  readonly hashes: Readonly<Record<"cloze" | "completion", string>>;
  readonly alignments: readonly string[];
  /** Which contexts know gold links. */
  readonly goldNotes: readonly string[];
  readonly works: readonly CardWork[];
  /** Rows by configuration and split; a split without rows has no file. */
  readonly counts: Readonly<Record<"cloze" | "completion" | "passages", Readonly<Record<string, number>>>>;
  readonly points: number;
  readonly entityQuestions: number;
  /** What chance and simple rules answer right. */
  readonly scores: readonly AnswererScore[];
  /** On which works. */
  readonly measuredOn: string;
  readonly leftOut: readonly string[];
}

interface CardWork {
  readonly title: string;
  readonly split: string;
  readonly story: Rights;
  readonly summary: Rights;
}

/** `README.md` of a dataset folder: Hugging Face `datasets` reads its head, people the rest. */
export function datasetCard(facts: CardFacts): string {
  return [
    header(facts),
    `# ${facts.name}: cloze and completion questions`,
    "",
    "Reading-comprehension questions made from stories and their chapter summaries, after *The Shmoop Corpus* (Chaudhury, Tapaswi, Kim and Fidler, arXiv 1912.13082), by plotline.",
    "",
    "## What is in it",
    "",
    "- **cloze**: a summary paragraph with one entity masked (`@placeholder`), ten names to choose from, fewer where there are fewer. `anonymised` has every entity as a marker, permuted anew for each question. Rows of the kind `word` mask a random word and are for training only: accuracy counts `entity` rows.",
    "- **completion**: the first tokens of a summary paragraph (five), and ten continuations of which one is its own.",
    "- **passages**: the paragraphs of the stories. A question's `contexts` name, for each alignment and protocol, the paragraphs that a reader is given; one without any is marked `empty`. With `--inline`, `context` has their text: the first alignment's, blind where it can be.",
    "",
    "Protocols: *paper*, the alignment was computed from the full summary, and so knows the answer; *blind*, for cloze the aligner saw no point's masked entity, for completion no more than those first tokens of any point. Say which one a score used.",
    "",
    table(
      ["rows", ...splitsOf(facts)],
      Object.entries(facts.counts).map(([config, splits]) => [
        config,
        ...splitsOf(facts).map((s) => String(splits[s] ?? 0)),
      ]),
    ),
    "",
    `${facts.entityQuestions} of ${facts.points} summary paragraphs yield an entity question (${percent(facts.entityQuestions / Math.max(1, facts.points))}).`,
    "",
    "## How it was made",
    "",
    `plotline ${facts.version}, corpus ${facts.corpusHash}, ${facts.works.length} works; question set ${facts.set} (cloze ${facts.hashes.cloze}, completion ${facts.hashes.completion}); alignments: ${facts.alignments.join(", ") || "none"}; protocols: paper, blind. The same command on the same corpus gives the same bytes.`,
    ...(facts.goldNotes.length > 0 ? ["", facts.goldNotes.join(" ")] : []),
    "",
    "Each row carries its place (`work`, `chapter`, `paragraph`, all counted from 0, and the characters of the masked mentions), the entity with its spellings, the question set and the hash of the corpus.",
    "",
    "## What simple rules score",
    "",
    answersText(facts),
    "## Rights",
    "",
    ...(facts.leftOut.length === 0
      ? ["All texts are in the files:", "", ...rightsLines(facts.works)]
      : [
          "Texts that may not be passed on, or of which that is not known, are left out (`null`):",
          "",
          ...facts.leftOut.map((sentence) => `- ${sentence}`),
          "",
          "Whoever has the corpus makes the same questions with the texts by the same command and `--include-restricted`.",
        ]),
    "",
    "The names were found by a tagger trained on LitBank (Bamman, Popat and Shen 2019, CC BY 4.0).",
    "",
  ].join("\n");
}

/** Under which licence the texts of each side are, and of how many works. */
function rightsLines(works: readonly CardWork[]): string[] {
  return (["story", "summary"] as const).flatMap((side) => {
    const counts = tally(works.map(({ [side]: { licence } }) => licence ?? "no licence on record"));
    const what = side === "story" ? "stories" : "summaries";
    return [...counts].map(([licence, count]) => `- ${what} of ${count} ${count === 1 ? "work" : "works"}: ${licence}`);
  });
}

/** Where texts are missing, whoever restores them decides what the whole is under. */
function licenceOf({ works, leftOut }: CardFacts): string {
  return leftOut.length > 0 ? "other" : sharedLicence(works.flatMap(({ story, summary }) => [story, summary]));
}

function header(facts: CardFacts): string {
  const { counts, name } = facts;
  const configs = Object.entries(counts).flatMap(([config, splits]) => {
    const files = splitNames.filter((split) => (splits[split] ?? 0) > 0);
    if (files.length === 0) return [];
    const paths = files.flatMap((split) => [`  - split: ${split}`, `    path: ${config}/${split}.parquet`]);
    return [`- config_name: ${config}`, ...(config === "cloze" ? ["  default: true"] : []), "  data_files:", ...paths];
  });
  const lines = [
    "language:",
    "- en",
    `license: ${licenceOf(facts)}`,
    "task_categories:",
    "- question-answering",
    "- multiple-choice",
  ];
  return [
    "---",
    `pretty_name: ${JSON.stringify(name)}`,
    ...lines,
    ...(configs.length > 0 ? ["configs:", ...configs] : []),
    "---",
    "",
  ].join("\n");
}

function answersText({ scores, measuredOn }: CardFacts): string {
  if (scores.length === 0) return "Not measured: no question has options.\n";
  const parts = (["cloze", "completion"] as const).flatMap((task) => {
    const own = scores.filter((score) => score.task === task);
    const [{ questions, chance } = { questions: 0, chance: 0 }] = own;
    const [titles = [], ...cells] = answersTable(own, ({ right }) => digits(right));
    const asked = `${about[task]} ${questions} questions; chance is ${digits(chance)}.`;
    return own.length === 0 ? [] : [asked, "", table(titles, cells), ""];
  });
  return [`Accuracy on ${measuredOn}; among equally good options the draw decides.`, "", ...parts].join("\n");
}

const about = {
  cloze:
    "Cloze. *Majority*: the name that is most frequent in the work; *answer in context*: the ceiling of a reader that points at a name in its context.",
  completion:
    "Completion. *Strike-out* leaves out options that are found in a reader's inputs and guesses among the others: it answers as chance does, unless something leaks.",
};

const splitNames = ["train", "validation"];

function splitsOf({ counts }: CardFacts): string[] {
  return splitNames.filter((split) => Object.values(counts).some((splits) => (splits[split] ?? 0) > 0));
}

function table(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(titles), line(titles.map(() => "---")), ...rows.map(line)].join("\n");
}

function digits(value: number): string {
  return value.toFixed(3).replace(/^0/, "");
}

function percent(value: number): string {
  return `${(100 * value).toFixed(1)} %`;
}
