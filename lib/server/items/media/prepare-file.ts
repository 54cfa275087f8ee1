import { createHash } from "node:crypto";
import { basename, extname } from "node:path/posix";
import { formatOfImage, prepareImage } from "./prepare-image.ts";
import { maxRecordingBytes, prepareRecording } from "./prepare-recording.ts";
import type { PreparedFile } from "./prepared-file.ts";

export const maxFileBytes = maxRecordingBytes;

/**
 * An uploaded image or recording in the form in which it is stored, or why it cannot be stored. A file whose name is
 * the SHA-256 of its bytes comes from an export, in which its metadata were already removed: it keeps its bytes, so
 * that items have the same fingerprint in every installation.
 */
export async function prepareFile(path: string, bytes: Uint8Array): Promise<PreparedFile | string> {
  const isStored = basename(path, extname(path)) === createHash("sha256").update(bytes).digest("hex");
  const format = formatOfImage(bytes);
  return format === null ? prepareRecording(bytes, isStored) : prepareImage(bytes, format, isStored);
}
