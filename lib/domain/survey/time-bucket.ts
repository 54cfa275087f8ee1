/**
 * The growth factor of buckets, chosen so that a median computed from buckets is within five per cent of the true
 * median.
 */
const growth = 1.1;
const minMs = 100;

/**
 * The bucket of a duration in milliseconds: 0 up to 100 ms, then each bucket is a tenth longer than the previous one;
 * at most 250.
 */
export function timeBucket(milliseconds: number): number {
  if (milliseconds <= minMs) return 0;
  return Math.min(250, Math.ceil(Math.log(milliseconds / minMs) / Math.log(growth)));
}

/** The longest duration in a bucket, in milliseconds. */
export function bucketUpperMs(bucket: number): number {
  return minMs * growth ** bucket;
}

export interface BucketCount {
  bucket: number;
  count: number;
}

/**
 * A quantile of the counted durations, in milliseconds: the geometric middle of its bucket. Null if nothing was
 * counted.
 */
export function bucketQuantileMs(counts: readonly BucketCount[], share: number): number | null {
  const total = counts.reduce((sum, entry) => sum + entry.count, 0);
  if (total === 0) return null;
  let countBelow = 0;
  for (const { bucket, count } of [...counts].sort((left, right) => left.bucket - right.bucket)) {
    countBelow += count;
    if (countBelow >= share * total) return bucket === 0 ? minMs : bucketUpperMs(bucket) / Math.sqrt(growth);
  }
  return null;
}
