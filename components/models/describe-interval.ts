import { describeEstimate, type EstimateText } from "@/lib/domain/format/estimates.ts";
import type { ClusteredEstimate } from "@/lib/domain/statistics/clustered/clustered-estimate.ts";
import { approximateNote } from "@/lib/domain/statistics/clustered/interval-note.ts";

/** The texts of a share with a clustered interval, with a note on few clusters or on a missing interval. */
export function describeClustered(estimate: ClusteredEstimate): EstimateText {
  return describeEstimate({ ...estimate, reason: estimate.reason ?? approximateNote(estimate) }, estimate.n);
}
