import { formatCount } from "@/lib/domain/format/figures.ts";
import {
  type AnswerCell,
  answerTableColumns,
  answerTableRows,
} from "@/lib/domain/interchange/annotation/answer-table.ts";
import { withSnapshot } from "../../platform/database/with-snapshot.ts";
import { AppError } from "../../platform/errors/app-error.ts";
import { withTransferPermit } from "../../platform/http/transfer-permit.ts";
import { printTable } from "../../platform/print/print-files.ts";
import { requireSchema } from "../collections/read-schema.ts";
import { readExportedItems } from "./read-exported-items.ts";

/** The format's limit for a cell, and limits for the size of a workbook, because it is built in memory. */
const limits = { cellCharacters: 32_767, rows: 50_000, characters: 30_000_000 } as const;

/**
 * The table of answers as a workbook. Refused with the limit if it is too large; the table as CSV has no limit. The
 * permit limits how many workbooks are in memory.
 */
export async function printAnswerTable(collectionId: string): Promise<Uint8Array> {
  return withTransferPermit(async () => {
    const rows = await withSnapshot(async (client) => {
      const { schema } = await requireSchema(client, collectionId);
      const columns = answerTableColumns(schema);
      const rows: AnswerCell[][] = [columns];
      let characters = 0;
      for await (const item of readExportedItems(client, collectionId)) {
        for (const row of answerTableRows(schema, item)) {
          rows.push(row);
          const lengths = row.map((value) => (typeof value === "string" ? value.length : 0));
          const long = lengths.findIndex((length) => length > limits.cellCharacters);
          if (long >= 0) throw tooLarge(`${columns[long]} of item ${item.id}`, limits.cellCharacters, "characters");
          characters += lengths.reduce((sum, length) => sum + length, 0);
        }
        if (rows.length > limits.rows + 1) throw tooLarge("The table", limits.rows, "rows");
        if (characters > limits.characters) throw tooLarge("The table", limits.characters, "characters");
      }
      return rows;
    });
    return printTable(rows);
  });
}

function tooLarge(what: string, limit: number, unit: string): AppError {
  const message = `${what} has more than ${formatCount(limit)} ${unit}, too many for a workbook. Download the table as CSV.`;
  return new AppError("invalid", message, "format");
}
