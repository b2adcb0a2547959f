import { groupedBy } from "@plotline/base";
import { Company, type NamedPlace } from "./company.ts";
import { type Entity, type Form, published, tellingName, total, typeOf } from "./forms.ts";
import { inOrder, People, parseName } from "./group.ts";
import { femaleTitles, isTitle, notNames } from "./lexicon.ts";
import type { NameType, TaggedSpan } from "./perceptron.ts";
import { PossibleNames } from "./possible.ts";
import type { Cast } from "./speakers.ts";
import { isVariant, keyOfWords, lastName, textOf, titled, withoutAdjectives, withoutThe } from "./spelling.ts";
import { nameLikeness, type Word, type WorkWords } from "./work-words.ts";

/** Collects the names of a work, then tells which belong together. */
export class Roster {
  readonly entities: (Entity & { count: number })[] = [];
  private readonly speakers: ReadonlySet<string>;
  /** Which words may be names. */
  readonly possible: PossibleNames;
  private readonly seen = new Map<string, Form>();
  private readonly people: People;
  private readonly company = new Company();
  private readonly entitiesTogether = new Company();
  /** Those who speak in a play. */
  readonly speaking = new Set<number>();
  /** Group of persons → entity; other entities by their key. */
  private readonly entityOfGroup: number[] = [];
  private readonly byKey = new Map<string, { entity: number; weight: number }>();
  private readonly firstWords = new Map<string, number>();
  private readonly resolved = new Map<string, number | undefined>();

  constructor(
    private readonly vocabulary: WorkWords,
    private readonly cast: Cast,
  ) {
    this.speakers = new Set([...cast.names, ...cast.abbreviations.values()]);
    this.possible = new PossibleNames(vocabulary, this.speakers);
    const full = [...cast.names].map((name) => cast.abbreviations.get(name) ?? name);
    const apart = (a: string, b: string) => this.areApart(a, b);
    this.people = new People(new Set(full.filter((name) => !isShortFor(name, full))), apart);
  }

  /** Takes in the names that the tagger found in a paragraph. */
  see({ words, spans }: { words: readonly Word[]; spans: readonly TaggedSpan[] }, source: "story" | "about"): void {
    const names: NamedPlace[] = [];
    for (const { start, end, type } of spans) {
      const name = withoutAdjectives(words.slice(start, end));
      if (!this.possible.mayBeName(name) || (type === "PERSON" && this.possible.isOffice(name))) continue;
      const key = keyOfWords(name);
      const full = this.cast.abbreviations.get(key);
      if (full === undefined) this.count(key, textOf(name), type, source);
      names.push({ key: full ?? key, start, end });
    }
    this.company.see(words, names);
  }

  /** Call once, when the whole story has been seen. */
  settle(): void {
    for (const name of this.cast.names) {
      const full = this.cast.abbreviations.get(name) ?? name;
      if (!full.split(" ").every((word) => isTitle(word) || notNames.has(word)))
        this.count(full, titled(full), "PERSON", "story");
    }
    const forms = [...this.seen.values()]
      .filter((form) => !this.isRunOn(form))
      .sort((a, b) => b.count - a.count || (a.key < b.key ? -1 : 1));
    const isPerson = (form: Form) => this.speakers.has(form.key) || typeOf(form) === "PERSON";
    this.settlePersons(forms.filter(isPerson));
    this.settleOthers(forms.filter((form) => !isPerson(form)));
    for (const name of this.speakers) {
      const known = this.byKey.get(name);
      if (known !== undefined) this.speaking.add(known.entity);
    }
    for (const [short, full] of this.cast.abbreviations) {
      const known = this.byKey.get(full);
      if (known !== undefined) this.know(short, known.entity, known.weight);
    }
  }

  /** The entity of a speaker, as the play writes the name. */
  speaker(words: readonly Word[]): number | undefined {
    return this.byKey.get(keyOfWords(words))?.entity;
  }

  /** Counts the mentions of a paragraph of the story, and gives their entities. */
  countIn(words: readonly Word[]): number[] {
    const named = this.spelledIn(words).flatMap(({ start, end }) => {
      const entity = this.byKey.get(keyOfWords(words.slice(start, end)))?.entity;
      return entity === undefined ? [] : [{ entity, key: String(entity), start, end }];
    });
    for (const { entity } of named) (this.entities[entity] as { count: number }).count++;
    this.entitiesTogether.see(words, named);
    return named.map(({ entity }) => entity);
  }

  /** How many clauses of the story name both entities; without end for two who speak in a play, for they talk to each other. */
  together(a: number, b: number): number {
    if (this.speaking.has(a) && this.speaking.has(b)) return Number.POSITIVE_INFINITY;
    return this.entitiesTogether.shared(String(a), String(b));
  }

  /** Known spellings in a text, the longest at each place. */
  spelledIn(words: readonly Word[]): TaggedSpan[] {
    const found: TaggedSpan[] = [];
    for (let k = 0; k < words.length; k++) {
      const word = words[k] as Word;
      const longest = word.capital ? this.firstWords.get(word.plain) : undefined;
      if (longest === undefined) continue;
      for (let end = Math.min(words.length, k + longest); end > k; end--) {
        if (!(words[end - 1] as Word).capital) continue;
        const known = this.byKey.get(keyOfWords(words.slice(k, end)));
        if (known === undefined) continue;
        found.push({ start: k, end, type: (this.entities[known.entity] as Entity).type });
        k = end - 1;
        break;
      }
    }
    return found;
  }

  /**
   * Translations spell as they like: a name that only the texts about the story use is that of the story's entity whose
   * spelling is one letter away (two in a long name), if those texts never use that spelling themselves.
   */
  matchVariants(): void {
    const foreign = this.entities.flatMap((entity, number) => (entity.count === 0 ? [number] : []));
    const spellings = [...this.seen.values()].filter((form) => form.seen.about === 0 && this.countOf(form) > 1);
    for (const number of foreign) {
      const keys = (this.entities[number] as Entity).forms.map(({ text }) => lastName(text));
      const near = spellings.filter((form) => keys.some((key) => isVariant(key, lastName(form.text))));
      const found = near.sort((a, b) => b.count - a.count)[0];
      const entity = found === undefined ? undefined : this.byKey.get(found.key)?.entity;
      if (entity !== undefined) this.redirect(number, entity);
    }
  }

  /** Whose name this is: by spelling, or, for a spelling the story lacks, by the rules that group names. */
  entityOf(words: readonly Word[], type: NameType): number | undefined {
    const key = keyOfWords(withoutAdjectives(words));
    const known = this.byKey.get(key)?.entity ?? this.byKey.get(withoutThe(key))?.entity;
    if (known !== undefined || type !== "PERSON") return known;
    if (!this.resolved.has(key)) {
      const group = this.people.find(parseName(textOf(withoutAdjectives(words))), key);
      this.resolved.set(key, group === undefined ? undefined : this.entityOfGroup[group]);
    }
    return this.resolved.get(key);
  }

  private count(key: string, text: string, type: NameType, source: "story" | "about"): void {
    let form = this.seen.get(key);
    const votes = { PERSON: 0, LOCATION: 0, ORGANIZATION: 0 };
    if (form === undefined) this.seen.set(key, (form = { text, key, count: 0, seen: { story: 0, about: 0 }, votes }));
    form.count++;
    form.votes[type]++;
    form.seen[source]++;
  }

  private settlePersons(forms: readonly Form[]): void {
    // The story's own names first: "Mary Poppins", whom only the guide knows, must not draw the story's Mary to her.
    const own = forms.filter(({ seen }) => seen.story > 0);
    const foreign = forms.filter(({ seen }) => seen.story === 0);
    const added = [own, foreign].flatMap((list) =>
      inOrder(list).map(({ name, count, k }) => ({
        form: list[k]!,
        group: this.people.add(name, count, list[k]?.key),
      })),
    );
    const members = [...groupedBy(added, ({ group }) => group)];
    const groups = members.map(([group, own]) => [group, own.map(({ form }) => form)] as const);
    groups.sort(([, a], [, b]) => total(b) - total(a));
    for (const [group, list] of groups) this.entityOfGroup[group] = this.addEntity(list, "PERSON");
  }

  private settleOthers(forms: readonly Form[]): void {
    for (const list of groupedBy(forms, ({ key }) => withoutThe(key)).values())
      this.addEntity(list, typeOf(list[0] as Form));
  }

  private addEntity(members: readonly Form[], type: NameType): number {
    const forms = [...members].sort((a, b) => b.count - a.count || (a.key < b.key ? -1 : 1));
    const number = this.entities.push({ name: tellingName(forms), type, forms: forms.map(published), count: 0 }) - 1;
    for (const { key, count } of forms) {
      this.know(key, number, count + 1e6);
      if (type !== "PERSON") continue;
      let words = key.split(" ");
      while (words.length > 1 && isTitle(words[0] as string)) {
        words = words.slice(1);
        if (words.length > 1 || this.isNameAlone(words[0] as string)) this.know(words.join(" "), number, count);
      }
    }
    return number;
  }

  private countOf({ key }: Form): number {
    const known = this.byKey.get(key);
    return known === undefined ? 0 : (this.entities[known.entity] as Entity).count;
  }

  private redirect(from: number, to: number): void {
    for (const [key, known] of this.byKey) if (known.entity === from) this.byKey.set(key, { ...known, entity: to });
    this.entityOfGroup.forEach((entity, group) => {
      if (entity === from) this.entityOfGroup[group] = to;
    });
    this.resolved.clear();
  }

  /** "Phileas Fogg Astounds Passepartout", of a heading: two who are named apart elsewhere. */
  private isRunOn({ key, count }: Form): boolean {
    const words = key.split(" ");
    if (count > 2 || words.length < 2) return false;
    const parts = words.flatMap((_, start) =>
      words
        .slice(start)
        .map((_last, k) => ({ start, end: start + k + 1, name: words.slice(start, start + k + 1).join(" ") })),
    );
    const known = parts.filter(({ name }) => name !== key && (this.seen.get(name)?.count ?? 0) > 2 * count);
    return known.some((a) => known.some((b) => a.end <= b.start && this.areApart(a.name, b.name)));
  }

  private areApart(a: string, b: string): boolean {
    const one = this.seen.get(a);
    const other = this.seen.get(b);
    return one !== undefined && other !== undefined && this.company.apart(one, other);
  }

  private isNameAlone(key: string): boolean {
    return nameLikeness(this.vocabulary.word(key)) > 0.5 || this.speakers.has(key);
  }

  /** The heavier claim to a spelling wins: seen as such before derived, frequent before rare. */
  private know(key: string, entity: number, weight: number): void {
    const known = this.byKey.get(key);
    if (known !== undefined && known.weight >= weight) return;
    this.byKey.set(key, { entity, weight });
    const words = key.split(" ");
    const first = words[0] ?? "";
    this.firstWords.set(first, Math.max(this.firstWords.get(first) ?? 0, words.length));
  }
}

/** "goring", where one who speaks is "lord goring": his title is left out. "hardcastle" is not "miss hardcastle". */
function isShortFor(name: string, speakers: readonly string[]): boolean {
  return speakers.some((other) => {
    if (other === name || !other.endsWith(` ${name}`)) return false;
    const titles = other.slice(0, -name.length).trim().split(" ");
    return titles.every((title) => isTitle(title) && !femaleTitles.has(title));
  });
}
