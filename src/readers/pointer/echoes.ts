import type { ChapterReading, StoryPlace, WorkReading } from "./reading.ts";

/** Words back to which a pronoun may refer. */
const memory = 60;

/** The pronouns of a chapter as mentions of whoever they probably mean: the last one named who may be a he, or a she. */
export function echoesOf({ mentions, pronouns }: ChapterReading, reading: WorkReading): StoryPlace[] {
  const echoes: StoryPlace[] = [];
  const rules = { opens: false, speaks: false, quoted: false };
  let next = 0;
  for (const { place, paragraph, kind } of pronouns) {
    while (next < mentions.length && mentions[next]!.place < place) next++;
    const sign = kind === "he" ? 1 : -1;
    for (let k = next - 1; k >= 0 && mentions[k]!.place > place - memory; k--) {
      const { entity } = mentions[k]!;
      if (reading.entity(entity).type !== "PERSON" || reading.portraits.gender(entity) * sign < 0.02) continue;
      echoes.push({ ...rules, place, paragraph, entity });
      break;
    }
  }
  return echoes;
}
