import type { HumanEvaluationReport } from "@/lib/domain/epistemic/evaluation/human-evaluation.ts";

/** People together, or one model: a column or a row of the results. */
export interface ReportGroup {
  label: string;
  side: "people" | "models";
  report: HumanEvaluationReport;
}
