import { add, divide, multiply, sigmoid, softplus, subtract, sum, type Tensor } from "@plotline/nn";
import type { Lessons } from "./network.ts";

/**
 * Log-loss of the links and of the path scores, and how far the expected F is from 1. Targets say how likely each cell
 * is a link.
 */
export function linkLoss(logits: Tensor, scores: Tensor, targets: Tensor, lessons?: Lessons): Tensor {
  const { softF = 0, scoreLoss = 0 } = lessons ?? {};
  const links = add(sum(targets), few);
  const ofCells = divide(sum(logLoss(logits, targets)), links);
  const ofScores = divide(sum(logLoss(subtract(scores, 1), targets)), links);
  return add(add(ofCells, multiply(ofScores, scoreLoss)), multiply(subtract(1, expectedFOf(logits, targets)), softF));
}

/** A chapter with few links does not count for more than this makes it. */
export const few = 5;

/** −y ln p − (1 − y) ln(1 − p), for p = sigmoid(z): ln(1 + eᶻ) − y z. */
export function logLoss(z: Tensor, y: Tensor): Tensor {
  return subtract(softplus(z), multiply(y, z));
}

/** 2 Σ p y / (Σ p + Σ y). */
export function expectedFOf(z: Tensor, y: Tensor): Tensor {
  const p = sigmoid(z);
  return divide(multiply(sum(multiply(p, y)), 2), add(add(sum(p), sum(y)), 1e-6));
}
