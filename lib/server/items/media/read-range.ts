/** A range of bytes of a file: the positions of the first and the last byte. */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * The range that a `Range` header requests (RFC 9110, section 14). Null for the whole file: without a header, for
 * several ranges, and for other forms, which a server may ignore.
 *
 * @param size of the file, in bytes
 */
export function readRange(header: string | null, size: number): ByteRange | "unsatisfiable" | null {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/u.exec(header?.trim() ?? "") ?? [];
  if (first === undefined || last === undefined || (first === "" && last === "")) return null;
  const start = first === "" ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === "" || last === "" ? size - 1 : Math.min(Number(last), size - 1);
  if (first !== "" && last !== "" && Number(last) < start) return null;
  return start >= size ? "unsatisfiable" : { start, end };
}
