/** FNV-1a over the code units of a text, 32 bits with a sign. A second text is hashed after the first by its basis. */
export function fnv(text: string, basis: number = fnvBasis): number {
  let hash = basis | 0;
  for (let k = 0; k < text.length; k++) hash = fnvStep(hash, text.charCodeAt(k));
  return hash;
}

/** What FNV-1a begins with. */
export const fnvBasis = 0x811c9dc5 | 0;

/** The hash after one more unit. */
export function fnvStep(hash: number, unit: number): number {
  return Math.imul(hash ^ unit, 0x01000193);
}

/** The same with its bits mixed once more: the low ones alone, or the high ones, are good too. */
export function mixedFnv(text: string, basis?: number): number {
  let hash = fnv(text, basis);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return hash ^ (hash >>> 13);
}
