import { createHash } from "node:crypto";
import { runInThread } from "../../platform/threads/run-in-thread.ts";
import type { PreparedFile } from "./prepared-file.ts";

export const maxRecordingBytes = 32 * 2 ** 20;

/**
 * An uploaded recording without tags, pictures and other tracks: its sound and pictures are copied unchanged into a new
 * file. The type is determined by the bytes, not by the file's name. Time grows with the size, in a thread.
 *
 * @param isStored whether the file was stored by Parallax before: its bytes are kept, and refused if they have tags
 */
export async function prepareRecording(bytes: Uint8Array, isStored: boolean): Promise<PreparedFile | string> {
  if (bytes.byteLength > maxRecordingBytes) return "is larger than 32 MB";
  const { recordingWorker } = await import("./recording-worker.generated.ts");
  const read = await runInThread(recordingWorker, { bytes, isStored });
  if (!read.ok) return read.message;
  const { bytes: stored, type, durationMs } = read;
  return { sha256: createHash("sha256").update(stored).digest("hex"), type, bytes: stored, durationMs };
}
