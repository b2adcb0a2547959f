import creatures from "./data/creatures.json" with { type: "json" };

const noun = `(?:${creatures.join("|")})`;
const own = "(?:the|an?|my|his|her|our|their|your|its|this|that|\\p{L}+[’']s)";
const words = "(?:[\\p{L}’'-]+,? ){0,3}";

/** `his old dog Argos`, `a terrier called Snap`. */
const before = new RegExp(`\\b${own} ${words}${noun},? (?:named |called |by name )?$`, "iu");
/** `Toto, her little black dog`, `Dinah is our cat`. */
const after = new RegExp(
  `^(?:, |,? (?:is|was) |[’']s )(?:also |only |just )?${own} ${words}${noun}(?![\\p{L}-])`,
  "iu",
);

/** `Toto was not grey; he was a little black dog`. */
const defined = new RegExp(`^[^.!?“”"]{0,30}\\b(?:he|she|it) (?:is|was) an? ${words}${noun}(?![\\p{L}-])`, "u");
/** `Toto barked`. */
const doings = /^ (?:bark(?:ed|s)|purr(?:ed|s)|wag(?:ged|s)|neigh(?:ed|s)|whinn(?:ied|ies)|mew(?:ed|s)|yelp(?:ed|s))\b/;

/** Whether the words around a name say that it is an animal's or a doll's. */
export function isCalledCreature(text: string, start: number, end: number): boolean {
  if (doings.test(text.slice(end, end + 12)) || defined.test(text.slice(end, end + 90))) return true;
  const ahead = text.slice(Math.max(0, start - 50), start);
  return before.test(ahead)
    ? !/, $/.test(ahead) || /^[,.;]/.test(text.slice(end))
    : after.test(text.slice(end, end + 60));
}

/** Whether a point speaks of one animal or doll at all. */
export function namesCreature(text: string): boolean {
  return anyCreature.test(text);
}

const anyCreature = new RegExp(`(?<![\\p{L}-])${noun}(?![\\p{L}-])`, "u");

/** What is said of animals, of one or of several. */
export const ofAnimals = new RegExp(
  `\\b(?:${noun}s?|wolves|stables?|harness\\w*|saddles?|bridle|bit|reins?|rid(?:es?|ing|den)|rode|gallop\\w*|trot\\w*|groom\\w*|paddock|hoo(?:f|ves)|tails?|paws?|fur|kennels?|sleds?|packs?|dens?|jungle|hunt\\w*|sold|sells?|buy\\w*|bought|owners?|masters?|mother)\\b`,
  "iu",
);
