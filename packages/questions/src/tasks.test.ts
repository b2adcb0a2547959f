import { type Chapter, type Corpus, corpusView, findMethod } from "@plotline/align";
import { Problem, random } from "@plotline/base";
import { openCorpus } from "@plotline/corpus/node";
import { tokens } from "@plotline/text";
import fc from "fast-check";
import { beforeAll, describe, expect, it, test } from "vitest";
import { type Answerer, hitsOf, noContext, type Sitting, scoresOf, sittingsOf } from "./answer/answerer.ts";
import { readyAnswerers, struckOut } from "./answer/rules.ts";
import { askedWork } from "./asked-work.ts";
import { buildWork } from "./build.ts";
import { type ClozeQuestion, maskedText } from "./cloze.ts";
import { completionItems } from "./completion.ts";
import { type ContextSource, contextsOf, goldSource, methodSources, visibleFor } from "./contexts.ts";
import { Candidates } from "./fair/candidates.ts";
import { fairQuestions, isClear } from "./fair/questions.ts";
import { frozen, questionSets, setNames } from "./question-sets.ts";
import { anonymise, markersFor } from "./rows.ts";
import { frozenHash } from "./testing/frozen.ts";
import { type NamedWork, namedWork, workText } from "./work.ts";

let corpus: Corpus;
let works: NamedWork[];
let questions: ClozeQuestion[];
let paper: ClozeQuestion[];

beforeAll(async () => {
  corpus = await openCorpus("corpora/sample");
  works = [];
  for (const work of corpus.works) works.push(namedWork(await workText(corpus, work)));
  questions = works.flatMap((work) => fairQuestions(work));
  paper = works.flatMap((work) => questionSets["paper-1"](work, false).cloze);
});

function chapter(number: number, summary: string[], story: string[]): Chapter {
  return { work: "Made up", number, summary, story };
}

function made(...chapters: Chapter[]): NamedWork {
  return namedWork({ title: "Made up", chapters });
}

const pair = "Anna Pavlova met Boris Volkov in Moscow. Then Anna kissed Boris and Clara Weiss saw it, said Anna.";

describe("fair questions", () => {
  it("come from most points", () => {
    const points = works.flatMap(({ chapters }) => chapters.flatMap(({ points: own }) => own)).length;
    expect(questions.length / points).toBeGreaterThan(0.75);
  });

  it("mask every mention of the rarest entity that has no second name in the point, and nothing else", () => {
    for (const work of works) {
      const candidates = new Candidates(work);
      for (const question of fairQuestions(work)) {
        const { masked, mentions, entity, point, chapter: number } = question;
        const hidden = mentions.filter((mention) => mention.entity === entity);
        expect(masked).toEqual(hidden.map(({ start, end }) => ({ start, end })));
        const own = work.chapters.find((each) => each.chapter.number === number) as NamedWork["chapters"][number];
        const count = (who: number | undefined) => own.told.get(who ?? -1) ?? 0;
        const named = [...new Set(mentions.map((mention) => mention.entity))];
        const clear = named.filter(
          (who) =>
            isClear(who, { point, mentions, chapter: own, work, candidates }) &&
            candidates.isOpen(who, point, mentions),
        );
        expect(clear).toContain(entity);
        for (const who of clear) expect(count(who)).toBeGreaterThanOrEqual(count(entity));
        const kept = maskedText(question, "").length + masked.reduce((sum, { start, end }) => sum + end - start, 0);
        expect(kept).toBe(point.length);
      }
    }
  });

  it("have ten different options, the answer once, none that may be the same person", () => {
    for (const { options, entity } of questions) {
      const { entities, names, answer } = options;
      expect(new Set(entities).size).toBe(entities.length);
      expect(new Set(names).size).toBe(names.length);
      expect(entities[answer]).toBe(entity);
      expect(entities.length).toBeLessThanOrEqual(10);
    }
  });

  it("offer another person whom the point does not name", () => {
    for (const work of works)
      for (const { options, entity, named } of fairQuestions(work)) {
        const isPossible = (k: number) =>
          k !== entity && !named.includes(k) && work.index.entities[k]?.type === "PERSON";
        expect(options.entities.some(isPossible)).toBe(true);
      }
  });

  it("put the answer at every place alike", () => {
    const places = new Array<number>(10).fill(0);
    const full = paper.filter(({ options }) => options.names.length === 10);
    for (const { options } of full) places[options.answer]!++;
    const expected = full.length / 10;
    const chiSquare = places.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
    expect(chiSquare).toBeLessThan(27.9); // p = .001 with 9 degrees of freedom
  });

  it("drop entities that the story does not name", () => {
    const work = made(
      chapter(
        0,
        [
          "Anna meets Napoleon Bonaparte at the great ball after midnight.",
          "Napoleon Bonaparte sleeps in the old castle all through winter.",
        ],
        [pair, pair],
      ),
    );
    const asked = fairQuestions(work);
    expect(asked.map(({ paragraph }) => paragraph)).toEqual([0]);
    expect(asked[0]?.options.names.join()).not.toContain("Napoleon");
  });

  it("offer nobody who may be the answer: a second name, a married name, a name that no clause has with it", () => {
    const scene = [
      "Charles Bovary looked at Emma, and Emma looked at Charles.",
      "Then Henry Dupuis spoke with Emma, and Emma listened to Henry.",
      "They said that Madame Bovary was tired, and people called for Robin.",
      "Then Kestrel said that he was tired, and nobody answered him.",
    ];
    const story = Array.from({ length: 60 }, () => scene).flat();
    const summary = ["Emma looks at Charles.", "Henry, a.k.a. Robin, bows to Emma.", "Henry sings to Emma."];
    const work = made(chapter(0, summary, story));
    const who = (name: string) => work.index.entities.findIndex(({ forms }) => forms.some(({ text }) => text === name));
    const candidates = new Candidates(work);
    const same = (a: string, b: string) => candidates.mayBeSame(who(a), who(b));
    expect([who("Robin"), who("Madame Bovary"), who("Henry")].map((k) => k >= 0)).toEqual([true, true, true]);
    expect(same("Emma", "Madame Bovary")).toBe(true);
    expect(same("Henry", "Robin")).toBe(true);
    expect(same("Charles", "Kestrel")).toBe(true);
    expect([same("Emma", "Charles"), same("Charles", "Henry")]).toEqual([false, false]);
  });

  it("need something to ask about", () => {
    expect(fairQuestions(made(chapter(0, ["it rained."], ["it rained and rained."])))).toEqual([]);
    expect(fairQuestions(made(chapter(0, ["Il pleut sur la ville."], ["it rained on the town."])))).toEqual([]);
    expect(
      fairQuestions(made(chapter(0, ["Anna sings an old song of the northern sea."], ["He loved Anna."]))),
    ).toEqual([]);
    expect(fairQuestions(made())).toEqual([]);
    const same = made(
      chapter(
        0,
        Array(1000).fill("Anna kisses Boris behind the old stone bridge before sunrise."),
        Array(50).fill(pair),
      ),
    );
    expect(fairQuestions(same)).toHaveLength(1000);
  });

  it("survive names that are regular expressions, and any text", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 40 }), { maxLength: 6 }), (points) => {
        const work = made(chapter(0, [...points, "Anna (.*) $& loves Boris [a-z]+."], [pair, ...points]));
        for (const question of fairQuestions(work)) expect(maskedText(question)).toContain("@placeholder");
      }),
      { numRuns: 50 },
    );
  });
});

describe("the paper's questions", () => {
  it("are all points that name an entity of the story, and mask the rarest of the chapter's summary", () => {
    for (const work of works) {
      const asked = new Map(questionSets["paper-1"](work, false).cloze.map((question) => [question.id, question]));
      for (const { chapter: own, points, told } of work.chapters)
        points.forEach((mentions, paragraph) => {
          const question = asked.get(`${work.title}/${own.number}/${paragraph}`);
          expect(question !== undefined, own.summary[paragraph]).toBe(mentions.length > 0);
          if (question === undefined) return;
          const counts = mentions.map(({ entity }) => told.get(entity) ?? 0);
          expect(told.get(question.entity ?? -1)).toBe(Math.min(...counts));
          const hidden = mentions.filter(({ entity }) => entity === question.entity);
          expect(question.masked).toEqual(hidden.map(({ start, end }) => ({ start, end })));
        });
    }
  });

  it("offer the answer and nine others that the summaries name, fewer only where there are fewer", () => {
    for (const work of works)
      for (const { options, entity } of questionSets["paper-1"](work, false).cloze) {
        expect(options.entities).toHaveLength(Math.min(10, work.told.size));
        expect(new Set(options.entities).size).toBe(options.entities.length);
        expect(options.entities[options.answer]).toBe(entity);
        for (const other of options.entities) expect(work.told.has(other)).toBe(true);
      }
  });

  it("ask for a random word only where no entity is named, and only in training", () => {
    for (const work of works) {
      const [test, training] = [false, true].map((each) => questionSets["paper-1"](work, each).cloze);
      expect(training!.filter(({ kind }) => kind === "entity")).toEqual(test);
      for (const { kind, mentions, point, masked, options } of training!) {
        expect(kind).toBe(mentions.length > 0 ? "entity" : "word");
        const [first] = masked as [{ start: number; end: number }];
        if (kind === "word")
          expect(options.names[options.answer]).toBe(point.slice(first.start, first.end).toLowerCase());
      }
    }
  });

  it("need an entity of the story", () => {
    const work = made(chapter(0, ["Anna meets Napoleon Bonaparte.", "Napoleon Bonaparte sleeps."], [pair, pair]));
    const { cloze } = questionSets["paper-1"](work, false);
    expect(cloze.map(({ paragraph }) => paragraph)).toEqual([0]);
    expect(questionSets["paper-1"](made(), true)).toEqual({ cloze: [], completion: [] });
  });
});

test.each(setNames)("%s is frozen: another hash is another version", (set) => {
  expect(frozenHash(set, works)).toBe(frozen[set][0]);
});

describe("anonymised text", () => {
  it("has a marker for each mention, and none says who it is", () => {
    const [question] = questions as [ClozeQuestion];
    const markers = markersFor(
      question.mentions.map(({ entity }) => entity),
      random(1),
    );
    const text = anonymise(question.point, question.mentions, markers, question.masked);
    expect(text).toContain("@placeholder");
    for (const { text: name } of question.mentions) expect(text).not.toContain(name);
  });

  it("permutes anew", () => {
    const entities = [...Array(30).keys()];
    const list = (seed: number) => [...markersFor(entities, random(seed)).values()];
    expect(new Set(list(1)).size).toBe(30);
    expect(list(1)).toEqual(list(1));
    expect(list(1)).not.toEqual(list(2));
  });
});

describe("completion items", () => {
  const items = () =>
    works.flatMap((work) => completionItems({ title: work.title, chapters: work.chapters.map((c) => c.chapter) }));

  it("give five tokens and ten continuations, one of them right", () => {
    for (const { prefix, options, answer, chapter: number, paragraph } of items()) {
      expect(tokens(prefix).length).toBe(5);
      expect(new Set(options.map(({ text }) => text)).size).toBe(10);
      expect(options[answer]).toMatchObject({ chapter: number, paragraph });
    }
  });

  it("leave out points of five tokens", () => {
    const work = {
      title: "x",
      chapters: [chapter(0, ["One two three four five", "One two three four five six."], [""])],
    };
    expect(completionItems(work)).toEqual([]);
  });

  it("are filled from the nearest chapters, or dropped", () => {
    const points = (n: number, of: string) =>
      Array.from({ length: n }, (_, k) => `The ${of} of chapter has ${k} ends.`);
    const work = {
      title: "x",
      chapters: [chapter(0, points(4, "a"), [""]), chapter(1, points(3, "b"), [""]), chapter(2, points(20, "c"), [""])],
    };
    const filled = completionItems(work);
    expect(filled).toHaveLength(27);
    for (const item of filled) expect(item.options).toHaveLength(item.chapter === 2 ? 10 : item.options.length);
    expect(completionItems(work, { fill: "drop" }).map(({ chapter: number }) => number)).toEqual(Array(20).fill(2));
  });

  it("have no two options that read the same", () => {
    const work = { title: "x", chapters: [chapter(0, Array(1000).fill("The same words again and again."), [""])] };
    expect(completionItems(work)).toEqual([]);
  });
});

describe("protocols", () => {
  it("hide the masked entity from a blind aligner", () => {
    for (const work of works) {
      const all = fairQuestions(work);
      for (const { chapter: own } of work.chapters) {
        const asked = all.filter((question) => question.chapter === own.number);
        const visible = visibleFor(own, { protocol: "blind", task: "cloze", questions: asked });
        for (const question of asked) expect(visible[question.paragraph]).toBe(maskedText(question, ""));
      }
    }
  });

  it("show five tokens of every point for completion, and the story alone while preparing", async () => {
    const [{ chapters }] = works as [NamedWork];
    const [{ chapter: own }] = chapters as [NamedWork["chapters"][number]];
    for (const text of visibleFor(own, { protocol: "blind", task: "completion" }))
      expect(tokens(text).length).toBeLessThanOrEqual(5);
    const seen: string[] = [];
    const spy = {
      ...findMethod("TFIDF"),
      prepare: async (view: Parameters<ReturnType<typeof findMethod>["prepare"]>[0]) => {
        for await (const each of view.chapters()) seen.push(...each.summary);
        return async () => [];
      },
    };
    await methodSources([spy], corpusView(corpus), {});
    const points = works.flatMap((work) => work.chapters.flatMap((each) => each.chapter.summary));
    expect(seen.slice(0, points.length).every((text) => text !== "")).toBe(true);
    expect(seen.slice(points.length).every((text) => text === "")).toBe(true);
  });

  it("refuse an alignment of another corpus", () => {
    const link = { summary: 0, story: 9, confidence: 1 };
    expect(() => contextsOf([link], { summary: ["a"], story: ["b"] })).toThrow(Problem);
  });
});

describe("the control for leaks", () => {
  it("is at chance on a reader's inputs, and finds a leak", () => {
    const [work] = works as [NamedWork];
    const all = work.chapters.flatMap(({ chapter: own }) => own.summary);
    for (const item of completionItems({ title: work.title, chapters: work.chapters.map((c) => c.chapter) }).slice(
      0,
      30,
    )) {
      expect(new Set(struckOut(item, [item.prefix]))).toEqual(new Set([1]));
      const others = all.filter((point) => !point.startsWith(item.prefix));
      expect(struckOut(item, others)).toEqual(item.options.map((_, k) => Number(k === item.answer)));
    }
  });
});

describe("a whole work", () => {
  let sources: ContextSource[];
  const build = async (answerers: readonly Answerer[] = []) => {
    const options = { set: "paper-1" as const, sources, corpusHash: "abc", goesOut: () => true, answerers };
    return buildWork(corpus, corpus.works[0]!, options);
  };
  beforeAll(async () => {
    sources = [...(await methodSources([findMethod("Posterior-BM25")], corpusView(corpus), {})), goldSource];
  });

  it("gives rows with their provenance and contexts by alignment and protocol", async () => {
    const { cloze, completion, passages } = await build();
    expect(cloze[0]).toMatchObject({ corpus: "abc", set: "paper-1", split: "validation", kind: "entity" });
    for (const row of [...cloze, ...completion])
      expect(row.contexts.map(({ alignment, protocol }) => `${alignment} ${protocol}`)).toEqual([
        "Posterior-BM25 paper",
        "gold paper",
        "Posterior-BM25 blind",
      ]);
    expect(passages.length).toBeGreaterThan(0);
    expect(cloze.every(({ kind }) => kind === "entity")).toBe(true);
  });

  it("is measured: good contexts help, none does not, and the scorer is better than any rule", async () => {
    const scores = scoresOf((await build(readyAnswerers)).hits);
    const right = (contexts: string, name: string) =>
      scores.find(({ alignment, protocol, answerer }) => {
        return alignment === contexts && answerer === name && protocol === (contexts === noContext ? "blind" : "paper");
      })!.right;
    const good = "Posterior-BM25";
    expect(right(good, "answer in context")).toBeGreaterThan(0.6);
    expect(right(noContext, "answer in context")).toBe(0);
    expect(right(good, "frequency, not named")).toBeGreaterThan(0.4);
    expect(right(noContext, "frequency")).toBe(right(noContext, "chance"));
    for (const task of ["cloze", "completion"])
      for (const rule of task === "cloze" ? ["majority", "frequency, not named"] : ["context"])
        for (const protocol of ["paper", "blind"]) {
          const of = (name: string) =>
            scores.find((each) => {
              const { alignment, answerer } = each;
              return each.task === task && each.protocol === protocol && alignment === good && answerer === name;
            })!.right;
          expect(of("scorer"), `${task} ${protocol}`).toBeGreaterThan(of(rule));
        }
    for (const { alignment, protocol, right: ofStruck } of scores.filter(({ answerer }) => answerer === "strike-out"))
      expect(ofStruck, `${alignment} ${protocol}`).toBe(
        scores.find((each) => {
          return each.task === "completion" && each.answerer === "chance" && each.alignment === alignment;
        })?.right,
      );
  });
});

describe("whoever answers", () => {
  const sittings = async () => {
    const sources = await methodSources([findMethod("TFIDF")], corpusView(corpus), {});
    const { named, chapters } = await askedWork(corpus, corpus.works[0]!, { set: "paper-1", sources });
    const all: Sitting[] = [];
    for await (const chapter of chapters()) all.push(...sittingsOf(named, chapter));
    return all;
  };

  it("is asked every question of both tasks under both protocols, and without a context", async () => {
    const hits = await hitsOf(readyAnswerers, await sittings());
    const scores = scoresOf(hits.filter(({ answerer }) => answerer === "chance"));
    expect(scores.map(({ task, alignment, protocol, questions }) => [task, alignment, protocol, questions])).toEqual([
      ["cloze", "TFIDF", "paper", 86],
      ["cloze", "TFIDF", "blind", 86],
      ["cloze", noContext, "blind", 86],
      ["completion", "TFIDF", "paper", 101],
      ["completion", "TFIDF", "blind", 101],
      ["completion", noContext, "blind", 101],
    ]);
    for (const { right, chance } of scores) expect(Math.abs(right - chance)).toBeLessThan(0.08);
  });

  it("answers by its highest score; no answer does not count", async () => {
    const all = (await sittings()).filter(({ task }) => task === "cloze");
    const knowing: Answerer = {
      name: "knows every other answer",
      task: "cloze",
      answer: async (own) =>
        own.flatMap(({ questions: asked }) =>
          asked.map(({ options }, k) =>
            k % 2 === 0 ? options.names.map((_, at) => Number(at === options.answer)) : undefined,
          ),
        ),
    };
    const hits = await hitsOf([knowing], all);
    expect(hits.every(({ right }) => right)).toBe(true);
    expect(hits.length).toBeLessThan(3 * 86);
  });
});
