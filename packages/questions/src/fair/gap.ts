import { isTitle, type NameIndex, notNames, type StoryMention, stopWords } from "@plotline/text";
import light from "./data/light-words.json" with { type: "json" };

/** Whether a mention can be hidden: it is a whole name, names somebody or some place, and is not a quotation. */
export function isGap(point: string, mention: StoryMention, index: Pick<NameIndex, "usage">): boolean {
  const [before, after] = [point.slice(0, mention.start), point.slice(mention.end)];
  return !(
    startsEarlier(before, index) ||
    endsLater(after) ||
    isKind(before, after, mention) ||
    isSpokenOf(before, after) ||
    isApart(before, after) ||
    isLikened(before) ||
    isOneOfMany(before, after)
  );
}

/** Whether a name is mentioned as a name, as nicknames are: "They call him Barbecue", 'the "Barbecue" of the crew'. */
export function isNickname(point: string, { start, end }: Pick<StoryMention, "start" | "end">): boolean {
  const [before, after] = [point.slice(0, start), point.slice(end)];
  return isSpokenOf(before, after) || (/["“‘]$/.test(before) && /^[.,!?]?["”’]/.test(after));
}

/** Whether the text is whole sentences, no mere aside: nothing is cut off at its start or end, or inside a quotation or a bracket. */
export function isWhole(text: string): boolean {
  const count = (sign: RegExp) => text.match(sign)?.length ?? 0;
  return (
    !/^\W*\p{Ll}|^\(.*\)$|^Which /su.test(text) &&
    !isRemark(text) &&
    count(/"/g) % 2 === 0 &&
    count(/“/g) === count(/”/g) &&
    count(/\(/g) === count(/\)/g) &&
    isFinished(text)
  );
}

/** "We hope that his pay is good", "the plot of the novel": the guide speaks of itself and its readers, or of the work as such. */
function isRemark(text: string): boolean {
  if (ofTheGuide.test(text)) return true;
  return /\bwe\b/i.test(text.replace(/["“][^"”]*["”]/g, "")) && isOneSentence(text);
}

const ofTheGuide =
  /\b(?:the|this) (?:novel|plot|author|reader)s?\b|\bplot\b.*\bplot\b|\bfor more\b.*\b(?:on|about)\b|\bfootnotes?\b|\bspeech headings?\b|\bbrain snack\b|\bsee ["“]/i;

/**
 * Whether the words besides a name say anything: "He nods", "He thinks that this is the case" could be of anybody. More is
 * needed where nobody else is named, and most in a single sentence.
 */
export function isTelling(text: string, isAlone: boolean): boolean {
  const words = (text.match(/\p{L}{2,}(?:['’]\p{L}+)?/gu) ?? [])
    .map((word) => word.toLowerCase())
    .filter((word) => !/['’]/.test(word) && !stopWords.has(word));
  const fewest = isAlone ? (isOneSentence(text) ? 6 : 5) : 4;
  return words.length >= 5 && words.filter((word) => !lightWords.has(word)).length >= fewest;
}

function isOneSentence(text: string): boolean {
  return !/[.!?…]["”’)]*\s+\S/.test(text);
}

/** What any summary of anything may say. */
const lightWords = new Set(light);

export function isFinished(text: string): boolean {
  return /[.!?…][\s)"”’'\]]*$/.test(text);
}

const touching = /[\p{L}\p{N}&/'’_*>-]$/u;
const wordBefore = /(\S+) (?:(?:of|de|du|des|di|della|von|van)(?: the)? )?$/u;
const particleBefore = /\b(?:van|von|der|den|de|du|des|di|della|la|le)(?: the)? $/;
/** "Miss and Mr. Murdstone": the first has no name without the second's; but "the Captain and Strake". */
const coordinated = /(?<!\b[Tt]he )\b(\p{Lu}\p{L}*\.?) (?:and|or) $/u;
const sentenceStart = /(?:^|[.!?…:;–—-]["”’)]*\s)["“(]*$/u;

/** "Black Knight", "van der Luydens", "Hôtel de Paris", "Duke of York", "Mrs. C.": a capital before the gap that no new sentence explains. */
function startsEarlier(before: string, index: Pick<NameIndex, "usage">): boolean {
  if (touching.test(before) || particleBefore.test(before) || isTitle(coordinated.exec(before)?.[1] ?? "")) return true;
  const found = wordBefore.exec(before);
  const [all = "", token = ""] = found ?? [];
  const word = token.replace(/^["“(‘]+/, "");
  if (!/^\p{Lu}/u.test(word)) return false;
  if (isTitle(word)) return true;
  if (word.endsWith(".")) return /^(?:\p{L}\.)+$/u.test(word);
  if (/[^\p{L}]$/u.test(word) || /['’]s$/u.test(word) || notNames.has(word.toLowerCase())) return false;
  return !(sentenceStart.test(before.slice(0, before.length - all.length)) && isOrdinary(word, index));
}

/** A word that only the start of a sentence wrote large. */
function isOrdinary(word: string, { usage }: Pick<NameIndex, "usage">): boolean {
  const counts = usage(word);
  return stopWords.has(word.toLowerCase()) || (counts !== undefined && counts.lower > counts.inside);
}

/**
 * "Equality 7-2521", "Looking-glass House", "Alexander VI", "Helena of Athens", "Alexander the Great", "Dombey and Son"; "Henry (Hal)" and "Carmilla,
 * Countess" have a second name, and after "Brutus' men" only a name in -s fits.
 */
function endsLater(after: string): boolean {
  const rest = after.replace(/^['’]s(?![\p{L}\p{N}])/u, "");
  if (/^['’]/.test(rest) || /^,? \(?(?:the )?\p{Lu}\p{Ll}+(?: of|\))/u.test(rest) || isRank(rest)) return true;
  return (
    /^(?:[\p{L}\p{N}&/'’_*<]|-(?!-))/u.test(rest) ||
    /^ [\p{Lu}\p{N}]/u.test(rest) ||
    /^ \(?(?:(?:of|de|du|von|van)(?: the)?|the) \p{Lu}/u.test(rest) ||
    /^ (?:and (?:Sons?|Co|Company|Brothers)\b|& )/.test(rest) ||
    /^,? \(?(?:a\.?k\.?a\b|alias\b|i\.e\.|also known as\b|(?:formally|properly|officially|née|born)\b|that is,)/.test(
      rest,
    )
  );
}

/** ", Countess and singer", but not a list: ", Mr. Briggs". */
function isRank(after: string): boolean {
  const word = /^, (\p{Lu}\p{Ll}+)/u.exec(after)?.[1];
  return word !== undefined && isTitle(word) && !/^, \S+\.? \p{Lu}/u.test(after);
}

/** "A Boy", "the Frome house", "the Dedlocks", "in Henry V". */
function isKind(before: string, after: string, { type, text }: StoryMention): boolean {
  if (type === "PERSON" && /\b(?:in|into|inside|at) $/i.test(before) && !/^['’]/.test(after)) return true;
  if (/\b(?:an?|another|any|each|every|no|one|some|th[eo]se|this|my|your|his|her|its|our|their) $/i.test(before))
    return true;
  if (
    /^ (?:famil(?:y|ies)|household|home|house|clan|kids|children|parents|brothers|sisters|siblings|estate|mansion|residence|seniors?|juniors?|Sr|Jr)\b/.test(
      after,
    )
  )
    return true;
  if (adjectiveBefore.test(before) || listOfKin.test(before) || oneOfTwo.test(before)) return true;
  return /\bthe $/i.test(before) && ((!text.includes(" ") && type === "PERSON") || /^ \p{Ll}/u.test(after));
}

/** "Three daughters, Elinor, ____": the others of the list say who. */
const listOfKin = /\b(?:daughters|sons|sisters|brothers|children|kids|siblings),? (?:\p{Lu}\p{L}+,? (?:and )?)*$/u;

/** "Old ____", who has a son of that name. */
const oneOfTwo = /\b(?:[Oo]ld|[Yy]oung(?:er)?|[Ee]lder|[Ll]ate|[Dd]ead) $/;

/** "The only unlucky Crewler" is one of several, and "a rich ____" hardly a person. */
const adjectiveBefore =
  /\ban? \p{Ll}+ $|\b(?:the|an?) (?:\p{Ll}+ )?(?:only|other|same|first|last|new|old|real|late|(?!(?:mid)?day |morning |evening |way |party |wedding |meeting )\p{Ll}+(?:y|ful|ous|less|est|ish|ive|ed|ing)) $/iu;

const naming =
  /\b(?:(?:nick|sur)?name[ds]?(?:['’]s| is| was| of| for| reads?)?|titled|entitled|dub(?:s|bed)|(?:introduc|greet|address|hail)\w* (?:him|her|himself|herself) as|names? seems? to be|becom(?:es?|ing)|became|named after|christen\w*|baptiz\w*|known as|a\.?k\.?a\.?|alias|i\.?e\.?|call(?:s|ed|ing)?(?: \S+){0,2}|(?:mak|made|appoint|crown|declar)\w* (?:him|her|himself|herself|them)(?: the)?)[,:]? $/i;

/** "Her name is Carmilla", "makes him Lord Protector". */
function isSpokenOf(before: string, after: string): boolean {
  if (/name, $/.test(before) && !/^[,.;]/.test(after)) return false;
  if (/\bnames(?: are| were)? (?:\p{Lu}\p{L}+,? )+(?:and )?$/u.test(before)) return true;
  return (
    (naming.test(before) && !/^['’]s/.test(after)) ||
    /^,? (?:is|was) (?:his|her|its|their|the)(?: \p{Ll}+)? name\b/u.test(after)
  );
}

/** "Presumably not ____", "including ____", "older than ____", "folks like ____": true of many. */
function isLikened(before: string): boolean {
  return /\b(?:not|n?either|probably|perhaps|\(?including|especially|\p{Ll}+er than|(?:unl|l)ike) $/iu.test(before);
}

/** "____ and crew", "Angus, ____ and Lennox": several do it, and perhaps not all are named. */
function isOneOfMany(before: string, after: string): boolean {
  return (
    andOthers.test(after) ||
    /^, \p{Lu}[\p{L}.]*(?: \p{Lu}\p{L}+)?,? and \p{Lu}/u.test(after) ||
    /\p{Lu}\p{L}+, \p{Lu}[\p{L}.]*(?: \p{Lu}\p{L}+)?,? and $/u.test(before) ||
    (/\p{Lu}\p{L}+, $/u.test(before) && /^,? (?:and )?\p{Lu}/u.test(after))
  );
}

const andOthers = new RegExp(
  [
    "^(?:,? \\p{Lu}[\\p{L}.]*)*,? and ",
    "(?:(?:the|his|her|their|some|several|many|a few) )?",
    "(?:others?|other \\p{Ll}+s|rest|gang|crew|company|co\\.|friends|men|lords|guests)(?!\\p{L})",
  ].join(""),
  "u",
);

/** Inside quotation marks, alone between brackets, or a sentence by itself. */
function isApart(before: string, after: string): boolean {
  const isQuoted = (before.match(/"/g)?.length ?? 0) % 2 === 1 || before.lastIndexOf("“") > before.lastIndexOf("”");
  const isBracketed = /[([]$/.test(before) && /^[)\]]/.test(after);
  return isQuoted || isBracketed || (sentenceStart.test(before) && /^[.!?]/.test(after));
}
