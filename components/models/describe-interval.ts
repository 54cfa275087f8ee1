import { formatInterval } from "@/lib/domain/format/figures.ts";
import { approximateNote, type ClusteredEstimate } from "@/lib/domain/statistics/clustered/clustered-estimate.ts";

/** The limits of an estimate, with a note if there are too few clusters, or the reason why there are none. */
export function describeInterval(estimate: ClusteredEstimate): string {
  const note = estimate.reason ?? approximateNote(estimate);
  if (estimate.low === null) return note ?? "no interval";
  return note === null ? formatInterval(estimate) : `${formatInterval(estimate)}. ${note}`;
}
