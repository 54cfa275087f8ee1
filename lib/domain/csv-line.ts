import { stringify } from "csv-stringify/sync";

/**
 * One record as a line of CSV (RFC 4180), without its line end. Null is an empty cell and the empty text is `""`, so
 * that a reader can distinguish them. Cells with white space at an edge are quoted, because spreadsheets trim
 * unquoted cells; so are cells with a character that a reader could interpret as the separator.
 */
export function csvLine(cells: readonly (string | number | null)[]): string {
  return stringify([cells], {
    eof: false,
    quoted_match: /^\s|\s$|[\r\n;\t]/,
    cast: { string: (text) => (text === "" ? { value: text, quoted_empty: true } : text) },
  });
}
