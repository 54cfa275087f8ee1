import type { TableResults } from "@/lib/domain/release/table-results.ts";
import type { StoredStudyResults } from "@/lib/domain/results/sharing/results-summary.ts";

/**
 * The results on the public page of a version, stored with the version, so that later changes of the data do not change
 * the page. They are never computed again: a new field must be optional.
 */
export type ReleaseResults = ({ of: "study" } & StoredStudyResults) | ({ of: "tables" } & TableResults);
