import { CsvReader, TableError, type TableRecord } from "@/lib/domain/tables/read-csv.ts";

/** The beginning of a table: its header and its first records. */
export interface CsvHead {
  header: string[];
  records: string[][];
}

/** Number of records in the preview of an import. */
const shownRecords = 3;

/** A story has up to 100,000 characters; this number of bytes contains the header and some records of any table. */
const bytesRead = 1_000_000;

/** Reads the header and the first records of a table, without reading the rest; null if the file is not a table. */
export async function readCsvHead(file: Blob): Promise<CsvHead | null> {
  // A workbook is read by the server.
  if ((await file.slice(0, 2).text()) === "PK") return null;
  const reader = new CsvReader();
  const records: string[][] = [];
  const take = (rows: Iterable<TableRecord>) => {
    for (const row of rows) if (records.length < shownRecords) records.push(row.cells ?? row.given);
  };
  try {
    // TextDecoder removes the byte order mark.
    take(reader.push(new TextDecoder().decode(await file.slice(0, bytesRead).arrayBuffer())));
    if (file.size <= bytesRead) take(reader.end());
  } catch (error) {
    if (!(error instanceof TableError)) throw error;
  }
  return reader.header === null ? null : { header: reader.header, records };
}
