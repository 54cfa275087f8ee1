/** A sparse row: feature indices in ascending order, and their values. */
export interface SparseRow {
  features: Int32Array;
  values: Float64Array;
}

/** The fitted vocabulary of a collection: an index and a weight for every token. */
export interface TfidfModel {
  featureOf: ReadonlyMap<string, number>;
  /** The weight of each token: ln((1 + documents) / (1 + documents with the token)) + 1. */
  weights: Float64Array;
}

/** Computes token weights from documents, which are lists of tokens. Tokens are numbered in order of appearance. */
export function learnTfidf(documents: readonly (readonly string[])[]): TfidfModel {
  const featureOf = new Map<string, number>();
  const counts: number[] = [];
  for (const document of documents) {
    for (const token of new Set(document)) {
      const feature = featureOf.get(token) ?? featureOf.size;
      featureOf.set(token, feature);
      counts[feature] = (counts[feature] ?? 0) + 1;
    }
  }
  const weights = Float64Array.from(counts, (count) => Math.log((1 + documents.length) / (1 + count)) + 1);
  return { featureOf, weights };
}

/**
 * Converts a document into term frequencies times weights, scaled to length 1. Unknown tokens are skipped; a document
 * with only unknown tokens gives an empty row.
 */
export function toTfidfRow({ featureOf, weights }: TfidfModel, document: readonly string[]): SparseRow {
  const frequencies = new Map<number, number>();
  for (const token of document) {
    const feature = featureOf.get(token);
    if (feature !== undefined) frequencies.set(feature, (frequencies.get(feature) ?? 0) + 1);
  }
  const features = Int32Array.from([...frequencies.keys()].sort((left, right) => left - right));
  const values = Float64Array.from(features, (feature) => frequencies.get(feature)! * weights[feature]!);
  const length = Math.sqrt(values.reduce((sum, value) => sum + value * value, 0));
  return { features, values: values.map((value) => value / length) };
}
