import { describeEstimate, type EstimateText } from "@/lib/domain/format/estimates.ts";
import type { ClusteredEstimate } from "@/lib/domain/statistics/clustered/clustered-estimate.ts";
import { approximateNote } from "@/lib/domain/statistics/clustered/interval-note.ts";

/** The texts of a share over clusters, with a note if there are too few clusters, or the reason for no interval. */
export function describeClustered(estimate: ClusteredEstimate): EstimateText {
  return describeEstimate({ ...estimate, reason: estimate.reason ?? approximateNote(estimate) }, estimate.n);
}
