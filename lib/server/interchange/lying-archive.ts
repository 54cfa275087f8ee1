import type { Entry } from "yauzl";

const localHeaderBytes = 30;

/**
 * The name of an entry that begins inside another one, or null. No honest program writes such an archive: with it a few
 * bytes can be unpacked a thousand times over, under as many names. Local extra fields are not known here and count as
 * nothing, so that an honest archive is never accused.
 */
export function overlappingEntry(entries: readonly Entry[]): string | null {
  const inOrder = [...entries].sort(
    (left, right) => left.relativeOffsetOfLocalHeader - right.relativeOffsetOfLocalHeader,
  );
  let end = 0;
  for (const entry of inOrder) {
    if (entry.relativeOffsetOfLocalHeader < end) return entry.fileName;
    end = entry.relativeOffsetOfLocalHeader + localHeaderBytes + entry.fileNameRaw.length + entry.compressedSize;
  }
  return null;
}

/** Whether reading an entry failed because it unpacks to another size than the directory claims (yauzl's own words). */
export function isFalseSize(error: unknown): boolean {
  return error instanceof Error && /^(?:too many|not enough) bytes in the stream/u.test(error.message);
}
