import { createHash } from "node:crypto";
import { basename, extname } from "node:path/posix";
import { detectImageFormat, prepareImage } from "./prepare-image.ts";
import { maxRecordingBytes, prepareRecording } from "./prepare-recording.ts";
import type { PreparedFile } from "./prepared-file.ts";

export const maxFileBytes = maxRecordingBytes;

/**
 * Converts an uploaded image or recording to its stored form, or returns the reason why it cannot be stored. A file
 * whose name is the SHA-256 of its bytes comes from an export, which has already removed the metadata. Such a file
 * keeps its bytes, so that items have the same fingerprint in every installation.
 */
export async function prepareFile(path: string, bytes: Uint8Array): Promise<PreparedFile | string> {
  const isStored = basename(path, extname(path)) === createHash("sha256").update(bytes).digest("hex");
  const format = detectImageFormat(bytes);
  return format === null ? prepareRecording(bytes, isStored) : prepareImage(bytes, format, isStored);
}
