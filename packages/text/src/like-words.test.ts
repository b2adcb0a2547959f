import { expect, test } from "vitest";
import forms from "./data/irregular-forms.json" with { type: "json" };
import groups from "./data/like-words.json" with { type: "json" };
import { irregularForms, likeStems } from "./like-words.ts";
import { stem } from "./stem.ts";
import { stopWords } from "./stop-words.ts";

const stemOf = (word: string) => stem(irregularForms.get(word) ?? word);

test("irregular forms lead to their base, and each to one", () => {
  expect(irregularForms.get("wept")).toBe("weep");
  expect(irregularForms.get("children")).toBe("child");
  const all = Object.values(forms).flat();
  expect(all.filter((form, k) => all.indexOf(form) !== k)).toEqual([]);
  expect(all.filter((form) => form in forms)).toEqual([]);
});

test("like words have one stem, the first one's", () => {
  expect(likeStems().get(stem("papa"))).toBe(stem("father"));
  expect(likeStems().get(stemOf("father"))).toBe(stem("father"));
});

test("no stem is in two groups, none twice in one, and none is a stop word's", () => {
  const all = groups.flat().map(stemOf);
  expect(groups.flat().filter((_, k) => all.indexOf(all[k]!) !== k)).toEqual([]);
  expect(groups.flat().filter((word) => stopWords.has(word))).toEqual([]);
  for (const [first] of groups) expect(stemOf(first!)).toBe(stem(first!));
});

const inOtherLanguages = {
  German:
    "Die alte Frau hat das Kind nicht gesehen, als es die Tür schloss und über die Brücke lief. Der Müller war im Hof und gab ihm Brot; am Abend kam der Vater heim, und alle waren froh. Wer arm ist, der muss warten, sagte er, und fand den Ring.",
  French:
    "La vieille dame n'a pas vu l'enfant quand il ferma la porte et courut sur le pont. Le meunier, dans la cour, lui donna du pain et une pomme; le soir, le père revint et tous furent contents. Il dit que la main du roi est longue, et la mère rit.",
  Spanish:
    "La vieja no vio al niño cuando cerró la puerta y cruzó el puente. El molinero le dio pan en el patio; por la noche volvió el padre, y todos estaban contentos. Más vale tarde que nunca, dijo la madre, y pidió vino.",
};

test.each(Object.entries(inOtherLanguages))("no two words of %s become one", (_, text) => {
  const stems = [...new Set((text.toLowerCase().match(/\p{L}+/gu) ?? []).map((word) => stem(word)))];
  const words = [...new Set(text.toLowerCase().match(/\p{L}+/gu) ?? [])];
  expect(new Set(words.map((word) => likeStems().get(stemOf(word)) ?? stemOf(word))).size).toBe(stems.length);
});
