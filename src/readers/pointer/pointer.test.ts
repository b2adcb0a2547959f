import { beforeAll, describe, expect, it } from "vitest";
import { type Collected, collectExhibits } from "../../../training/pointer/collect.ts";
import { pointerDefaults, trainPanel } from "../../../training/pointer/train.ts";
import { openCorpus } from "../../corpus/open.ts";
import type { Chapter, Corpus } from "../../corpus/types.ts";
import { model } from "../../nn/model.ts";
import { Replicas } from "../../nn/parallel/replicas.ts";
import { viewOf } from "../../nn/training-state.ts";
import { Problem } from "../../problem.ts";
import { type ClozeQuestion, clozeQuestions } from "../../tasks/cloze.ts";
import { protocols } from "../../tasks/options.ts";
import { byChapter, type NamedChapter, type NamedWork, namedWork, workText } from "../../tasks/work.ts";
import { attend } from "./attention.ts";
import { batchOf, contrast } from "./batch.ts";
import type { Evidence, Sight } from "./evidence/evidence.ts";
import { type Exhibit, exhibitor, rowsOf } from "./exhibit.ts";
import { evidenceNamed, ownEvidence } from "./features.ts";
import { pointerModel } from "./model.ts";
import type { Panel } from "./panel.ts";
import { placeColumns, placesOf } from "./places.ts";
import { chances, openWork, type Pointer } from "./pointer.ts";
import { askedOf } from "./question.ts";
import { WorkReading } from "./reading.ts";
import { packPointer, unpackPointer } from "./weights.ts";

const story = [
  "Anna Pavlova met Boris Volkov in Moscow. She gave Boris a lantern, and he carried the lantern home.",
  "“Where is Clara?” asked Boris. Clara Weiss had sailed. She had taken the ferry, said Anna.",
  "In the storm the ferry sank, and Clara drowned. Boris wept for Clara.",
  "Anna Pavlova went to Moscow by train. Mr. Dubrov, the banker, met Anna in Moscow.",
];
const summary = [
  "Boris carries the brass lantern home to Moscow before midnight.",
  "Clara takes the ferry, and she drowns in the winter storm.",
  "Anna goes to Moscow by train, where the banker Dubrov meets her.",
];

let work: NamedWork;
let chapter: NamedChapter;
let reading: WorkReading;
let questions: ClozeQuestion[];

beforeAll(() => {
  const made: Chapter = { work: "Made up", number: 1, summary, story };
  work = namedWork({ title: "Made up", chapters: [made] });
  chapter = work.chapters[0] as NamedChapter;
  reading = new WorkReading(work);
  questions = clozeQuestions(work);
});

const entity = (name: string) => work.index.entities.findIndex((each) => each.name.includes(name));

function sightOf(bullet: number): Sight {
  const question = questions.find(({ paragraph }) => paragraph === bullet) as ClozeQuestion;
  const attention = attend(chapter, questions, "blind")(bullet);
  return { asked: askedOf(question, chapter, reading), attention, reading };
}

function value(evidence: string, column: string, bullet: number, name: string): number {
  const { columns, gather } = evidenceNamed([evidence])[0] as Evidence;
  expect(columns).toContain(column);
  return gather(sightOf(bullet))(entity(name))[columns.indexOf(column)] as number;
}

describe("what the pointer reads", () => {
  it("is the bullet without its gap, and never the masked words", () => {
    const { asked } = sightOf(1);
    expect(asked.question.entity).toBe(entity("Clara"));
    expect(asked.pieces).toEqual("@gap takes the ferry , and she drowns in the winter storm .".split(" "));
    expect(asked.slot).toMatchObject({ she: 1, he: 0, next: -1, gaps: 1, opens: true, beforeVerb: true });
    const longer = {
      ...asked.question,
      bullet: "Clara Weiss-Volkonskaya takes the ferry, and she drowns in the winter storm.",
    };
    const moved = { ...longer, masked: [{ start: 0, end: 23 }], mentions: [] };
    expect(askedOf(moved, chapter, reading).pieces).toEqual(asked.pieces);
  });

  it("counts mentions where the bullet probably is", () => {
    expect(value("presence", "mentions, chapter", 1, "Clara")).toBeCloseTo(Math.log1p(4));
    expect(value("presence", "paragraphs, likely", 1, "Clara")).toBeGreaterThan(
      value("presence", "paragraphs, likely", 1, "Dubrov"),
    );
  });

  it("compares the bullet with the words around each mention", () => {
    expect(value("overlap", "coverage, 10", 1, "Clara")).toBeGreaterThan(value("overlap", "coverage, 10", 1, "Dubrov"));
    expect(value("association", "fit", 1, "Clara")).toBeGreaterThan(value("association", "fit", 1, "Dubrov"));
  });

  it("knows men, women and places, and whom a pronoun means", () => {
    expect(value("kind", "person", 1, "Moscow")).toBe(0);
    expect(value("kind", "names agree", 1, "Anna")).toBe(1);
    expect(value("kind", "names agree", 1, "Boris")).toBe(-1);
    const meant = reading.echoes(chapter).map((echo) => work.index.entities[echo.entity]?.name);
    expect(meant[0]).toContain("Anna");
    expect(meant[1]).toContain("Boris");
  });

  it("has a row for each paragraph that names a candidate", () => {
    const rows = placesOf(sightOf(1))(entity("Clara"));
    expect(rows).toHaveLength(2);
    expect(rows.every((row) => row.length === placeColumns.length)).toBe(true);
  });

  it("has as many numbers as names for them, all finite", () => {
    for (const { columns, gather } of ownEvidence)
      for (const bullet of questions.map(({ paragraph }) => paragraph))
        for (const { entities } of Object.values(questions[0]!.options))
          for (const candidate of entities) {
            const values = gather(sightOf(bullet))(candidate);
            expect(values).toHaveLength(columns.length);
            expect(values.every(Number.isFinite)).toBe(true);
          }
  });

  it("is the same whatever the masked name and the answer are", () => {
    const question = questions.find(({ paragraph }) => paragraph === 1) as ClozeQuestion;
    const hide = (text: string) => `Xxxxx${text.slice(5)}`;
    const options = { story: { ...question.options.story, answer: 0 }, hard: { ...question.options.hard, answer: 0 } };
    const mentions = question.mentions.map((mention) => ({ ...mention, text: "Xxxxx", entity: -1 }));
    const unknown = { ...question, bullet: hide(question.bullet), entity: undefined, options, mentions };
    const bullets = chapter.chapter.summary.map((text, k) => (k === 1 ? hide(text) : text));
    const changed = { ...chapter, chapter: { ...chapter.chapter, summary: bullets } };
    const others = questions.filter((other) => other !== question);
    const own = new WorkReading({ ...work, chapters: [changed] });
    const plain = exhibitor(chapter, questions, "blind", reading, ownEvidence)(askedOf(question, chapter, reading));
    const blank = exhibitor(changed, [...others, unknown], "blind", own, ownEvidence)(askedOf(unknown, changed, own));
    expect(blank.features).toEqual(plain.features);
    expect(blank.places).toEqual(plain.places);
  });

  it("is not changed by other bullets that say nothing of the story", () => {
    const shown = (first: string, last: string) => {
      const changed = { ...chapter, chapter: { ...chapter.chapter, summary: [first, summary[1]!, last] } };
      const own = new WorkReading({ ...work, chapters: [changed] });
      const question = questions.find(({ paragraph }) => paragraph === 1) as ClozeQuestion;
      const show = exhibitor(changed, [question], "blind", own, ownEvidence);
      const { features, places } = show(askedOf(question, changed, own));
      return { features, places };
    };
    expect(shown("Qqq.", "Zzz.")).toEqual(shown("Xxx xxx.", "Vvv."));
  });

  it("sets candidates side by side", () => {
    const rows = [Float32Array.of(1, 5), Float32Array.of(4, 5), Float32Array.of(2, 0)];
    expect(contrast(rows, [0]).map((row) => [...row])).toEqual([
      [1, 5, -3],
      [4, 5, 2],
      [2, 0, -2],
    ]);
  });
});

describe("the networks", () => {
  let corpus: Corpus;
  let collected: Collected;
  let panel: Panel;
  const small = { ...pointerDefaults, members: 1, epochs: 8, batchSize: 32, hidden: 16, placeHidden: 8 };

  beforeAll(async () => {
    corpus = await openCorpus("corpora/sample");
    collected = await collectExhibits(corpus, corpus.works, ownEvidence, { questions: 100, seed: 1 });
    panel = await trainPanel(collected.blind, ownEvidence, small);
  });

  const rightShare = (of: Panel, exhibits: readonly Exhibit[]) =>
    exhibits.filter((exhibit) => {
      const shares = chances(of, exhibit, "story");
      return shares.indexOf(Math.max(...shares)) === exhibit.question.options.story.answer;
    }).length / exhibits.length;

  it("learn, the same from the same seed", async () => {
    expect(rightShare(panel, collected.blind)).toBeGreaterThan(0.75);
    const again = await trainPanel(collected.blind.slice(0, 40), ownEvidence, { ...small, epochs: 1 });
    const third = await trainPanel(collected.blind.slice(0, 40), ownEvidence, { ...small, epochs: 1 });
    expect(again.members).toEqual(third.members);
  });

  it("do not care in which order candidates come", () => {
    const exhibit = collected.blind[3]!;
    const rows = rowsOf(exhibit, "hard").filter((row) => row >= 0);
    const [there] = panel.scores(exhibit, rows);
    const back = panel.scores(exhibit, rows.toReversed())[0]!.reverse();
    there!.forEach((score, k) => {
      expect(back[k]).toBeCloseTo(score, 4);
    });
  });

  it("score alike by the portable backend and by onnxruntime", async () => {
    const lessons = collected.blind.slice(0, 5).map((exhibit) => {
      const rows = rowsOf(exhibit, "story").filter((row) => row >= 0);
      return { exhibit, rows, answer: 0 };
    });
    const replicas = await Replicas.open(model(pointerModel(panel.shape, 0.2)));
    for (const [name, { data }] of Object.entries(panel.members[0]!)) viewOf(replicas.memory, name).weights.set(data);
    const [results] = await replicas.evaluate([batchOf(lessons, panel.lens)]);
    const scores = results!["scores"]!.data;
    lessons.forEach(({ exhibit, rows }, question) => {
      panel.scores(exhibit, rows)[0]!.forEach((score, k) => {
        expect(scores[question * 10 + k]).toBeCloseTo(score, 3);
      });
    });
    await replicas.close();
  });

  it("go into a file of eight-bit numbers and come back nearly the same", () => {
    const pointer: Pointer = { about: "made", evidence: ownEvidence, panels: { paper: panel, blind: panel } };
    const packed = packPointer(pointer);
    const back = unpackPointer(JSON.parse(JSON.stringify(packed)));
    expect(packPointer(back)).toEqual(packed);
    const same = collected.blind.filter((exhibit) => {
      const [before, after] = [panel, back.panels.blind].map((each) => chances(each, exhibit, "story"));
      return before!.every((chance, k) => Math.abs(chance - after![k]!) < 0.05);
    });
    expect(same.length / collected.blind.length).toBeGreaterThan(0.9);
    expect(() => unpackPointer({ ...packed, evidence: ["presence", "wizardry"] })).toThrow(Problem);
    expect(() => unpackPointer({ ...packed, evidence: ["presence"] })).toThrow(/another version/);
    const [first] = packed.panels.paper.members;
    const members = [{ ...first!, "score.bias": { ...first!["score.bias"]!, values: "AAAAAAAA" } }];
    const broken = { ...packed.panels, paper: { ...packed.panels.paper, members } };
    expect(() => unpackPointer({ ...packed, panels: broken })).toThrow(/damaged/);
  });

  it("answer question after question, and never what the bullet names", async () => {
    const named = namedWork(await workText(corpus, corpus.works[0]!));
    const pointer: Pointer = { about: "made", evidence: ownEvidence, panels: { paper: panel, blind: panel } };
    const open = openWork(pointer, named);
    const asked = byChapter(clozeQuestions(named));
    const first = named.chapters[0]!;
    const own = asked.get(first.chapter.number) ?? [];
    expect(own.length).toBeGreaterThan(3);
    for (const protocol of protocols) {
      const answer = open(first, own, protocol);
      for (const question of own) {
        const shares = answer(question, "story");
        expect(shares.reduce((a, b) => a + b, 0)).toBeCloseTo(1);
        question.options.story.entities.forEach((candidate, k) => {
          if (question.named.includes(candidate)) expect(shares[k]).toBe(0);
        });
      }
    }
  });
});
