import type { Entry } from "yauzl";

const localHeaderBytes = 30;

/**
 * The name of an entry that begins inside another entry, or null. Regular programs never write such an archive, which
 * could unpack the same few bytes thousands of times under different names. The lengths of local extra fields are
 * unknown here and count as zero, so that a valid archive is never refused.
 */
export function findOverlappingEntry(entries: readonly Entry[]): string | null {
  const sortedEntries = [...entries].sort(
    (left, right) => left.relativeOffsetOfLocalHeader - right.relativeOffsetOfLocalHeader,
  );
  let end = 0;
  for (const entry of sortedEntries) {
    if (entry.relativeOffsetOfLocalHeader < end) return entry.fileName;
    end = entry.relativeOffsetOfLocalHeader + localHeaderBytes + entry.fileNameRaw.length + entry.compressedSize;
  }
  return null;
}

/** Whether an entry failed because its unpacked size differs from the declared one (yauzl's message). */
export function isWrongSizeError(error: unknown): boolean {
  return error instanceof Error && /^(?:too many|not enough) bytes in the stream/u.test(error.message);
}
