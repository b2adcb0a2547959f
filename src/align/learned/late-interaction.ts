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

/** Tokens of the bullets that are compared at once: what is looked up in the story is looked up once for all of them. */
export const atOnce = 4;

/**
 * Late interaction between bullets and paragraphs. It is handed the likeness of four tokens of the bullets after the
 * other four, so that millions of numbers need not be held at once.
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

  /** Takes four tokens of the bullets, from one on; `likeness` has four numbers for each token of the story. */
  add(first: number, likeness: Float32Array): void {
    const nearest = this.nearestInParagraphs(likeness);
    const { starts } = this.bulletsWith;
    for (let lane = 0; lane < atOnce && first + lane + 1 < starts.length; lane++)
      for (let entry = starts[first + lane]!; entry < starts[first + lane + 1]!; entry++) {
        this.keepBest(this.bulletsWith.rows[entry]!, likeness, lane);
        this.addNearest(entry, nearest, lane);
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

  /** For each paragraph and each of four tokens the likeness of the token most like it; 0 where there is none. */
  private nearestInParagraphs(likeness: Float32Array): Float32Array {
    const { starts, terms } = this.story.bags;
    const nearest = new Float32Array(this.story.size * atOnce);
    for (let column = 0; column < this.story.size; column++) {
      const end = starts[column + 1]!;
      if (starts[column] === end) continue;
      let best0 = -1;
      let best1 = -1;
      let best2 = -1;
      let best3 = -1;
      for (let k = starts[column]!; k < end; k++) {
        const at = terms[k]! * atOnce;
        if (likeness[at]! > best0) best0 = likeness[at]!;
        if (likeness[at + 1]! > best1) best1 = likeness[at + 1]!;
        if (likeness[at + 2]! > best2) best2 = likeness[at + 2]!;
        if (likeness[at + 3]! > best3) best3 = likeness[at + 3]!;
      }
      const to = column * atOnce;
      nearest[to] = best0;
      nearest[to + 1] = best1;
      nearest[to + 2] = best2;
      nearest[to + 3] = best3;
    }
    return nearest;
  }

  private addNearest(entry: number, nearest: Float32Array, lane: number): void {
    const weight = this.bullets.weights[this.bulletsWith.places[entry]!]!;
    const to = this.bulletsWith.rows[entry]! * this.story.size;
    for (let column = 0; column < this.story.size; column++)
      this.sums[to + column]! += weight * nearest[column * atOnce + lane]!;
  }

  private keepBest(bullet: number, likeness: Float32Array, lane: number): void {
    const { best } = this;
    const width = best.length / this.bullets.size;
    const to = bullet * width;
    for (let token = 0; token < width; token++) {
      const value = likeness[token * atOnce + lane]!;
      if (value > best[to + token]!) best[to + token] = value;
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
