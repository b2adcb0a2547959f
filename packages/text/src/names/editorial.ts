const said = /\b(?:project gutenberg|all rights reserved|copyright|https?:|www\.|click (?:to|here))/i;
const ofAnEdition = /\b(?:edition|editors?|publisher)\b/i;
const ofAPlay = /\b(?:act|scene|epilogue|prologue|chapter|volume)\b/i;
const longest = 400;

/** A short paragraph by those who published the text, not of the story: "There's no Act 5, Scene 2 in this edition." */
export function isEditorial(paragraph: string): boolean {
  if (paragraph.length > longest) return false;
  return said.test(paragraph) || (ofAnEdition.test(paragraph) && ofAPlay.test(paragraph));
}
