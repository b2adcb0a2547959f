/** `1-4,7`: places as people count them become numbers from 0; undefined where the text is no such list. */
export function placeList(text: string): number[] | undefined {
  const numbers: number[] = [];
  for (const part of text.split(",")) {
    const [, from, to = from] = /^\s*(\d{1,6})(?:\s*[-–]\s*(\d{1,6}))?\s*$/.exec(part) ?? [];
    const [first, last] = [Number(from), Number(to)];
    if (!(first >= 1 && last >= first)) return undefined;
    for (let place = first; place <= last; place++) numbers.push(place - 1);
  }
  return numbers;
}
