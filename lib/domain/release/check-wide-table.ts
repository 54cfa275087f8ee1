import { formatCount } from "../format/figures.ts";
import type { ExportShape } from "../interchange/export-study-columns.ts";
import { createWideTable, maxWideTableColumns } from "../interchange/wide-table.ts";
import type { ReleaseFinding } from "./release-finding.ts";

/** A warning if the person × item table is omitted of a release. */
export function checkWideTable(shape: ExportShape): ReleaseFinding[] {
  if (createWideTable(shape)) return [];
  const message = `The person × item table is omitted, because it would have more than ${formatCount(maxWideTableColumns)} columns.`;
  return [{ severity: "warning", check: "wide table", message, rows: [] }];
}
