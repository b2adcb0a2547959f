/** A longer copy of an array: with space for `least` numbers, and at least twice as long. */
export function enlarged(old: Int32Array, least = 0): Int32Array<ArrayBuffer> {
  const longer = new Int32Array(Math.max(least, 2 * old.length));
  longer.set(old);
  return longer;
}
