import { typedReason } from "@/lib/domain/annotation/reason-codes.ts";
import { fragment, type SqlFragment } from "../../platform/database/sql.ts";

/**
 * SQL: the reason codes of an `annotation_verdict` or `annotation_review` with this alias. A free-text reason without
 * codes has the code `typed`.
 */
export function selectReasonCodes(row: "verdict" | "review"): SqlFragment {
  const name = row === "verdict" ? fragment`verdict` : fragment`review`;
  return fragment`CASE WHEN cardinality(${name}.codes) = 0 AND btrim(${name}.reason) <> ''
    THEN ARRAY[${typedReason}::text] ELSE ${name}.codes END`;
}
