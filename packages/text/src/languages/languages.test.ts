import { align, at, bm25 } from "@plotline/align";
import { openCorpus } from "@plotline/corpus/node";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { prose } from "../testing/prose.ts";
import { vocabulary } from "../vocabulary.ts";
import { detectLanguage, languageOf } from "./detect.ts";
import stems from "./fixtures/stems.json" with { type: "json" };
import { languageNamed, richLanguages } from "./language.ts";

/** The beginnings of eight stories, written for this test. */
const beginnings: Readonly<Record<string, string>> = {
  en: "When the old sailor came down to the harbour, there was nobody on the quay who could have told him where his boat was.",
  fr: "Quand le vieux marin descendit vers le port, il n'y avait personne sur le quai qui aurait pu lui dire où était sa barque.",
  de: "Als der alte Seemann zum Hafen hinunterkam, war niemand am Kai, der ihm hätte sagen können, wo sein Boot geblieben war.",
  it: "Quando il vecchio marinaio scese al porto, non c'era nessuno sulla banchina che potesse dirgli dove fosse la sua barca.",
  es: "Cuando el viejo marinero bajó al puerto, no había nadie en el muelle que pudiera decirle dónde estaba su barca.",
  nl: "Toen de oude zeeman naar de haven kwam, was er niemand op de kade die hem had kunnen zeggen waar zijn boot gebleven was.",
  pt: "Quando o velho marinheiro desceu ao porto, não havia ninguém no cais que lhe pudesse dizer onde estava o seu barco.",
  ru: "Когда старый моряк спустился к гавани, на пристани не было никого, кто мог бы сказать ему, где его лодка.",
  zh: "老水手来到港口的时候，码头上没有一个人能告诉他，他的船在哪里。",
  ja: "年老いた船乗りが港に下りてきたとき、桟橋には彼の船がどこにあるかを教えてくれる人は誰もいなかった。",
  th: "เมื่อกะลาสีชราลงมาที่ท่าเรือ ไม่มีใครอยู่ที่นั่นที่จะบอกเขาได้ว่าเรือของเขาอยู่ที่ไหน",
};

describe("the language of a text", () => {
  test.each(Object.entries(beginnings))("%s", (code, text) => expect(detectLanguage([text]).code).toBe(code));

  test("is English where there is too little to tell, and unknown where there is enough of no known one", () => {
    expect(detectLanguage([]).code).toBe("en");
    expect(detectLanguage(["Qwx zzrt."]).code).toBe("en");
    const swedish =
      "När den gamle sjömannen kom ner till hamnen fanns det ingen på kajen som kunde säga honom var båten låg. ";
    expect(detectLanguage([swedish.repeat(4)]).code).toBe("und");
  });

  test("is what is given, else that of the story; an English guide to a French text is read as English", () => {
    const story = [beginnings["fr"]!];
    expect(languageOf({ story }).code).toBe("fr");
    expect(languageOf({ story: [...story], language: "pt-BR" }).code).toBe("pt");
    expect(languageOf({ story: [...story], summary: [beginnings["en"]!] }).code).toBe("en");
    expect(languageNamed("French").code).toBe("fr");
    expect(() => languageNamed("Klingonese")).toThrow(/no language "Klingonese"; give its code/);
    expect(() => languageNamed("qq")).toThrow(/no language/);
  });

  test("is found whatever the text is", () => {
    fc.assert(
      fc.property(fc.array(prose), (texts) => {
        expect(detectLanguage(texts).code).toMatch(/^[a-z]{2,3}$/);
      }),
    );
  });
});

describe.each(Object.entries(stems))("stems of %s are those of Snowball's published vocabulary", (code, examples) => {
  const { stem, stopWords } = languageNamed(code);
  test("word by word", () => {
    expect(Object.fromEntries(Object.keys(examples).map((word) => [word, stem(word)]))).toEqual(examples);
  });
  test("stop words are in small letters, each a word by itself", () => {
    const words = vocabulary();
    for (const word of stopWords ?? []) {
      const { ids } = words.read([word], "split");
      expect([...ids].map((id) => words.word(id))).toEqual([word]);
    }
  });
});

describe("words", () => {
  const wordsOf = (text: string, code: string) => {
    const words = vocabulary();
    const { ids, places } = words.read([text], languageNamed(code).words);
    return [...ids].map((id, k) => [words.word(id), places[k]]);
  };

  test("are apart from what an apostrophe joins to them", () => {
    expect(wordsOf("L'homme d’Amiens", "fr")).toEqual([
      ["l", 0],
      ["homme", 2],
      ["d", 8],
      ["amiens", 10],
    ]);
  });

  test("of scripts without spaces are segmented, and placed in the text", () => {
    const text = "老水手来到港口。";
    const found = wordsOf(text, "zh");
    expect(found.map(([word]) => word).join("")).toBe("老水手来到港口");
    expect(found.length).toBeLessThan(7);
    for (const [word, place] of found) expect(text.startsWith(String(word), Number(place))).toBe(true);
  });
});

test("forms of a word are alike in its language, and its small words are not counted", () => {
  const passages = {
    summary: ["Les chevaux du roi galopaient.", "La reine mange les pommes qui étaient dans la cour."],
    story: ["Il y avait dans la cour du château un cheval que le roi aimait.", "Elle mangea la pomme.", "On galope."],
  };
  const g = bm25().prepare()({ ...passages, language: "fr" });
  expect(at(g, 0, 0)).toBeGreaterThan(0);
  expect(at(g, 0, 2)).toBeGreaterThan(0);
  expect(at(g, 1, 1)).toBeGreaterThan(at(g, 1, 0));
  expect(at(g, 0, 1)).toBe(0);
});

test.each([
  [
    "zh",
    ["老水手丢了他的船。", "女儿卖掉了金戒指。"],
    ["早上，老水手在码头上找他的船。", "晚上下雨了。", "女儿把金戒指卖给了商人。"],
  ],
  [
    "ru",
    ["Моряк потерял лодку.", "Дочь продаёт кольцо."],
    ["Утром моряки искали лодки.", "Шёл дождь.", "Вечером дочери продали кольца купцу."],
  ],
] as const)("%s: a guide is aligned with its story", (language, summary, story) => {
  const links = align(summary, story, { language });
  const best = (point: number) =>
    links.filter((link) => link.summary === point).sort((a, b) => b.confidence - a.confidence)[0]?.story;
  expect([best(0), best(1)]).toEqual([0, 2]);
});

test("English is read as before: the sample's links and scores are those of English, word for word", async () => {
  for await (const { work, number, summary, story } of (await openCorpus("corpora/sample")).chapters()) {
    expect([work, number, languageOf({ summary, story }).code]).toEqual([work, number, "en"]);
    if (number > 0) continue;
    const english = { language: "en" };
    expect(align(summary, [...story])).toEqual(align(summary, story, english));
    const score = bm25().prepare();
    expect(score({ summary, story }).values).toEqual(score({ summary, story, ...english }).values);
  }
  const words = vocabulary();
  const { ids } = words.read(["Don't tell Mr. Darcy's aunt o'clock."], languageNamed("en").words);
  expect([...ids].map((id) => words.word(id))).toEqual(["don't", "tell", "mr", "darcy", "aunt", "o'clock"]);
});

test("every language with stop words has them for itself", () => {
  for (const { stopWords } of richLanguages) expect(stopWords!.size).toBeGreaterThan(150);
});
