import { stringify } from "csv-stringify/sync";

/**
 * Formats a record as a line of CSV (RFC 4180), without line end. Null is an empty cell and an empty text is `""`, so
 * that readers can distinguish them. Cells with white space at an edge are quoted, because spreadsheets trim unquoted
 * cells. Cells with a character that a reader could take for the separator are quoted, too.
 */
export function csvLine(cells: readonly (string | number | null)[]): string {
  return stringify([cells], {
    eof: false,
    quoted_match: /^\s|\s$|[\r\n;\t]/,
    cast: { string: (text) => (text === "" ? { value: text, quoted_empty: true } : text) },
  });
}
