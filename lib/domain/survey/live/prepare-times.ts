import type { Screen } from "../screens.ts";
import { bucketQuantileMs, bucketUpperMs } from "../time-bucket.ts";
import type { TimeTally } from "./live-study.ts";
import { screenLabel } from "./prepare-flow.ts";

/**
 * The time that people spent on one kind of screen, by the server's clock. Quantiles are null if no one has left the
 * screen yet.
 */
export interface TimeDistribution {
  key: string;
  label: string;
  n: number;
  medianMs: number | null;
  lowMs: number | null;
  highMs: number | null;
  /** Bars of equal width on a logarithmic scale, without gaps between the first and the last. */
  bars: { fromMs: number; toMs: number; count: number }[];
  /** Minimum seconds before the screen can be left. */
  dwellMs: number;
}

/** Buckets per bar: each bar is a third longer than the previous one. */
const bucketsPerBar = 3;

/** The distribution for every screen that was left at least once, in the order of the session. */
export function prepareTimes(screens: readonly Screen[], tallies: readonly TimeTally[]): TimeDistribution[] {
  const distinctScreens = screens.filter(
    (screen, index) => screens.findIndex((other) => other.key === screen.key) === index,
  );
  return distinctScreens
    .filter((screen) => tallies.some((tally) => tally.key === screen.key && tally.count > 0))
    .map((screen) => {
      const counts = tallies.filter((tally) => tally.key === screen.key && tally.count > 0);
      return {
        key: screen.key,
        label: screenLabel(screen),
        n: counts.reduce((sum, tally) => sum + tally.count, 0),
        medianMs: bucketQuantileMs(counts, 0.5),
        lowMs: bucketQuantileMs(counts, 0.1),
        highMs: bucketQuantileMs(counts, 0.9),
        bars: toBars(counts),
        dwellMs: screen.dwellSeconds * 1000,
      };
    });
}

function toBars(counts: readonly TimeTally[]): TimeDistribution["bars"] {
  const barOf = (bucket: number) => Math.floor(bucket / bucketsPerBar);
  const barIndices = counts.map((tally) => barOf(tally.bucket));
  const first = Math.min(...barIndices);
  const last = Math.max(...barIndices);
  return Array.from({ length: last - first + 1 }, (_, offset) => {
    const bar = first + offset;
    return {
      fromMs: bar === 0 ? 0 : bucketUpperMs(bar * bucketsPerBar - 1),
      toMs: bucketUpperMs((bar + 1) * bucketsPerBar - 1),
      count: counts.filter((tally) => barOf(tally.bucket) === bar).reduce((sum, tally) => sum + tally.count, 0),
    };
  });
}
