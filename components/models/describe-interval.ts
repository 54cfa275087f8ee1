import { describeEstimate, type EstimateText } from "@/lib/domain/format/estimates.ts";
import type { ClusteredEstimate } from "@/lib/domain/statistics/clustered/clustered-estimate.ts";
import { findApproximateNote } from "@/lib/domain/statistics/clustered/interval-note.ts";

/** The texts of a share with a clustered interval. A note explains a missing interval, or warns of few clusters. */
export function describeClustered(estimate: ClusteredEstimate): EstimateText {
  return describeEstimate({ ...estimate, reason: estimate.reason ?? findApproximateNote(estimate) }, estimate.n);
}
