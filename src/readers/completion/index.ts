export { type ScoredItem, scoreCompletion } from "./answers.ts";
export { type FeatureGroup, featureGroups, featureNames } from "./features.ts";
export { type AskedBullet, CompletionScorer, type Shown, type WorkScorer } from "./scorer.ts";
export { completionTrainingDefaults, type TrainCompletionOptions, trainCompletion } from "./train.ts";
export { type CompletionWeights, shippedCompletion } from "./weights.ts";
