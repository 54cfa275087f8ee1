const separators = [",", ";", "\t"];

/** The format of a table, read from its beginning. */
export interface TableHead {
  /** The cell separator. */
  mark: string;
  /** The line that names its columns. */
  header: string;
  /** Whether the first line declares the separator, as spreadsheets write it: `sep=;`. */
  isSeparatorDeclared: boolean;
}

/**
 * Reads the first line of a table, or the second line if the first only declares the separator. All line endings are
 * supported.
 *
 * @param start the beginning of the table without its byte order mark, at least the first two lines
 */
export function parseTableHead(start: string): TableHead {
  const [first = "", second = ""] = start.split(/\r\n|\r|\n/u, 2);
  const declared = /^"?sep=([,;\t])"?$/iu.exec(first)?.[1];
  if (declared !== undefined) return { mark: declared, header: second, isSeparatorDeclared: true };
  // Separators inside quotation marks do not count.
  const unquoted = first.replace(/"[^"]*"/gu, "");
  const mark = separators.reduce((best, one) =>
    unquoted.split(one).length > unquoted.split(best).length ? one : best,
  );
  return { mark, header: first, isSeparatorDeclared: false };
}
