import * as z from "zod";
import { type ExportTable, formatCsvHeader, formatCsvRecord } from "@/lib/domain/interchange/export-table.ts";
import { lintProblems } from "@/lib/domain/stories/lint/finding.ts";

/** The fields of an import's response that the screen shows. */
export const storyImportReport = z.object({
  rows: z.number(),
  inserted: z.number(),
  unchanged: z.number(),
  rejected: z.number(),
  rejections: z.array(z.object({ line: z.number(), field: z.string(), message: z.string() })),
  findings: z.array(
    z.object({ item: z.string(), field: z.string(), problem: z.enum(lintProblems), message: z.string() }),
  ),
  items: z.object({
    original: z.number(),
    error: z.number(),
    knp: z.number(),
    withFindings: z.number(),
    stopped: z.array(z.object({ item: z.string(), blocks: z.array(z.string()) })),
  }),
  blockedCopies: z.number(),
});
export type StoryImportReport = z.infer<typeof storyImportReport>;

const reportTable: ExportTable = {
  name: "import-report",
  description: "Rejected rows, linter findings on imported rows, and items that cannot be submitted without changes.",
  columns: [
    {
      name: "what",
      type: "text",
      description: "The kind of entry: a refused row, a finding, or an item that cannot be submitted.",
    },
    { name: "row", type: "integer", description: "Line of the file, or number of the file in an archive." },
    { name: "item", type: "text", description: "Name of the item." },
    { name: "field", type: "text", description: "The affected field." },
    { name: "problem", type: "text", description: "The name that `parallax kste check` uses." },
    { name: "message", type: "text", description: "The problem as text." },
  ],
};

/** The whole report as CSV. */
export function reportAsCsv(report: StoryImportReport): string {
  const style = { forSpreadsheet: true };
  return [
    formatCsvHeader(reportTable, style),
    ...report.rejections.map(({ line, field, message }) =>
      formatCsvRecord(reportTable, { what: "refused", row: line, field, message }, style),
    ),
    ...report.items.stopped.map(({ item, blocks }) =>
      formatCsvRecord(reportTable, { what: "stopped", item, message: blocks.join(" ") }, style),
    ),
    ...report.findings.map((finding) => formatCsvRecord(reportTable, { what: "found", ...finding }, style)),
  ].join("");
}
