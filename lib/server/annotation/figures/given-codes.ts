import { typedReason } from "@/lib/domain/annotation/reason-codes.ts";
import { fragment, type SqlFragment } from "../../platform/database/sql.ts";

/**
 * SQL: the reason codes of an `annotation_verdict` or `annotation_review` with this alias; `typed` for a free-text
 * reason without codes.
 */
export function reasonCodesOf(row: "verdict" | "review"): SqlFragment {
  const name = row === "verdict" ? fragment`verdict` : fragment`review`;
  return fragment`CASE WHEN cardinality(${name}.codes) = 0 AND btrim(${name}.reason) <> ''
    THEN ARRAY[${typedReason}::text] ELSE ${name}.codes END`;
}
