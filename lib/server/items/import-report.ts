import type { PoolClient } from "pg";
import * as z from "zod";
import type { ImportReport, Rejection } from "@/lib/domain/interchange/import-report.ts";
import type { ReadRow } from "@/lib/domain/interchange/read-item-row.ts";
import { formatCount } from "../../domain/format/figures.ts";
import { oneRow } from "../platform/database/rows.ts";
import { sql } from "../platform/database/sql.ts";
import { AppError } from "../platform/errors/app-error.ts";
import { withYields } from "../platform/files/with-yields.ts";
import type { ImportLine } from "./import-lines.ts";

const maxReportedLines = 1_000;

/** If a file has more bad rows than this, it has another format: reading stops and nothing is stored. */
const maxRejections = 10_000;

/** Counts rows as they are imported. */
export class ImportTally {
  inserted = 0;
  unchanged = 0;
  rejected = 0;
  readonly rejections: Rejection[] = [];
  readonly repeated: number[] = [];

  /** Lists a line with the content of an earlier line. The caller counts it. */
  listRepeated(line: number): void {
    if (this.repeated.length < maxReportedLines) this.repeated.push(line);
  }

  count(result: "inserted" | "unchanged"): void {
    this[result] += 1;
  }

  reject(rejection: Rejection): void {
    this.rejected += 1;
    if (this.rejected > maxRejections)
      throw new AppError(
        "invalid",
        `More than ${formatCount(maxRejections)} rows cannot be read, the first of them in line ${this.rejections[0]?.line}: ${this.rejections[0]?.field} ${this.rejections[0]?.message}. The file probably has another format. Nothing was stored.`,
      );
    if (this.rejections.length < maxReportedLines) this.rejections.push(rejection);
  }
}

export interface NumberedRow<Row> {
  line: number;
  row: Row;
}

/** The maximum size of a batch in characters, because one statement writes a batch. A single row may be larger. */
const maxBatchLength = 512 * 1024;

/**
 * Parses lines with `read`, unless a thread has already parsed them. Rejects invalid lines into `tally` and yields
 * valid ones in batches, in order. Empty lines are not rows. Yields to the event loop after at most 8 ms.
 *
 * @param check refuses a row because of earlier rows, or reports that it repeats an earlier row and counts as unchanged
 */
export async function* readBatches<Row>(
  lines: AsyncIterable<ImportLine<Row>>,
  read: (text: string) => ReadRow<Row>,
  tally: ImportTally,
  batchSize: number,
  check: (row: Row, line: number) => ReadRow<Row> | "repeated" = (row) => ({ ok: true, row }),
): AsyncGenerator<NumberedRow<Row>[]> {
  let batch: NumberedRow<Row>[] = [];
  let length = 0;
  let line = 0;
  for await (const given of withYields(lines)) {
    line += 1;
    if (typeof given !== "string" && "refused" in given) {
      tally.reject({ line, field: "", message: sanitizeText(given.refused) });
      continue;
    }
    if (typeof given === "string" && given.trim() === "") continue;
    const parsed = typeof given === "string" ? read(given) : given.read;
    const result = parsed.ok ? check(parsed.row, line) : parsed;
    if (result === "repeated") {
      tally.count("unchanged");
      tally.listRepeated(line);
      continue;
    }
    if (!result.ok) {
      const { ok: _, field, message, value, ...more } = result;
      const shown = value === undefined ? {} : { value: sanitizeText(value) };
      tally.reject({ line, field: sanitizeText(field), message: sanitizeText(message), ...shown, ...more });
      continue;
    }
    if (batch.length === batchSize || (batch.length > 0 && length + given.length > maxBatchLength)) {
      yield batch;
      batch = [];
      length = 0;
    }
    batch.push({ line, row: result.row });
    length += given.length;
  }
  if (batch.length > 0) yield batch;
}

/** Makes a field's name storable, because the name comes from the file and must not make the report invalid. */
function sanitizeText(text: string): string {
  return text.replaceAll("\u0000", "\\u0000").toWellFormed().slice(0, 300);
}

const idRow = z.strictObject({ id: z.string() });

/** Stores the report in the transaction of its rows. */
export async function saveImportReport(
  client: PoolClient,
  tally: ImportTally,
  source: {
    /** By default a new one. */
    id?: string;
    projectId: string;
    kind: string;
    fileName: string;
    fileSha256: string;
    actorId: string | null;
    benchmarkId?: string;
  },
): Promise<ImportReport> {
  const { inserted, unchanged, rejected, repeated } = tally;
  const rejections = tally.rejections.toSorted((left, right) => left.line - right.line);
  const rows = inserted + unchanged + rejected;
  const stored = await oneRow(
    client,
    idRow,
    sql`INSERT INTO import_report (id, project_id, kind, file_name, file_sha256, rows, inserted, unchanged, rejected,
       rejections, actor_id, benchmark_id)
     VALUES (coalesce(${source.id ?? null}::uuid, gen_random_uuid()), ${source.projectId}, ${source.kind}, ${sanitizeText(source.fileName)},
     ${source.fileSha256}, ${rows}, ${inserted}, ${unchanged}, ${rejected}, ${JSON.stringify(rejections)},
     ${source.actorId}, ${source.benchmarkId ?? null}) RETURNING id`,
  );
  return { id: stored.id, rows, inserted, unchanged, rejected, rejections, repeated };
}
