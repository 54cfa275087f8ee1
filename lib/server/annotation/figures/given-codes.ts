import { typedReason } from "@/lib/domain/annotation/reason-codes.ts";
import { SqlFragment } from "../../platform/database/sql.ts";

/**
 * Of an `annotation_verdict` or `annotation_review` of this name: its reason codes; `typed` for a free-text reason
 * without codes.
 */
export const codesText = (row: "verdict" | "review"): string =>
  `CASE WHEN cardinality(${row}.codes) = 0 AND btrim(${row}.reason) <> '' THEN ARRAY['${typedReason}'] ELSE ${row}.codes END`;

export const codesOf = (row: "verdict" | "review"): SqlFragment => new SqlFragment([codesText(row)], []);
