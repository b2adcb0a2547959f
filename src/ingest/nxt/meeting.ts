import type { Link } from "../../corpus/types.ts";
import { countWords } from "../../corpus/words.ts";
import { sumOf } from "../../lists.ts";
import roles from "./data/roles.json" with { type: "json" };
import { elementsOf, type NxtElement, type NxtReference } from "./file.ts";
import type { NxtFolder } from "./folder.ts";

/** A meeting as a chapter: what was said, turn by turn, and the sentences of its summary with their links. */
export interface Meeting {
  /** The name of its files: ES2002a. */
  readonly name: string;
  readonly turns: readonly string[];
  readonly points: readonly string[];
  /** Undefined where the meeting has no file of links. */
  readonly links: readonly Link[] | undefined;
  /** Every spoken word: in turns, or in no dialogue act. */
  readonly words: { readonly all: number; readonly inTurns: number };
  /** Laughter, coughs, gaps: what is not a word. */
  readonly sounds: number;
  /** References to something that is not there. */
  readonly broken: number;
}

/** A paragraph that is this long ends with its dialogue act, in words: as transcripts are cut. */
const enough = 80;

/** Reads a meeting; `parts` are those of its summary that count, all unless given. */
export function readMeeting(folder: NxtFolder, name: string, parts?: readonly string[]): Meeting {
  const speech = speechOf(folder, name);
  const turns = turnsOf(speech.acts);
  const turnOfAct = new Map(turns.flatMap(({ acts }, turn) => acts.map((act): [string, number] => [act, turn])));
  const { sentences, points } = pointsOf(folder, name, parts);
  const { links, broken } = linksOf(folder, name, sentences, turnOfAct);
  return {
    name,
    turns: turns.map(({ text }) => text),
    points,
    links,
    words: { all: speech.words, inTurns: sumOf(speech.acts, ({ words }) => words) },
    sounds: speech.sounds,
    broken: broken + speech.broken,
  };
}

interface Act {
  readonly id: string;
  readonly speaker: string;
  readonly start: number;
  readonly text: string;
  readonly words: number;
}

/** The dialogue acts of all speakers, in the order of time. */
function speechOf(folder: NxtFolder, name: string) {
  const names = speakers(folder, name);
  const acts: Act[] = [];
  let broken = 0;
  for (const file of actFiles(folder, name)) {
    const agent = file.slice(name.length + 1).split(".")[0]!;
    const speaker = names.get(agent) ?? agent;
    for (const element of folder.file(file, name).elements) {
      const words = childrenOf(folder, file, element);
      if (words === undefined) broken++;
      else if (words.length > 0) acts.push(...actOf(element, speaker, words));
    }
  }
  acts.sort((a, b) => a.start - b.start);
  const all = wordFiles(folder, name).flatMap((file) => folder.file(file, name).elements);
  return {
    acts,
    broken,
    words: all.filter(isCounted).length,
    sounds: all.filter((element) => element.id !== "" && element.name !== "nite:root" && element.name !== "w").length,
  };
}

function actFiles(folder: NxtFolder, name: string): string[] {
  return [".dialog-act.xml", ".dialogue-acts.xml"].flatMap((ending) =>
    folder.named(ending).filter((file) => file.startsWith(`${name}.`)),
  );
}

function wordFiles(folder: NxtFolder, name: string): string[] {
  return folder.named(".words.xml").filter((file) => file.startsWith(`${name}.`));
}

/** What an act's children name; nothing for elements without children, undefined where one is not there. */
function childrenOf(folder: NxtFolder, file: string, { references }: NxtElement): NxtElement[] | undefined {
  const found = references.filter(({ role }) => role === "child").map((reference) => namedBy(folder, file, reference));
  return found.includes(undefined) ? undefined : found.flatMap((some) => some ?? []);
}

/** The elements that a reference in a file names; undefined where they are not there. */
function namedBy(folder: NxtFolder, file: string, reference: NxtReference): readonly NxtElement[] | undefined {
  const found = elementsOf(folder.file(reference.file || file, file), reference);
  folder.spend(found?.length ?? 0, file);
  return found;
}

function actOf({ id, attributes }: NxtElement, speaker: string, elements: readonly NxtElement[]): Act[] {
  const words = elements.filter(isWord);
  const start = Number(attributes["starttime"] ?? elements[0]?.attributes["starttime"]);
  let text = "";
  for (const word of words) text += text === "" || isPunctuation(word) ? word.text.trim() : ` ${word.text.trim()}`;
  // Where nothing was said, the act has no words: laughter alone.
  return text === ""
    ? []
    : [{ id, speaker, start: Number.isFinite(start) ? start : 0, text, words: words.filter(isCounted).length }];
}

function isWord({ name, text }: NxtElement): boolean {
  return name === "w" && text.trim() !== "";
}

/** Punctuation marks are no words. */
function isCounted(element: NxtElement): boolean {
  return isWord(element) && !isPunctuation(element);
}

function isPunctuation({ attributes, text }: NxtElement): boolean {
  return attributes["punc"] === "true" || /^[.,?!;:]+$/.test(text.trim());
}

/** What speakers are called in the meeting: by their roles, where `meetings.xml` gives some. */
function speakers(folder: NxtFolder, name: string): Map<string, string> {
  if (!folder.has("meetings.xml")) return new Map();
  const { elements } = folder.file("meetings.xml", name);
  const own = elements.findIndex(
    ({ name: tag, attributes }) => tag === "meeting" && attributes["observation"] === name,
  );
  const found = new Map<string, string>();
  for (let place = own + 1; own >= 0 && elements[place]?.name === "speaker"; place++) {
    const { nxt_agent: agent, role } = elements[place]!.attributes;
    if (agent !== undefined && role !== undefined) found.set(agent, (roles as Record<string, string>)[role] ?? role);
  }
  return found;
}

interface Turn {
  text: string;
  acts: string[];
}

/** Acts of one speaker in a row are a turn; a long turn is cut where an act ends. */
function turnsOf(acts: readonly Act[]): Turn[] {
  const turns: Turn[] = [];
  let speaker: string | undefined;
  for (const act of acts) {
    const last = turns.at(-1);
    if (last === undefined || act.speaker !== speaker || countWords(last.text) >= enough)
      turns.push({ text: `${act.speaker}: ${act.text}`, acts: [act.id] });
    else {
      last.text += ` ${act.text}`;
      last.acts.push(act.id);
    }
    speaker = act.speaker;
  }
  return turns;
}

/** The sentences of the summary, in the order of the file; those that say that there is nothing to say are left out. */
function pointsOf(folder: NxtFolder, name: string, parts?: readonly string[]) {
  const sentences = new Map<string, number>();
  const points: string[] = [];
  for (const { name: tag, id, text, inside } of folder.file(`${name}.abssumm.xml`, name).elements) {
    const sentence = text.replace(/\s+/g, " ").trim();
    if (tag !== "sentence" || (parts !== undefined && !parts.includes(inside)) || /^\W*(NA\W*)?$/.test(sentence))
      continue;
    sentences.set(id, points.length);
    points.push(sentence);
  }
  return { sentences, points };
}

function linksOf(
  folder: NxtFolder,
  name: string,
  sentences: ReadonlyMap<string, number>,
  turnOfAct: ReadonlyMap<string, number>,
): { links: Link[] | undefined; broken: number } {
  const file = `${name}.summlink.xml`;
  if (!folder.has(file)) return { links: undefined, broken: 0 };
  const found = new Map<string, Link>();
  let broken = 0;
  for (const { name: tag, references } of folder.file(file, name).elements) {
    if (tag !== "summlink") continue;
    const [said, written] = ["extractive", "abstractive"].map((role) => targets(folder, file, references, role));
    if (said === undefined || written === undefined) broken++;
    else
      for (const summary of placesIn(sentences, written)) {
        folder.spend(said.length, file);
        for (const story of placesIn(turnOfAct, said))
          found.set(`${summary} ${story}`, { summary, story, confidence: 1 });
      }
  }
  return { links: [...found.values()].sort((a, b) => a.summary - b.summary || a.story - b.story), broken };
}

function placesIn(places: ReadonlyMap<string, number>, elements: readonly NxtElement[]): number[] {
  return elements.flatMap(({ id }) => places.get(id) ?? []);
}

function targets(
  folder: NxtFolder,
  file: string,
  references: readonly NxtReference[],
  role: string,
): readonly NxtElement[] | undefined {
  const found = references
    .filter((reference) => reference.role === role)
    .map((reference) =>
      reference.file === "" || folder.has(reference.file) ? namedBy(folder, file, reference) : undefined,
    );
  return found.length === 0 || found.includes(undefined) ? undefined : found.flatMap((some) => some ?? []);
}
