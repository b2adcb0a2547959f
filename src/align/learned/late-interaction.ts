import { type Bags, bags, indexByTerm, type TermIndex } from "../../similarity/bags.ts";
import type { Words } from "../../text/vocabulary.ts";
import type { Plane } from "./evidence.ts";

/** The tokens of some paragraphs, by numbers from 0 on, and how much each of these says. */
export interface WeightedTokens extends Words {
  readonly weights: Float32Array;
}

/** Every token of one side finds the token of the other most like it; the weighted means of how like they are. */
export interface Found {
  readonly bulletFound: Plane;
  readonly paragraphFound: Plane;
}

/**
 * Late interaction between bullets and paragraphs. It is handed the likeness of one token of the bullets after the other,
 * so that millions of numbers need not be held at once.
 */
export class LateInteraction {
  private readonly bullets: Side;
  private readonly story: Side;
  private readonly bulletsWith: TermIndex;
  /** By bullet and token of the story: the likeness of the bullet's token most like it. */
  private readonly best: Float32Array;
  private readonly sums: Float64Array;

  constructor(bullets: WeightedTokens, story: WeightedTokens) {
    this.bullets = new Side(bullets);
    this.story = new Side(story);
    this.bulletsWith = indexByTerm(this.bullets.bags, bullets.weights.length);
    this.best = new Float32Array(this.bullets.size * story.weights.length).fill(-1);
    this.sums = new Float64Array(this.bullets.size * this.story.size);
  }

  /** Takes the likeness of a token of the bullets with every token of the story, which begins at a place. */
  add(token: number, likeness: Float32Array, from: number): void {
    const { starts, rows, places } = this.bulletsWith;
    const nearest = this.nearestInParagraphs(likeness, from);
    for (let entry = starts[token]!; entry < starts[token + 1]!; entry++) {
      this.keepBest(rows[entry]!, likeness, from);
      const [weight, to] = [this.bullets.weights[places[entry]!]!, rows[entry]! * nearest.length];
      for (let column = 0; column < nearest.length; column++) this.sums[to + column]! += weight * nearest[column]!;
    }
  }

  /** What every token has found, once all have been added; 0 where a side has none. */
  found(): Found {
    const [rows, columns] = [this.bullets.size, this.story.size];
    const bulletFound = new Float32Array(rows * columns);
    const paragraphFound = new Float32Array(rows * columns);
    for (let row = 0, cell = 0; row < rows; row++) {
      if (this.bullets.totals[row] === 0) {
        cell += columns;
        continue;
      }
      for (let column = 0; column < columns; column++, cell++) {
        if (this.story.totals[column] === 0) continue;
        bulletFound[cell] = this.sums[cell]! / this.bullets.totals[row]!;
        paragraphFound[cell] = this.ofParagraph(row, column) / this.story.totals[column]!;
      }
    }
    return { bulletFound, paragraphFound };
  }

  /** The likeness of the token of each paragraph that is most like a token; 0 where it has none. */
  private nearestInParagraphs(likeness: Float32Array, from: number): Float32Array {
    const { starts, terms } = this.story.bags;
    const nearest = new Float32Array(this.story.size);
    for (let column = 0; column < nearest.length; column++) {
      const end = starts[column + 1]!;
      let best = starts[column]! < end ? -1 : 0;
      for (let k = starts[column]!; k < end; k++) {
        const value = likeness[from + terms[k]!]!;
        if (value > best) best = value;
      }
      nearest[column] = best;
    }
    return nearest;
  }

  private keepBest(bullet: number, likeness: Float32Array, from: number): void {
    const { best } = this;
    const width = best.length / this.bullets.size;
    const at = bullet * width;
    for (let token = 0; token < width; token++) {
      const value = likeness[from + token]!;
      if (value > best[at + token]!) best[at + token] = value;
    }
  }

  private ofParagraph(bullet: number, paragraph: number): number {
    const { weights, bags } = this.story;
    const at = bullet * (this.best.length / this.bullets.size);
    let sum = 0;
    for (let k = bags.starts[paragraph]!; k < bags.starts[paragraph + 1]!; k++)
      sum += weights[k]! * this.best[at + bags.terms[k]!]!;
    return sum;
  }
}

/** The paragraphs of one side, each of their tokens once, with its weight as often as it occurs. */
class Side {
  readonly size: number;
  readonly bags: Bags;
  readonly weights: Float64Array;
  readonly totals: Float64Array;

  constructor(tokens: WeightedTokens) {
    this.bags = bags(tokens, tokens.weights.length);
    const { size, starts, terms, counts } = this.bags;
    this.size = size;
    this.weights = Float64Array.from(terms, (term, k) => tokens.weights[term]! * counts[k]!);
    this.totals = new Float64Array(size);
    for (let paragraph = 0; paragraph < size; paragraph++)
      for (let k = starts[paragraph]!; k < starts[paragraph + 1]!; k++) this.totals[paragraph]! += this.weights[k]!;
  }
}
