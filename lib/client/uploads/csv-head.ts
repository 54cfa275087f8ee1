import { parse } from "csv-parse/browser/esm/sync";
import { cellMark } from "@/lib/domain/cell-mark.ts";

/** The beginning of a table: its header and its first records. */
export interface CsvHead {
  header: string[];
  records: string[][];
}

/** Records that are shown before an import. */
const shownRecords = 3;

/** A story has up to 100,000 characters; so many bytes hold the header and some records of any table. */
const bytesRead = 1_000_000;

/** Reads the header and the first records of a table, without reading the rest; null when there is no table in it. */
export async function readCsvHead(file: Blob): Promise<CsvHead | null> {
  const text = await file.slice(0, bytesRead).text();
  // A record that was cut off spoils those before it; they are read without it.
  for (let records = shownRecords; records >= 0; records -= 1) {
    const rows = parsed(text, records + 1);
    const [header] = rows ?? [];
    if (header !== undefined) return { header, records: rows?.slice(1) ?? [] };
  }
  return null;
}

function parsed(text: string, most: number): string[][] | null {
  try {
    return parse(text, { bom: true, relax_column_count: true, delimiter: cellMark(text), to: most });
  } catch {
    return null;
  }
}
