import { fitLogisticRegression, predictProbability } from "./logistic-regression.ts";
import { learnTfidf, toTfidfRow } from "./tfidf.ts";

/**
 * Predicts for each document the probability of "true" by a TF-IDF logistic regression that is fitted, with its token
 * weights, on the other folds only. `folds[i]` is the fold of document i.
 */
export function crossValidate(
  documents: readonly (readonly string[])[],
  labels: readonly boolean[],
  folds: readonly number[],
): number[] {
  const probabilities = new Array<number>(documents.length).fill(0);
  for (const fold of new Set(folds)) {
    const isTraining = (_: unknown, index: number) => folds[index] !== fold;
    const testIndices = [...documents.keys()].filter((index) => folds[index] === fold);
    const predicted = trainAndPredict(
      documents.filter(isTraining),
      labels.filter(isTraining),
      testIndices.map((index) => documents[index]!),
    );
    for (const [rank, index] of testIndices.entries()) probabilities[index] = predicted[rank]!;
  }
  return probabilities;
}

/**
 * Predicts for each test document the probability of "true" by a TF-IDF logistic regression fitted on training
 * documents.
 */
export function trainAndPredict(
  training: readonly (readonly string[])[],
  labels: readonly boolean[],
  documents: readonly (readonly string[])[],
): number[] {
  const tfidf = learnTfidf(training);
  const rows = training.map((document) => toTfidfRow(tfidf, document));
  const model = fitLogisticRegression(rows, labels, tfidf.weights.length);
  return documents.map((document) => predictProbability(model, toTfidfRow(tfidf, document)));
}
