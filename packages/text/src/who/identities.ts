import type { StoryMention, ToldWork } from "./told-work.ts";

/** Words of a point that says of two names that they are one person's. */
const oneAndTheSame =
  /\bsame (?:woman|man|person|girl|boy|one|lady|letters)\b|(?<!\ban )\balias\b|\banagram|\bpseudonym|\bone and the same\b|\bas (?:he|she) (?:now )?calls (?:himself|herself)\b|\breal name\b|\btrue name\b|\bunder the name\b|\bdisguised as\b|\b(?:in|as|an?|his|her) disguise\b|\balter ego\b|\b(?:other|second) self\b|\b(?:true|real) identity\b|\btransform\w* (?:back )?into\b|\bturn(?:s|ed) out to be\b|\bnone other than\b|\brevealed (?:as|to be)\b|\bpos(?:es|ed|ing) as\b|\bassumed name\b/i;
/** What a guide says about people who have two names. */
export class Identities {
  /** Entities of which a point says that they are one. */
  readonly pairs = new Set<string>();

  constructor({ chapters }: ToldWork) {
    for (const { chapter, points } of chapters)
      points.forEach((mentions, k) => {
        const text = chapter.summary[k] ?? "";
        mentions.forEach((a, at) => {
          const b = mentions[at + 1];
          if (b !== undefined && isSecondName(text, a, b)) this.pairs.add(pairOf(a.entity, b.entity));
        });
        for (const [a, b] of nearest(oneAndTheSame.exec(text)?.index, text, mentions)) this.pairs.add(pairOf(a, b));
      });
  }
}

const second =
  /^,? \(?(?:a\.?k\.?a\.?|alias|or|now|formerly|also (?:called|known as)|(?:now |better )?known as|as|(?:the )?\p{Lu}\p{Ll}+ of),? (?:the )?$/u;

/** "Mrs. Beaumont is Helen", but not "is Helen's sister". */
const isOther = /^ (?:is|was|became|becomes) (?:now |really |actually |in fact |also )?$/;

/** "Puck (Robin)", "Hal, a.k.a. Henry", "Plantagenet, Duke of York". */
function isSecondName(text: string, a: StoryMention, b: StoryMention): boolean {
  const between = text.slice(a.end, b.start);
  if (/^ \($/.test(between)) return /^\)/.test(text.slice(b.end));
  return (
    /^ ?\/ ?$/.test(between) || second.test(between) || (isOther.test(between) && !/^['’]/.test(text.slice(b.end)))
  );
}

/** The two whom the words at a place of the point are about: nearest in the same sentence, or the only two of the point. */
function nearest(at: number | undefined, text: string, mentions: readonly StoryMention[]): [number, number][] {
  if (at === undefined) return [];
  const isNear = ({ start, end }: StoryMention) =>
    !/[.!?]\s/.test(end <= at ? text.slice(end, at) : text.slice(at, start));
  const sorted = mentions.filter(isNear).sort((a, b) => Math.abs(a.start - at) - Math.abs(b.start - at));
  const people = new Set(mentions.filter(({ type }) => type === "PERSON").map(({ entity }) => entity));
  const near = [...new Set(sorted.map(({ entity }) => entity))];
  const [one, other] = near.length < 2 && people.size === 2 ? [...people] : near;
  return one === undefined || other === undefined ? [] : [[one, other]];
}

export function pairOf(a: number, b: number): string {
  return `${Math.min(a, b)} ${Math.max(a, b)}`;
}
