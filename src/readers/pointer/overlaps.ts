import type { AskedStem } from "./question.ts";
import type { ChapterReading, StoryPlace } from "./reading.ts";

/** Which of the bullet's words count how much: all by their weight, or those near a gap more. */
type Counting = "all" | "near";

/** What the bullet shares with the words around places of the story; each kind is computed once. */
export class Overlaps {
  private readonly sums = new Map<Counting, Float64Array>();
  private readonly known = new Map<string, Float64Array>();

  constructor(
    private readonly story: ChapterReading,
    private readonly stems: readonly AskedStem[],
    private readonly echoes: readonly StoryPlace[],
  ) {}

  /** For each mention the weight of the bullet's stems within this many places, inside its paragraph. */
  mentions(counting: Counting, reach: number): Float64Array {
    return this.once(`${counting} ${reach}`, () => this.windows(this.story.mentions, counting, reach));
  }

  pronouns(reach: number): Float64Array {
    return this.once(`pronouns ${reach}`, () => this.windows(this.echoes, "all", reach));
  }

  private once(name: string, make: () => Float64Array): Float64Array {
    const known = this.known.get(name) ?? make();
    this.known.set(name, known);
    return known;
  }

  private windows(places: readonly StoryPlace[], counting: Counting, reach: number): Float64Array {
    const sums = this.sumsOf(counting);
    const { starts } = this.story;
    return Float64Array.from(places, ({ place, paragraph }) => {
      const low = Math.max(place - reach, starts[paragraph]!);
      const high = Math.min(place + reach + 1, starts[paragraph + 1]!);
      return sums[high]! - sums[low]!;
    });
  }

  /** Up to each place of the chapter, what it shares with the bullet. */
  private sumsOf(counting: Counting): Float64Array {
    const known = this.sums.get(counting);
    if (known !== undefined) return known;
    const sums = new Float64Array(this.story.stems.length + 1);
    for (const { stem, weight, nearness } of this.stems)
      for (const place of this.story.places.get(stem) ?? [])
        sums[place + 1] = counting === "all" ? weight : weight * nearness;
    for (let k = 1; k < sums.length; k++) sums[k]! += sums[k - 1]!;
    this.sums.set(counting, sums);
    return sums;
  }
}
