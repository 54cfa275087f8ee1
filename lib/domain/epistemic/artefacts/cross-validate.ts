import { fitLogisticRegression, predictProbability } from "./logistic-regression.ts";
import { learnTfidf, tfidfRow } from "./tfidf.ts";

/**
 * For every document the probability of "true" by a TF-IDF logistic regression fitted on the other folds only; the
 * token weights are also fitted without the fold. `folds[i]` is the fold of document i.
 */
export function crossValidatedProbabilities(
  documents: readonly (readonly string[])[],
  labels: readonly boolean[],
  folds: readonly number[],
): number[] {
  const probabilities = new Array<number>(documents.length).fill(0);
  for (const fold of new Set(folds)) {
    const isTraining = (_: unknown, index: number) => folds[index] !== fold;
    const training = documents.filter(isTraining);
    const tfidf = learnTfidf(training);
    const rows = training.map((document) => tfidfRow(tfidf, document));
    const model = fitLogisticRegression(rows, labels.filter(isTraining), tfidf.weights.length);
    for (const [index, document] of documents.entries()) {
      if (folds[index] === fold) probabilities[index] = predictProbability(model, tfidfRow(tfidf, document));
    }
  }
  return probabilities;
}
