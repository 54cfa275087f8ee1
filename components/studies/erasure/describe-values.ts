import { formatNumberOf } from "@/lib/domain/format/figures.ts";
import type { ErasableValues } from "@/lib/domain/survey/studies/erasable-session.ts";

/** Lists the values that an erasure removes, in one sentence. */
export function describeValues({ responses, forms, ids, reports, refusals, notes }: ErasableValues): string {
  const parts = [
    responses > 0 && formatNumberOf(responses, "answer"),
    forms > 0 && formatNumberOf(forms, "form"),
    ids > 0 && "the recruiter’s ID",
    reports > 0 && `IDs in ${formatNumberOf(reports, "report")} of the recruiter`,
    refusals > 0 && `the ID in ${formatNumberOf(refusals, "refused arrival")}`,
    notes > 0 && formatNumberOf(notes, "note"),
  ].filter((part) => part !== false);
  return parts.length === 0 ? "No stored values" : parts.join(", ");
}
