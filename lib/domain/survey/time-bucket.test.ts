import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type BucketCount, bucketQuantileMs, bucketUpperMs, timeBucket } from "./time-bucket.ts";

const milliseconds = fc.double({ min: 0, max: 1e12, noNaN: true });

describe("a bucket of time", () => {
  it("is the first for everything up to a tenth of a second, and the last for a fortnight", () => {
    for (const shortest of [-5, 0, 99.9, 100]) expect(timeBucket(shortest)).toBe(0);
    expect(timeBucket(100.01)).toBe(1);
    expect(timeBucket(14 * 24 * 3_600_000)).toBeLessThan(250);
    expect(timeBucket(Number.MAX_VALUE)).toBe(250);
  });

  it("ends just above each of its durations and begins just below", () => {
    fc.assert(
      fc.property(fc.double({ min: 100.1, max: 1e10, noNaN: true }), (time) => {
        const bucket = timeBucket(time);
        expect(time).toBeLessThanOrEqual(bucketUpperMs(bucket) * (1 + 1e-9));
        expect(time).toBeGreaterThan(bucketUpperMs(bucket - 1) * (1 - 1e-9));
      }),
    );
  });

  it("never falls when the time grows", () => {
    fc.assert(
      fc.property(milliseconds, milliseconds, (one, other) => {
        expect(timeBucket(Math.min(one, other))).toBeLessThanOrEqual(timeBucket(Math.max(one, other)));
      }),
    );
  });
});

describe("a quantile of buckets", () => {
  it("is nothing of nothing", () => {
    expect(bucketQuantileMs([], 0.5)).toBeNull();
    expect(bucketQuantileMs([{ bucket: 7, count: 0 }], 0.5)).toBeNull();
  });

  it("lies within five per cent of the quantile of the durations themselves", () => {
    const times = fc.array(fc.double({ min: 110, max: 1e7, noNaN: true }), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(times, fc.constantFrom(0.05, 0.25, 0.5, 0.75, 0.95, 1), (durations, share) => {
        const sorted = [...durations].sort((left, right) => left - right);
        const exact = sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] as number;
        const read = bucketQuantileMs(countsOf(durations), share) as number;
        expect(read / exact).toBeGreaterThan(0.95);
        expect(read / exact).toBeLessThan(1.05);
      }),
    );
  });

  it("does not depend on the order of the counts", () => {
    const counts = countsOf([150, 900, 900, 20_000, 60_000]);
    expect(bucketQuantileMs([...counts].reverse(), 0.5)).toBe(bucketQuantileMs(counts, 0.5));
  });

  it("changes where the share of the counted is reached, not before", () => {
    const counts: BucketCount[] = [
      { bucket: 10, count: 1 },
      { bucket: 20, count: 1 },
    ];
    expect(bucketQuantileMs(counts, 0.5)).toBe(bucketQuantileMs(counts, 0.1));
    expect(bucketQuantileMs(counts, 0.51)).toBe(bucketQuantileMs(counts, 1));
    expect(bucketQuantileMs(counts, 0.51)).not.toBe(bucketQuantileMs(counts, 0.5));
  });
});

function countsOf(durations: readonly number[]): BucketCount[] {
  const counts = new Map<number, number>();
  for (const time of durations) counts.set(timeBucket(time), (counts.get(timeBucket(time)) ?? 0) + 1);
  return [...counts].map(([bucket, count]) => ({ bucket, count }));
}
