import { type Architecture, alignerNetwork, type RowArchitecture, rowNetwork } from "@plotline/align";
import {
  add,
  type Build,
  divide,
  type Inputs,
  multiply,
  sigmoid,
  softplus,
  subtract,
  sum,
  type Tensor,
} from "@plotline/nn";

/** What the aligner is trained with. */
export interface Lessons {
  readonly dropout: number;
  /** How much 1 − F counts next to the log-loss of the cells, and the log-loss of the path scores. */
  readonly softF: number;
  readonly scoreLoss: number;
}

/** The aligner, and what it learns by. */
export function alignerLearning(architecture: Architecture, lessons: Lessons): Build {
  const network = alignerNetwork(architecture, lessons.dropout);
  return (p, batch) => {
    const { logits, scores } = network(p, batch);
    return { loss: linkLoss(logits, scores, batch.floats("targets", ["rows", "columns"]), lessons), logits };
  };
}

/** The network that reads single points, and what it learns by. */
export function rowLearning(architecture: RowArchitecture, dropout: number): Build {
  const network = rowNetwork(architecture, dropout);
  return (p, batch) => {
    const { logits, matched } = network(p, batch);
    return { loss: rowLoss(logits, matched, batch), logits, matched };
  };
}

/**
 * Log-loss of the links and of the path scores, and how far the expected F is from 1. Targets say how likely each cell
 * is a link.
 */
function linkLoss(logits: Tensor, scores: Tensor, targets: Tensor, { softF, scoreLoss }: Lessons): Tensor {
  const links = add(sum(targets), few);
  const ofCells = divide(sum(logLoss(logits, targets)), links);
  const ofScores = divide(sum(logLoss(subtract(scores, 1), targets)), links);
  return add(add(ofCells, multiply(ofScores, scoreLoss)), multiply(subtract(1, expectedF(logits, targets)), softF));
}

/** A chapter with few links does not count for more than this makes it. */
const few = 5;

/** −y ln p − (1 − y) ln(1 − p), for p = sigmoid(z): ln(1 + eᶻ) − y z. */
function logLoss(z: Tensor, y: Tensor): Tensor {
  return subtract(softplus(z), multiply(y, z));
}

/** 2 Σ p y / (Σ p + Σ y). */
function expectedF(z: Tensor, y: Tensor): Tensor {
  const p = sigmoid(z);
  return divide(multiply(sum(multiply(p, y)), 2), add(add(sum(p), sum(y)), 1e-6));
}

/** How much 1 − F counts next to the log-loss of the cells. */
const rowSoftF = 0.3;
/** How much the loss of what is matched counts. */
const ofMatched = 1;

/** `targets`: 1 for a link. `known`: 1 for a point of which it is known whether the story has it; `present`: it has. */
function rowLoss(logits: Tensor, matched: Tensor, batch: Inputs): Tensor {
  const targets = batch.floats("targets", ["rows", "columns"]);
  const present = batch.floats("present", ["rows"]);
  const known = batch.floats("known", ["rows"]);
  const links = add(sum(targets), few);
  const ofCells = divide(sum(logLoss(logits, targets)), links);
  const ofRows = divide(sum(multiply(known, logLoss(matched, present))), add(sum(known), 1));
  return add(add(ofCells, multiply(subtract(1, expectedF(logits, targets)), rowSoftF)), multiply(ofRows, ofMatched));
}
