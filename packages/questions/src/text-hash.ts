/** Fourteen digits that tell two texts apart (53 bits): a restored file must be made from the same texts. */
export function textHash(text: string): string {
  let [low, high] = [0xdeadbeef | 0, 0x41c6ce57 | 0];
  for (let k = 0; k < text.length; k++) {
    const unit = text.charCodeAt(k);
    low = Math.imul(low ^ unit, 0x9e3779b1);
    high = Math.imul(high ^ unit, 0x5f356495);
  }
  low = Math.imul(low ^ (low >>> 16), 0x85ebca6b) ^ Math.imul(high ^ (high >>> 13), 0xc2b2ae35);
  high = Math.imul(high ^ (high >>> 16), 0x85ebca6b) ^ Math.imul(low ^ (low >>> 13), 0xc2b2ae35);
  return ((high & 0x1fffff) * 0x1_0000_0000 + (low >>> 0)).toString(16).padStart(14, "0");
}
