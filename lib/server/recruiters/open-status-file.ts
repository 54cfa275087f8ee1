import type { StatusColumns, StatusFile } from "@/lib/domain/survey/recruiters/status-file.ts";
import { AppError } from "../platform/errors/app-error.ts";
import { reportsOfThread } from "../platform/threads/reports-of-thread.ts";
import type { StatusFilePart, StatusFileRow } from "./status-worker.ts";

/** Memory limit of the thread: a malicious file can end its thread, but not the process. */
const maxMemoryMb = 1_024;

/**
 * Opens a recruiter's export file in a thread, so that a file that is slow to parse does not block the event loop. The
 * rows can be read once.
 *
 * @param columns the columns of a file that is neither Prolific's nor MTurk's; null for their files
 * @throws AppError "invalid" for a file that cannot be parsed, immediately or while its rows are read, and the errors
 * of `bytes`
 */
export async function openStatusFile(
  bytes: AsyncIterable<Uint8Array>,
  columns: StatusColumns | null,
): Promise<{ format: StatusFile["format"]; rows: AsyncIterable<StatusFileRow>; close: () => Promise<void> }> {
  const { statusWorker } = await import("./status-worker.generated.ts");
  const parts: AsyncIterator<StatusFilePart, { refusal: string | null }> = reportsOfThread(
    statusWorker,
    { columns },
    { pieces: bytes, maxMemoryMb },
  );
  const next = async () => {
    const { done, value } = await parts.next().catch(rethrowReadError);
    if (done && value.refusal !== null) throw new AppError("invalid", value.refusal);
    return done ? null : value;
  };
  async function* rows(): AsyncGenerator<StatusFileRow> {
    for (let part = await next(); part?.is === "rows"; part = await next()) yield* part.rows;
  }
  const close = async () => void (await parts.return?.());
  const first = await next();
  if (first?.is !== "opened") throw new Error("The thread did not report how it opened the file.");
  if (first.file.ok) return { format: first.file.file.format, rows: rows(), close };
  await close();
  throw new AppError("invalid", `The file ${first.file.message}`);
}

function rethrowReadError(error: unknown): never {
  const isTooLarge = error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
  throw isTooLarge ? new AppError("invalid", "The file exceeds the memory limit. Split it.", "file") : error;
}
