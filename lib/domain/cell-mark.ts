const marks = [",", ";", "\t"];

/**
 * Which mark separates the cells of a table: of comma, semicolon and tab the one that its first line has most of, and of
 * two with as many the one named first here.
 *
 * @param start the beginning of the table, at least its first line; what follows is not looked at
 */
export function cellMark(start: string): string {
  const header = start.split(/\r?\n/u, 1)[0] ?? "";
  return marks.reduce((best, mark) => (header.split(mark).length > header.split(best).length ? mark : best));
}
