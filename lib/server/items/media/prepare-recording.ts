import { createHash } from "node:crypto";
import { runInThread } from "../../platform/threads/run-in-thread.ts";
import type { PreparedFile } from "./prepared-file.ts";

export const maxRecordingBytes = 32 * 2 ** 20;

/**
 * An uploaded recording without tags, pictures and additional tracks: its audio and video tracks are copied unchanged
 * into a new file. The type is determined by the bytes, not by the file's name. Runs in a thread; the time grows with
 * the size.
 *
 * @param isStored whether Parallax has stored the file before: its bytes are kept, and refused if they have tags
 */
export async function prepareRecording(bytes: Uint8Array, isStored: boolean): Promise<PreparedFile | string> {
  if (bytes.byteLength > maxRecordingBytes) return "is larger than 32 MB";
  const { recordingWorker } = await import("./recording-worker.generated.ts");
  const result = await runInThread(recordingWorker, { bytes, isStored });
  if (!result.ok) return result.message;
  const { bytes: stored, type, durationMs } = result;
  return { sha256: createHash("sha256").update(stored).digest("hex"), type, bytes: stored, durationMs };
}
